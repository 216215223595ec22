import { routes } from '../../core/access.ts'
import { may, openPages } from '../../core/can.ts'
import { refuse } from '../../core/errors.ts'
import type { Session } from '../../core/session.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, serve } from '../../core/verb.ts'
import {
  contentData,
  DAYS,
  OPERATIONS,
  operationNames,
  type Pending,
  type PopularType,
  popularList,
  projectList,
  recordVisit,
  setQuick,
  workplaceSummary,
} from './contract.ts'
import { errors } from './errors.ts'
import { clickNumber, increaseOf } from './figures.ts'
import { onlineOf } from './online.ts'
import * as sql from './sql.ts'
import { type Kept, readProjects } from './sqlProjects.ts'

const RENEWAL_DAYS = 30

/** The landing page is no destination of its own. */
const namesFor = (session: Session): string[] =>
  openPages(routes, session).flatMap(({ name }) => (name && name !== 'Workplace' ? [name] : []))

/** What may stand among the quick operations: the pages, and the operations that lead to one of them. */
const quickFor = (names: string[]): string[] => [
  ...operationNames.filter((one) => OPERATIONS[one].some((page) => names.includes(page))),
  ...names,
]

const summary = serve(workplaceSummary, async (ctx) => {
  const { db, scope, session, now } = ctx
  const today = dayOf(now)
  const names = namesFor(session)
  const through = await sql.readThrough(db)
  const month = through && `${through.day.slice(0, 7)}-01`
  const asked = sql.readBills(db, scope, session.accessId)
  const [sums, bills, pending, renewals, online, texts, image, video, notices, docs, recent, quick, projects] =
    await Promise.all([
      through && month ? sql.readDays(db, scope, earlier(month, firstDay(through.day)), through.day) : [],
      asked,
      pendingOf(ctx, asked),
      sql.readRenewals(db, scope, today, addDays(today, RENEWAL_DAYS)),
      sql.readOnline(db, scope),
      popularOf(ctx, 'text'),
      popularOf(ctx, 'image'),
      popularOf(ctx, 'video'),
      sql.readNotices(db, may(session, 'imports.metrics') ? session : null, session),
      sql.readDocs(db, session),
      sql.readRecent(db, session.accessId, names),
      sql.readQuick(db, session.accessId),
      projectsOf(ctx),
    ])
  return {
    dataThrough: through?.day ?? null,
    updatedAt: through?.updatedAt ?? null,
    days: through ? lastDays(through.day).map((day) => figuresOf(day, sums)) : [],
    ...(may(session, 'income.read') && {
      balance: {
        owedFen: bills.owedFen,
        estimate: month
          ? { from: month, fen: sums.reduce((sum, { day, incomeFen }) => (day < month ? sum : sum + incomeFen), 0) }
          : null,
      },
    }),
    pending,
    renewals,
    online: onlineOf(online),
    popular: { text: texts, image, video },
    notices,
    docs,
    recent,
    quick: quick?.filter((name) => quickFor(names).includes(name)) ?? null,
    projects,
  }
})

const firstDay = (through: string): string => addDays(through, 1 - DAYS)
const earlier = (a: string, b: string): string => (a < b ? a : b)
const lastDays = (through: string): string[] => Array.from({ length: DAYS }, (_, at) => addDays(firstDay(through), at))

function figuresOf(day: string, sums: sql.DaySums[]) {
  const found = sums.find((one) => one.day === day)
  return {
    day,
    plays: found?.plays ?? null,
    comments: found?.comments ?? null,
    activeVideos: found?.activeVideos ?? null,
    newVideos: found?.newVideos ?? null,
  }
}

async function pendingOf(
  { db, session, scope }: Ctx,
  bills: Promise<sql.Bills>,
): Promise<{ kind: Pending; count: number }> {
  if (may(session, 'settlement.write')) return { kind: 'payments', count: (await bills).toPay }
  if (may(session, 'users.read')) return { kind: 'accounts', count: await sql.countInvited(db, scope) }
  if (scope.kind === 'supplier') return { kind: 'tasks', count: await sql.countTasks(db, scope.supplierId) }
  return { kind: 'confirmations', count: (await bills).toConfirm }
}

const KINDS: Record<Exclude<PopularType, 'text'>, readonly string[]> = {
  image: ['img'],
  video: ['horizontalVideo', 'verticalVideo'],
}

const popularOf = ({ db, scope, session, now }: Ctx, type: PopularType): Promise<sql.PopularVideo[]> =>
  type === 'text'
    ? sql.readPopularArticles(db, session, addDays(dayOf(now), -1))
    : sql.readPopular(db, scope, KINDS[type])

/** Whose projects: a line's or everybody's collections and campaigns, one's own claims, one's own campaigns. */
function keptFor({ scope, session }: Ctx): Kept[] {
  switch (scope.kind) {
    case 'partner':
      return [{ kind: 'claim', partnerId: scope.partnerId }]
    case 'supplier':
      return [{ kind: 'campaign', supplierId: scope.supplierId }]
    default:
      return [
        ...(may(session, 'collections.read')
          ? [{ kind: 'collection' as const, lineId: scope.kind === 'line' ? scope.lineId : null }]
          : []),
        ...(may(session, 'distributions.manage') ? [{ kind: 'campaign' as const, supplierId: null }] : []),
      ]
  }
}

async function projectsOf(ctx: Ctx, after?: string) {
  const kept = keptFor(ctx)
  return kept.length > 0 ? readProjects(ctx.db, kept, after) : null
}

const projects = serve(
  projectList,
  async (ctx, { query }) => (await projectsOf(ctx, query.after)) ?? { list: [], next: null },
)

const points = serve(contentData, async ({ db, scope, now }) => {
  const through = (await sql.readThrough(db))?.day ?? addDays(dayOf(now), -1)
  const sums = await sql.readDays(db, scope, firstDay(through), through)
  return lastDays(through).map((day) => ({ x: day, y: figuresOf(day, sums).plays ?? 0 }))
})

const popular = serve(popularList, async (ctx, { query }) =>
  (await popularOf(ctx, query.type)).map(({ title, plays, playsBefore }, at) => ({
    key: at + 1,
    clickNumber: clickNumber(plays),
    title,
    increases: increaseOf(plays, playsBefore),
  })),
)

const visit = serve(recordVisit, async (ctx, { body }) => {
  refuseUnknown(namesFor(ctx.session), [body.name], 'name')
  await sql.saveVisit(ctx.db, ctx.session.accessId, body.name, ctx.now)
  return { done: true }
})

const quick = serve(setQuick, async (ctx, { body }) => {
  refuseUnknown(quickFor(namesFor(ctx.session)), body.names, 'names')
  await sql.saveQuick(ctx.db, ctx.session.accessId, body.names)
  await ctx.audit({
    action: 'workplace.quick',
    entity: 'user',
    entityId: ctx.session.accessId,
    after: { pages: body.names },
  })
  return { done: true }
})

/** A page that does not exist and one the user may not open are refused alike. */
function refuseUnknown(names: string[], asked: string[], field: string): void {
  const unknown = asked.find((name) => !names.includes(name))
  if (unknown !== undefined) throw refuse(errors, 'UNKNOWN_PAGE', { field, params: { name: unknown } })
}

/** Keeps the counts of online content few. */
const fold: Job = {
  name: 'fold-online-counts',
  cron: '*/10 * * * *',
  async run({ transaction }) {
    await transaction(sql.foldOnline)
  },
}

export const workplace: Feature = { verbs: [summary, projects, points, popular, visit, quick], jobs: [fold] }
