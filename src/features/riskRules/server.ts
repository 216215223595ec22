import { errors as common, refuse } from '../../core/errors.ts'
import { dayOf, startOf } from '../../core/time.ts'
import { type Feature, type JobCtx, serve } from '../../core/verb.ts'
import { type Rule, riskRuleChange, riskRulePreview, riskRules, riskServiceChange } from './contract.ts'
import { errors } from './errors.ts'
import { faultOf, PREVIEW_DAYS, type RuleCode, type Thresholds } from './rules.ts'
import * as sql from './sql.ts'

/** The job that takes waiting signals into cases; the room of the cases has it. */
const INTAKE_JOB = 'risk_intake'
/** The nightly round, hours after midnight in Asia/Shanghai. */
const NIGHT_HOURS = 3.5
/** What a round looks back on: late days are still seen, and no rule speaks about a work twice. */
const ROUND_DAYS = 3

/** Throws BAD_THRESHOLD. */
function checkThresholds(code: string, thresholds: Thresholds): void {
  const name = faultOf(code as RuleCode, thresholds)
  if (name) throw refuse(errors, 'BAD_THRESHOLD', { field: name, params: { name } })
}

const cards = serve(riskRules, async (ctx) => {
  const [queues, services, rules] = await Promise.all([
    sql.readQueues(ctx.db, ctx.now),
    sql.readServices(ctx.db, ctx.now),
    sql.readRules(ctx.db, ctx.now),
  ])
  return { queues, services, rules }
})

const preview = serve(riskRulePreview, async (ctx, { params, body }) => {
  const rule = await sql.readRule(ctx.db, params.id)
  if (!rule) throw refuse(common, 'NOT_FOUND')
  checkThresholds(rule.code, body.thresholds)
  const through = await sql.readThrough(ctx.db)
  if (!through) return { count: 0, fresh: 0, samples: [] }
  return sql.previewRule(ctx.db, rule.code as RuleCode, body.thresholds, through.day, PREVIEW_DAYS)
})

const change = serve(riskRuleChange, async (ctx, { params, body }) => {
  const before = await sql.lockRule(ctx.db, params.id)
  if (!before) throw refuse(common, 'NOT_FOUND')
  if (before.version !== body.version)
    throw refuse(common, 'STALE', { field: 'version', data: { current: { version: before.version } } })
  const { version, ...wanted } = body
  if (wanted.thresholds) checkThresholds(before.code, wanted.thresholds)
  const after = { ...before, ...wanted }
  await sql.changeRule(ctx.db, after, ctx.now)
  const pick = ({ enabled, label, severity, thresholds }: Rule) => ({ enabled, label, severity, thresholds })
  await ctx.audit({
    action: 'risk.rule',
    entity: 'risk_rule',
    entityId: before.id,
    before: pick(before),
    after: pick(after),
  })
  return { version: version + 1 }
})

const service = serve(riskServiceChange, async (ctx, { body }) => {
  if (!(await sql.changeService(ctx.db, body.code, body.enabled, body.version, ctx.now)))
    throw refuse(common, 'STALE', { field: 'version' })
  await ctx.audit({
    action: 'risk.service',
    entity: 'risk_service',
    entityId: body.code,
    before: { enabled: !body.enabled },
    after: { enabled: body.enabled },
  })
  return { done: true }
})

/** Whether a rule is due: tonight's round has come, or data came in since it last ran. */
function isDue(rule: Rule, job: JobCtx, arrivedAt: string, open: Set<string>): boolean {
  const last = rule.lastRunAt ? Date.parse(rule.lastRunAt) : 0
  const night = +startOf(dayOf(job.now)) + NIGHT_HOURS * 3_600_000
  const isNight = open.has('nightly') && +job.now >= night && last < night
  return isNight || (open.has('afterData') && last < Date.parse(arrivedAt))
}

/** Runs the rules that are due. What they find waits in the inbox of signals, each rule in its own transaction. */
export async function runRules(job: JobCtx): Promise<void> {
  const through = await sql.readThrough(job.db)
  if (!through) return
  const services = await sql.readServices(job.db, job.now)
  const open = new Set(services.filter(({ enabled }) => enabled).map(({ code }) => code))
  for (const rule of await sql.readRules(job.db, job.now)) {
    if (!rule.enabled || !isDue(rule, job, through.at, open)) continue
    await job.transaction(async (db, ctx) => {
      const found = await sql.runRule(db, rule, through.day, ROUND_DAYS, job.now)
      if (found > 0) await ctx.enqueue(INTAKE_JOB, {})
    })
  }
}

export const riskRulesRoom: Feature = {
  verbs: [cards, preview, change, service],
  jobs: [{ name: 'risk_rules', cron: '*/10 * * * *', run: runRules }],
}
