import sql, { empty, type Sql } from 'sql-template-tag'
import { SETTING_KEYS, type SettingKey, type SettingValue } from '../../core/settings.ts'
import type { Db } from '../../core/verb.ts'
import type { Change } from './contract.ts'

export interface Stored {
  key: SettingKey
  version: number
  value: unknown
  changedAt: string
  changedBy: string | null
}

const NEWEST = sql`
  select distinct on (c.key) c.key, c.version, c.value, c.changed_at as "changedAt", u.display_name as "changedBy"
  from config_version c left join app_user u on u.id = c.changed_by`

/** The newest version of every key that was ever set. */
export const readAll = (db: Db): Promise<Stored[]> =>
  db.rows(sql`${NEWEST} where c.key = any(${SETTING_KEYS}) order by c.key, c.version desc`)

export const readOne = (db: Db, key: string): Promise<Stored | undefined> =>
  db.one(sql`${NEWEST} where c.key = ${key} order by c.key, c.version desc`)

/** The value a version set; undefined where there is no such version. */
export const readVersion = (db: Db, key: string, version: number): Promise<{ value: unknown } | undefined> =>
  db.one(sql`select value from config_version where key = ${key} and version = ${version}`)

/** Adds a version. False when somebody else's stands there already. */
export async function addVersion(
  db: Db,
  entry: { key: string; version: number; value: unknown; by: string; note: string | null; at: Date },
): Promise<boolean> {
  const value = entry.value === null ? null : JSON.stringify(entry.value)
  const row = await db.one(sql`
    insert into config_version (key, version, value, changed_by, note, changed_at)
    values (${entry.key}, ${entry.version}, ${value}::jsonb, ${entry.by}, ${entry.note}, ${entry.at})
    on conflict do nothing returning version`)
  return !!row
}

const PAGE = 50

export async function readHistory(
  db: Db,
  key: string | undefined,
  skip: number,
): Promise<{ list: Change[]; more: boolean }> {
  const ofKey: Sql = key ? sql`where c.key = ${key}` : empty
  const rows = await db.rows<Change>(sql`
    select c.key, c.version, c.changed_at as at, u.display_name as by, c.note, before.value as before, c.value as after
    from config_version c left join app_user u on u.id = c.changed_by
    left join config_version before on before.key = c.key and before.version = c.version - 1
    ${ofKey} order by c.changed_at desc, c.key, c.version desc limit ${PAGE + 1} offset ${skip}`)
  return { list: rows.slice(0, PAGE), more: rows.length > PAGE }
}

/** Today's formula of the boards, which the database keeps with every board it made. */
export async function readWeights(db: Db): Promise<SettingValue<'rank.weights'>> {
  const row = await db.one<SettingValue<'rank.weights'>>(sql`
    select play_weight as play, like_weight as like, comment_weight as comment, favorite_weight as favorite,
      share_weight as share, danmaku_weight as danmaku, boost_percent as "boostPercent", boost_hours as "boostHours",
      per_creator as "perCreator", per_partner as "perPartner"
    from rank_formula order by version desc limit 1`)
  return row!
}

/** A new version of the formula; boards that were made keep theirs. */
export async function addFormula(db: Db, w: SettingValue<'rank.weights'>): Promise<void> {
  await db.rows(sql`
    insert into rank_formula (version, play_weight, like_weight, comment_weight, favorite_weight, share_weight,
      danmaku_weight, boost_percent, boost_hours, per_creator, per_partner, stored_count, shown_count)
    select version + 1, ${w.play}, ${w.like}, ${w.comment}, ${w.favorite}, ${w.share}, ${w.danmaku}, ${w.boostPercent},
      ${w.boostHours}, ${w.perCreator}, ${w.perPartner}, stored_count, shown_count
    from rank_formula order by version desc limit 1`)
}

export async function readSla(db: Db): Promise<SettingValue<'risk.slaMinutes'>> {
  const rows = await db.rows<{ severity: string; minutes: number }>(
    sql`select severity, sla_minutes as minutes from risk_severity`,
  )
  return Object.fromEntries(rows.map(({ severity, minutes }) => [severity, minutes])) as SettingValue<'risk.slaMinutes'>
}

/** Cases that are open keep the time they were given. */
export async function setSla(db: Db, minutes: SettingValue<'risk.slaMinutes'>): Promise<void> {
  await db.rows(sql`
    update risk_severity s set sla_minutes = n.value::integer
    from jsonb_each_text(${JSON.stringify(minutes)}::jsonb) n where n.key = s.severity`)
}
