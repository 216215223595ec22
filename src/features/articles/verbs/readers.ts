import type { Permission } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import type { ListQuery } from '../../../core/listQuery.ts'
import { dayOf } from '../../../core/time.ts'
import { type Ctx, serve, serveList } from '../../../core/verb.ts'
import { readAll, readPage } from '../../../kit/sql/list.ts'
import { articleReach, articleReaders, articleRemind } from '../contractReaders.ts'
import { errors } from '../errors.ts'
import { reminder } from '../notices.ts'
import { readersText } from '../readersText.ts'
import { fenceReader } from '../sql/list.ts'
import { noteReminder, readersSource, readReach, unconfirmedOf } from '../sql/readers.ts'
import { hold } from './common.ts'

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: articleReaders,
  source: readersSource,
  query,
  fence: fenceReader(ctx.session),
  may: (needs: Permission) => may(ctx.session, needs),
})

export const readersList = serveList({
  list: articleReaders,
  text: readersText,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

const reach = serve(articleReach, async (ctx, { params }) => {
  const found = await readReach(ctx.db, params.id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return found
})

const remind = serve(articleRemind, async (ctx, { params }) => {
  const row = await hold(ctx, params.id)
  if (!row.isMustRead) throw refuse(errors, 'NOT_MUST_READ')
  if (row.status !== 'published') throw refuse(errors, 'NOT_OUT')
  const userIds = await unconfirmedOf(ctx.db, row.id)
  if (userIds.length === 0) throw refuse(errors, 'ALL_CONFIRMED')
  if (!(await noteReminder(ctx.db, row.id, dayOf(ctx.now)))) throw refuse(errors, 'REMINDED_TODAY')
  const { title } = (await readReach(ctx.db, row.id))!
  await ctx.notify(reminder(row.id, title, userIds))
  await ctx.audit({
    action: 'article.remind',
    entity: 'article',
    entityId: row.id,
    after: { reminded: userIds.length },
  })
  return { reminded: userIds.length }
})

export const readerVerbs = [reach, remind]
