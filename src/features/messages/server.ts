import sql from 'sql-template-tag'
import { may } from '../../core/can.ts'
import { errors, refuse } from '../../core/errors.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import {
  messageClear,
  messageList,
  messagePrefer,
  messagePreferences,
  messageRead,
  messageReadAll,
  messagesList,
  messageUnread,
} from './contract.ts'
import { clearRead, countUnread, dropOld, markRead, messagesSource, readBox, readMuted, setMuted } from './sql.ts'
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
    serve(messagePreferences, async (ctx) => {
      const muted = await readMuted(ctx.db, ctx.session.accessId)
      const kinds = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => may(ctx.session, NOTICE_KINDS[kind]))
      return { list: kinds.map((kind) => ({ kind, inApp: !muted.has(kind) })) }
    }),
    serve(messagePrefer, async (ctx, { body: { kind, inApp } }) => {
      if (!may(ctx.session, NOTICE_KINDS[kind])) throw refuse(errors, 'FORBIDDEN')
      await setMuted(ctx.db, ctx.session.accessId, kind, !inApp)
      return { done: true }
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
