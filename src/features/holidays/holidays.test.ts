import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import type { HolidayYear, YearDay } from './contract.ts'
import { paysOf, withDays } from './parts/months.ts'
import { readYear } from './year.ts'

const { ask, database } = await openServer()
const read = async (year: number): Promise<HolidayYear> =>
  (await ask('GET', `/api/holidays?year=${year}`, { as: 'adminOther' })).json().data
const save = (year: number, version: number, days: readonly YearDay[], as: 'adminKeyAdmin' | 'coo' = 'adminKeyAdmin') =>
  ask('PUT', `/api/holidays/${year}`, { as, body: { version, days }, headers: { 'accept-language': 'en-US' } })
const off = (day: string, name = '测试假'): YearDay => ({ day, kind: 'holiday', nameZh: name, nameEn: 'Test' })

describe('a year of the calendar', () => {
  it('stands as it was announced, and is empty where nothing was', async () => {
    const { days, version, next } = await read(2026)
    expect(version).toBe(0)
    expect(days).toContainEqual({
      day: '2026-10-10',
      kind: 'work',
      nameZh: '国庆节调休',
      nameEn: 'Worked for National Day',
    })
    expect(next[0]).toMatchObject({ day: '2027-01-01', kind: 'holiday' })
    expect((await read(2031)).days).toEqual([])
  })

  it('is replaced as a whole, with the changed days in the audit', async () => {
    const { days } = await read(2026)
    const answer = await save(2026, 0, withDays(days, '2026-11-20', 2, off('2026-11-20')))
    expect(answer.json().data).toEqual({ version: 1 })
    const after = await read(2026)
    expect(after.days).toHaveLength(days.length + 2)
    expect(after.changedBy).not.toBeNull()
    const row = await database.one<{ before: unknown; after: unknown }>(
      sql`select before, after from audit_log where action = 'holidayYear.save' and entity_id = '2026'`,
    )
    expect(row).toMatchObject({ before: { days: [] }, after: { days: [off('2026-11-20'), off('2026-11-21')] } })
  })

  it('refuses a version that is not the newest with what stands, and lets the newest through', async () => {
    const { days } = await read(2026)
    const stale = await save(2026, 0, [])
    expect(stale.statusCode).toBe(409)
    expect(stale.json().data.current).toMatchObject({ year: 2026, version: 1, days })
    expect((await save(2026, 1, days)).json().data).toEqual({ version: 2 })
    // A year nobody has changed has no version but 0.
    expect((await save(2030, 3, [])).statusCode).toBe(409)
    expect((await save(2030, 0, [off('2030-01-01')])).statusCode).toBe(200)
  })

  it.each<[string, YearDay[], string]>([
    ['of another year', [off('2029-12-31')], 'days.0'],
    ['that is none', [off('2028-02-30')], 'days.0'],
    ['named twice', [off('2028-01-01'), off('2028-01-01')], 'days.1'],
    ['without a name', [off('2028-01-01', ' ')], 'days.0'],
    ['that is worked anyway', [{ ...off('2028-01-03'), kind: 'work' }], 'days.0'],
  ])('refuses a day %s at its place, and keeps the year', async (_, days, field) => {
    const answer = await save(2028, 0, days)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().data.field).toBe(field)
    expect(await read(2028)).toMatchObject({ version: 0, days: [] })
  })

  it('takes a weekend that is worked, from administrators alone', async () => {
    const days: YearDay[] = [{ ...off('2028-01-08'), kind: 'work' }]
    expect((await save(2028, 0, days, 'coo')).statusCode).toBe(403)
    expect((await save(2028, 0, days)).statusCode).toBe(200)
  })
})

describe('a year as rows', () => {
  it('is read with or without a header, in the forms spreadsheets write', () => {
    const rows =
      'date,kind,name\n2027/1/1,休,元旦,New Year\r\n20270102\tholiday\t"元旦, 二"\n2027-02-20,班,春节调休\n\n'
    expect(readYear(rows, 2027)).toEqual({
      days: [
        { day: '2027-01-01', kind: 'holiday', nameZh: '元旦', nameEn: 'New Year' },
        { day: '2027-01-02', kind: 'holiday', nameZh: '元旦, 二', nameEn: '元旦, 二' },
        { day: '2027-02-20', kind: 'work', nameZh: '春节调休', nameEn: '春节调休' },
      ],
      faults: [],
    })
  })

  it('tells each wrong row by its number', () => {
    const rows =
      '2027-01-01,休,元旦\n2027-13-01,休,x\n2026-01-01,休,x\n2027-01-02,?,x\n2027-01-01,休,x\n2027-01-04,班,x\n2027-01-05,休,'
    expect(readYear(rows, 2027).faults.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'date'],
      [3, 'otherYear'],
      [4, 'kind'],
      [5, 'twice'],
      [6, 'weekday'],
      [7, 'name'],
    ])
  })
})

it('a pay day moves with the calendar, over the end of a year too', () => {
  const pay = (period: string, planned: string) => ({ nameZh: '赏金分成', nameEn: 'Bounty split', period, planned })
  const stood: HolidayYear = {
    ...{ year: 2027, version: 0, changedAt: null, changedBy: null, days: [] },
    ...{ next: [off('2028-01-03')], pays: [pay('2027-01', '2027-02-20'), pay('2027-11', '2027-12-28')] },
  }
  const draft = [off('2027-02-22'), ...withDays([], '2027-12-28', 4, off('2027-12-28'))]
  expect(paysOf(stood, draft).map(({ before, after }) => [before, after])).toEqual([
    ['2027-02-22', '2027-02-23'],
    ['2027-12-28', '2028-01-04'],
  ])
})
