import type { Words } from '../../core/errors.ts'
import { AppError, refuse } from '../../core/errors.ts'
import type { Language } from '../../core/text.ts'
import type { Db, Job, JobCtx } from '../../core/verb.ts'
import { errors } from './errors.ts'
import { collectionFlow } from './flow.ts'
import { MAX_MATCHES, type Rule } from './rule.ts'
import type { CollectionRow } from './sql.ts'
import * as sql from './sqlBuild.ts'
import { touch } from './sqlItems.ts'
import { text } from './text.ts'

type Cause = 'save' | 'person' | 'clock'
interface Built {
  added: number
  removed: number
  count: number
  /** Why it failed; the items are as before. */
  error: string | null
}
type Buildable = Pick<
  CollectionRow,
  'collectionId' | 'contentType' | 'lineId' | 'mayMatchAll' | 'status' | 'buildError'
> & { rule: Rule }

/** What a rule is refused for, before anything is changed. Throws RULE_TOO_WIDE, RULE_MATCHES_ALL. */
async function checkRule(db: Db, question: sql.RuleQuestion, mayMatchAll: boolean): Promise<void> {
  const { isTooMany, isEverything } = await sql.countMatches(db, question)
  if (isTooMany) throw refuse(errors, 'RULE_TOO_WIDE', { field: 'rule', params: { limit: MAX_MATCHES } })
  if (isEverything && !mayMatchAll) throw refuse(errors, 'RULE_MATCHES_ALL', { field: 'mayMatchAll' })
}

/**
 * Makes a locked collection's items what its rule finds now, and logs the difference. Saving refuses what a rule may not
 * do (RULE_TOO_WIDE, RULE_MATCHES_ALL, EMPTY_WHILE_ONLINE); a later build that meets it fails, keeps the items and says why.
 */
export async function build(db: Db, row: Buildable, cause: Cause, now: Date): Promise<Built> {
  const { collectionId } = row
  const question = { rule: row.rule, contentType: row.contentType, lineId: row.lineId, collectionId, now }
  try {
    await checkRule(db, question, row.mayMatchAll)
  } catch (error) {
    if (cause === 'save' || !(error instanceof AppError)) throw error
    await sql.writeFailure(db, collectionId, error.reason, now)
    if (cause === 'person' || row.buildError !== error.reason)
      await sql.logBuild(db, { collectionId, cause, added: 0, removed: 0, error: error.reason, now })
    return { added: 0, removed: 0, count: await sql.readCount(db, collectionId), error: error.reason }
  }
  const { added, removed } = await sql.applyRule(db, question)
  const isChanged = added + removed > 0
  if (isChanged) await touch(db, collectionId, now)
  await sql.writeSuccess(db, collectionId, now)
  if (isChanged || cause !== 'clock') await sql.logBuild(db, { collectionId, cause, added, removed, error: null, now })
  const count = await sql.readCount(db, collectionId)
  if (count === 0 && row.status === 'online' && cause !== 'clock')
    throw refuse(errors, 'EMPTY_WHILE_ONLINE', { field: 'rule' })
  return { added, removed, count, error: null }
}

/** The words of a failed build. */
function failureWords(reason: string): Words {
  const refusal = errors[reason as keyof typeof errors]
  const say = (language: 'zh-CN' | 'en-US') =>
    refusal ? refusal[language].replace('{limit}', String(MAX_MATCHES)) : reason
  return { 'zh-CN': say('zh-CN'), 'en-US': say('en-US') }
}

/** Tells a collection's owner, in both languages; while unread, another of its kind only raises the count. */
function tellOwner(
  ctx: JobCtx,
  row: sql.BuildRow,
  words: (language: Language) => { title: string; content: string },
): Promise<void> {
  if (!row.ownerId) return Promise.resolve()
  return ctx.notify({
    to: { userIds: [row.ownerId] },
    type: 'notice',
    bizType: 'collection',
    bizId: row.collectionId,
    words: { 'zh-CN': words('zh-CN'), 'en-US': words('en-US') },
    link: `/list/search-table?open=${row.collectionId}`,
    dedupKey: `collection:${row.collectionId}`,
  })
}

/** Rebuilds one collection by the clock; its owner hears of a failure when it begins. */
function rebuildOne(ctx: JobCtx, id: string): Promise<void> {
  return ctx.transaction(async (db, inner) => {
    const row = await sql.lockForBuild(db, id)
    if (!row?.rule) return
    const { error } = await build(db, { ...row, rule: row.rule }, 'clock', ctx.now)
    if (error === null || row.buildError === error) return
    const why = failureWords(error)
    await tellOwner(inner, row, (language) => ({
      title: text[language].notices.failed(row.name),
      content: text[language].notices.failedBody(row.number, why[language]),
    }))
  })
}

/** What is online and has nothing left in it goes offline, and its owner hears of it. */
function retireOne(ctx: JobCtx, id: string): Promise<void> {
  return ctx.transaction(async (db, inner) => {
    const row = await sql.lockForBuild(db, id)
    const { from, to } = collectionFlow.actions.empty
    if (!row || !(await sql.setOffline(db, id, from, to))) return
    await tellOwner(inner, row, (language) => ({
      title: text[language].notices.emptied(row.name),
      content: text[language].notices.emptiedBody(row.number),
    }))
  })
}

/** Every hour: collections of rules follow the figures, and counts follow videos that went or changed owner. */
export const rebuildJob: Job = {
  name: 'collections-rebuild',
  cron: '25 * * * *',
  isLong: true,
  async run(ctx) {
    for (const id of await sql.readRuleCollections(ctx.db)) await rebuildOne(ctx, id)
    await ctx.transaction((db) => sql.recountAll(db))
    for (const id of await sql.readEmptied(ctx.db)) await retireOne(ctx, id)
  },
}
