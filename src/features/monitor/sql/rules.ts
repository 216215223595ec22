import sql from 'sql-template-tag'
import type { Db } from '../../../core/verb.ts'
import type { Rule, RuleCode } from '../contract.ts'

/** All rules in the order they were first written. */
export function readRules(db: Db): Promise<Rule[]> {
  return db.rows(sql`
    select code, threshold, enabled, value, measured_at as "measuredAt", firing_since as "firingSince", muted_until as "mutedUntil", version
    from monitor_rule order by code`)
}

export interface Watched {
  code: RuleCode
  threshold: number
  enabled: boolean
  isFiring: boolean
  isTold: boolean
  isMuted: boolean
}

/** All rules, held until the transaction ends, so that two rounds do not tell the same twice. */
export function holdRules(db: Db, now: Date): Promise<Watched[]> {
  return db.rows(sql`
    select code, threshold, enabled, firing_since is not null as "isFiring", is_told as "isTold",
      coalesce(muted_until > ${now}, false) as "isMuted"
    from monitor_rule order by code for update`)
}

/** Writes what was measured. Not a change people made: the version stays. */
export async function writeMeasure(
  db: Db,
  code: RuleCode,
  { value, isFiring, isTold }: { value: number | null; isFiring: boolean; isTold: boolean },
  now: Date,
): Promise<void> {
  await db.rows(sql`
    update monitor_rule set value = ${value}, measured_at = ${now}, is_told = ${isTold},
      firing_since = case when ${isFiring} then coalesce(firing_since, ${now}) end
    where code = ${code}`)
}

export interface RuleRow {
  threshold: number
  enabled: boolean
  mutedUntil: string | null
  version: number
}

export function readRule(db: Db, code: string): Promise<RuleRow | undefined> {
  return db.one(
    sql`select threshold, enabled, muted_until as "mutedUntil", version from monitor_rule where code = ${code} for update`,
  )
}

export async function changeRule(
  db: Db,
  code: string,
  { threshold, enabled }: { threshold: number; enabled: boolean },
): Promise<void> {
  await db.rows(sql`
    update monitor_rule set threshold = ${threshold}, enabled = ${enabled}, version = version + 1 where code = ${code}`)
}

/** Until when nobody is told; what was told counts as not told, so that it is told again if it still fires then. */
export async function muteRule(db: Db, code: string, until: Date | null): Promise<void> {
  await db.rows(sql`
    update monitor_rule set muted_until = ${until}, is_told = false, version = version + 1 where code = ${code}`)
}
