import sql from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import type { YearDay } from './contract.ts'

export const readDays = (db: Db, from: string, to: string): Promise<YearDay[]> =>
  db.rows(sql`
    select day, case when is_workday then 'work' else 'holiday' end as kind, name_zh as "nameZh", name_en as "nameEn"
    from holiday_calendar where day between ${from} and ${to} order by day`)

export interface Stand {
  version: number
  changedAt: string
  changedBy: string | null
}

export const readStand = (db: Db, year: number): Promise<Stand | undefined> =>
  db.one(sql`
    select y.version, y.changed_at as "changedAt", u.display_name as "changedBy"
    from holiday_year y left join app_user u on u.id = y.changed_by where y.year = ${year}`)

/** The day of the month each period paid in a year has in its plan; the plan is the one the period ends under. */
export const readPays = (
  db: Db,
  year: number,
): Promise<{ nameZh: string; nameEn: string; period: string; payDay: number }[]> =>
  db.rows(sql`
    select p.name_zh as "nameZh", p.name_en as "nameEn", to_char(m.period, 'YYYY-MM') as period,
      (v.params->>'payDay')::integer as "payDay"
    from generate_series(make_date(${year}::integer - 1, 12, 1)::timestamp, make_date(${year}::integer, 11, 1)::timestamp,
      interval '1 month') m (period)
    cross join product p
    join lateral (
      select params from product_version where product_code = p.code and state = 'published'
        and valid_from < m.period + interval '1 month' and (valid_before is null or valid_before > m.period)
      order by valid_from desc limit 1
    ) v on true
    order by m.period, p.sort`)

/** The next version of a year; undefined when the one meant is not the newest. */
export const nextVersion = (
  db: Db,
  of: { year: number; version: number; by: string; now: Date },
): Promise<{ version: number } | undefined> =>
  db.one(sql`
    insert into holiday_year as y (year, changed_by, changed_at)
    select ${of.year}::smallint, ${of.by}::bigint, ${of.now}::timestamptz
    where ${of.version}::integer = 0 or exists (select from holiday_year where year = ${of.year})
    on conflict (year) do update set version = y.version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at where y.version = ${of.version}
    returning y.version`)

/** Puts days in place of all that stood between two. */
export async function replaceDays(db: Db, from: string, to: string, days: readonly YearDay[]): Promise<void> {
  await db.rows(sql`delete from holiday_calendar where day between ${from} and ${to}`)
  await db.rows(sql`
    insert into holiday_calendar (day, is_workday, name_zh, name_en)
    select day, kind = 'work', "nameZh", "nameEn"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) d (day date, kind text, "nameZh" text, "nameEn" text)`)
}
