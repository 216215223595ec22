import { may } from '../../core/can.ts'
import type { Column, Columns } from '../../core/columns.ts'
import { refuse } from '../../core/errors.ts'
import type { Window } from '../../core/export.ts'
import { filtersOf, visible } from '../../core/listQuery.ts'
import type { Turn } from '../../core/schedule.ts'
import type { Session } from '../../core/session.ts'
import type { Language } from '../../core/text.ts'
import { dayOf } from '../../core/time.ts'
import type { Ctx, ListVerb } from '../../core/verb.ts'
import { chooseColumns, exportable } from '../../kit/format/listCsv.ts'
import { presetRange } from '../../kit/format/ranges.ts'
import { errors } from './errors.ts'
import { type Order, readQuestion } from './order.ts'
import { rightsOf } from './rights.ts'
import type { Planned } from './sqlSchedules.ts'

interface Wanted extends Order, Turn {
  window: { field: string; days: Window } | null
}

const isOfDays = ({ kind }: Column): boolean => kind === 'day' || kind === 'time'

/** The filters on days of a list that a person may use. */
export function dayFiltersOf(session: Session, { list, text }: ListVerb, language: Language) {
  const own = text[language]
  return Object.entries(filtersOf(list, (needs) => may(session, needs))).flatMap(([name, column]) =>
    isOfDays(column) && column.filter === 'between'
      ? [{ name, label: own.filters?.[name] ?? own.columns[name] ?? name }]
      : [],
  )
}

/** The list's query of a schedule on a day: its window is the days it means then. */
export function queryOn(plan: Pick<Planned, 'query' | 'windowField' | 'windowDays'>, now: Date): string {
  if (!plan.windowField || !plan.windowDays) return plan.query
  const query = new URLSearchParams(plan.query)
  const { from, to } = presetRange(plan.windowDays, dayOf(now))
  query.set(plan.windowField, `${from}..${to}`)
  return query.toString()
}

/** Checks what is to come back. Throws NOT_A_WEEKDAY, NOT_A_DAY_FILTER, UNKNOWN_FIELD and those of the list query. */
export function planOf(ctx: Ctx, verb: ListVerb, wanted: Wanted): Planned {
  const { session, language, now } = ctx
  const { cadence, onDay, atTime, window, format, bom } = wanted
  if (cadence === 'weekly' && onDay > 7) throw refuse(errors, 'NOT_A_WEEKDAY', { field: 'onDay' })
  if (window && !dayFiltersOf(session, verb, language).some(({ name }) => name === window.field))
    throw refuse(errors, 'NOT_A_DAY_FILTER', { field: 'window', params: { field: window.field } })
  const query = new URLSearchParams(wanted.query)
  if (window) query.delete(window.field)
  const allows = (needs: Parameters<typeof may>[1]) => may(session, needs)
  const known: Columns = exportable(visible(verb.list.columns, allows))
  const plan: Planned = {
    ownerId: session.accessId,
    listKey: verb.list.key,
    title: { 'zh-CN': verb.text['zh-CN'].title, 'en-US': verb.text['en-US'].title },
    format,
    bom,
    columns: Object.keys(chooseColumns(known, wanted.columns)),
    query: query.toString(),
    windowField: window?.field ?? null,
    windowDays: window?.days ?? null,
    language,
    rights: rightsOf(session),
    cadence,
    onDay,
    atTime,
  }
  readQuestion(ctx, verb, queryOn(plan, now))
  return plan
}
