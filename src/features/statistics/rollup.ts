import sql from 'sql-template-tag'
import { addDays } from '../../core/time.ts'
import type { Db } from '../../core/verb.ts'

/** Recomputes the newest dirty day that no other worker holds; false when there is none. */
export async function rebuildDay(db: Db): Promise<boolean> {
  const row = await db.one<{ keys: number }>(sql`select rebuild_rollups() as keys`)
  return row!.keys > 0
}

/** Checks the last seven days and one older day drawn from the date; returns how many were wrong and are marked dirty. */
export async function verifyRecent(db: Db, today: string): Promise<number> {
  const week = Array.from({ length: 7 }, (_, i) => addDays(today, -1 - i))
  const older = addDays(today, -8 - ((Date.parse(today) / 86_400_000) % 180))
  const row = await db.one<{ wrong: number }>(sql`select verify_rollups(${[...week, older]}::date[]) as wrong`)
  return row!.wrong
}
