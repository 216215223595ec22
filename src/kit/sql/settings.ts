import sql from 'sql-template-tag'
import { errors, refuse } from '../../core/errors.ts'
import {
  defaultOf,
  type House,
  PUBLIC_SETTINGS,
  type SettingKey,
  type SettingValue,
  type Switch,
} from '../../core/settings.ts'
import type { Db } from '../../core/verb.ts'

/**
 * What a setting says now. Asked anew each time: it is one step of an index, and so a change counts at once in every
 * process.
 */
export async function readSetting<K extends SettingKey>(db: Db, key: K): Promise<SettingValue<K>> {
  const row = await db.one<{ value: SettingValue<K> | null }>(
    sql`select value from config_version where key = ${key} order by version desc limit 1`,
  )
  return row?.value ?? defaultOf(key)
}

/** Throws SWITCHED_OFF while an administrator has switched a feature off. */
export async function ensureOn(db: Db, key: Switch): Promise<void> {
  if (!(await readSetting(db, key))) throw refuse(errors, 'SWITCHED_OFF')
}

/** What a page shows of the house before anybody has signed in; only what somebody has set. */
export async function readHouse(db: Db): Promise<House> {
  const rows = await db.rows<{ key: keyof House; value: unknown }>(sql`
    select distinct on (key) key, value from config_version where key = any(${[...PUBLIC_SETTINGS]}) order by key, version desc`)
  return Object.fromEntries(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))
}
