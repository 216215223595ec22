import Type, { type Static } from 'typebox'
import { Day, defineEndpoint, idParams, nullable, strict } from '../../core/contract.ts'

/** One that is not of this century is not there. */
const Year = Type.String({ pattern: '^20\\d{2}$', description: 'year' })

const YearDay = strict({
  day: Day,
  /** A day that is not worked, or a weekend that is. */
  kind: Type.Enum(['holiday', 'work']),
  nameZh: Type.String({ minLength: 1, maxLength: 40 }),
  nameEn: Type.String({ minLength: 1, maxLength: 40 }),
})
export type YearDay = Static<typeof YearDay>

const HolidayYear = Type.Object({
  year: Type.Integer(),
  /** 0 where nobody has changed the year yet. */
  version: Type.Integer(),
  changedAt: nullable(Type.String()),
  changedBy: nullable(Type.String()),
  days: Type.Array(YearDay),
  /** The first days of the year after, which a pay day may move into. */
  next: Type.Array(YearDay),
  /** What is paid in the year, on the day its plan names, before it is moved to a workday. */
  pays: Type.Array(
    Type.Object({ nameZh: Type.String(), nameEn: Type.String(), period: Type.String(), planned: Type.String() }),
  ),
})
export type HolidayYear = Static<typeof HolidayYear>

/** Days of a year that are not what their weekday says, and the pay days that stand on them (domain page S10). */
export const holidayYear = defineEndpoint({
  method: 'GET',
  path: '/api/holidays',
  permission: 'system.read',
  query: strict({ year: Year }),
  reply: HolidayYear,
})

/** Puts a year's days in place of those that stood; bills locked before keep their pay day. */
export const holidayYearSave = defineEndpoint({
  method: 'PUT',
  path: '/api/holidays/:id',
  permission: 'system.write',
  params: idParams,
  body: strict({
    version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    days: Type.Array(YearDay, { maxItems: 366 }),
  }),
  reply: Type.Object({ version: Type.Integer() }),
})
