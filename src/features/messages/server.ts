import sql from 'sql-template-tag'
import { may } from '../../core/can.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { messageClear, messageList, messageRead, messageReadAll, messagesList, messageUnread } from './contract.ts'
import { clearRead, countUnread, dropOld, markRead, messagesSource, readBox } from './sql.ts'
import { text } from './text.ts'

const KEPT_DAYS = 180

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: messagesList,
  source: messagesSource(ctx.language),
  query,
  fence: sql`m.receiver_id = ${ctx.session.accessId}`,
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

/** The message box (specification section 3, domain page S20). Everybody sees the own one only; nothing of it is audited. */
export const messages: Feature = {
  verbs: [
    serve(messageList, (ctx, { query }) => readBox(ctx.db, ctx.session.accessId, ctx.language, query.type)),
    serve(messageUnread, (ctx) => countUnread(ctx.db, ctx.session.accessId)),
    serve(messageRead, async (ctx, { body }) => {
      await markRead(ctx.db, ctx.session.accessId, { ids: body.ids })
      return true
    }),
    serve(messageReadAll, async (ctx, { body }) => {
      await markRead(ctx.db, ctx.session.accessId, { type: body.type })
      return true
    }),
    serve(messageClear, async (ctx) => {
      await clearRead(ctx.db, ctx.session.accessId)
      return true
    }),
  ],
  lists: [
    serveList({
      list: messagesList,
      text,
      page: (ctx, query) => readPage(question(ctx, query)),
      all: (ctx, query) => readAll(question(ctx, query)),
    }),
  ],
  jobs: [{ name: 'messages:drop-old', cron: '41 19 * * *', run: (ctx) => dropOld(ctx.db, KEPT_DAYS) }],
}
