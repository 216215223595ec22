import { errors as common, refuse } from '../../core/errors.ts'
import { plannedPayDay } from '../../core/settlement/calendar.ts'
import { type Db, type Feature, serve } from '../../core/verb.ts'
import { type HolidayYear, holidayYear, holidayYearSave, type YearDay } from './contract.ts'
import { errors } from './errors.ts'
import * as sql from './sql.ts'
import { faultOfDay } from './year.ts'

async function standOf(db: Db, year: number): Promise<HolidayYear> {
  const [stand, days, next, pays] = await Promise.all([
    sql.readStand(db, year),
    sql.readDays(db, `${year}-01-01`, `${year}-12-31`),
    sql.readDays(db, `${year + 1}-01-01`, `${year + 1}-02-28`),
    sql.readPays(db, year),
  ])
  return {
    year,
    version: stand?.version ?? 0,
    changedAt: stand?.changedAt ?? null,
    changedBy: stand?.changedBy ?? null,
    days,
    next,
    pays: pays.map(({ payDay, ...pay }) => ({ ...pay, planned: plannedPayDay(pay.period, payDay) })),
  }
}

const read = serve(holidayYear, ({ db }, { query }) => standOf(db, Number(query.year)))

/** Days that are in one list and not, or not the same, in the other. */
const apart = (days: readonly YearDay[], others: readonly YearDay[]): YearDay[] => {
  const known = new Set(others.map((one) => JSON.stringify(one)))
  return days.filter((one) => !known.has(JSON.stringify(one)))
}

const save = serve(holidayYearSave, async (ctx, { params, body }) => {
  const year = Number(params.id)
  if (year < 2000 || year > 2099) throw refuse(common, 'NOT_FOUND')
  const seen = new Set<string>()
  const days = body.days.map(({ day, kind, nameZh, nameEn }, at) => {
    const one: YearDay = { day, kind, nameZh: nameZh.trim(), nameEn: nameEn.trim() }
    const fault = faultOfDay(one, year, seen)
    if (fault) throw refuse(errors, fault, { field: `days.${at}`, params: { value: day, year } })
    seen.add(day)
    return one
  })
  const next = await sql.nextVersion(ctx.db, { year, version: body.version, by: ctx.session.accessId, now: ctx.now })
  if (!next) throw refuse(common, 'STALE', { field: 'version', data: { current: await standOf(ctx.db, year) } })
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const stood = await sql.readDays(ctx.db, from, to)
  await sql.replaceDays(ctx.db, from, to, days)
  await ctx.audit({
    action: 'holidayYear.save',
    entity: 'holidayYear',
    entityId: String(year),
    before: { days: apart(stood, days) },
    after: { days: apart(days, stood) },
  })
  return next
})

export const holidays: Feature = { verbs: [read, save] }
