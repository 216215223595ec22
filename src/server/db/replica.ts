import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import sql from 'sql-template-tag'
import type { ReplicaState } from '../../core/verb.ts'
import type { Wired } from './copy.ts'
import { type Database, isConnectionError, openDatabase } from './pool.ts'
import { setNoting } from './writes.ts'

/** Where reads were answered; where not by the replica, why. */
export const PLACES = ['replica', 'ownWrite', 'behind', 'away', 'failed'] as const
type Place = (typeof PLACES)[number]

/** A streaming replica that answers reads while it is near enough. */
export interface Replica {
  /** The replica, for whoever must see the transactions up to this one; undefined where the primary has to answer. */
  forReader(wroteXid: string | null): Database | undefined
  /**
   * Connections of the replica for a long read, as soon as it has all that is over on the primary by now; undefined when
   * it has not in time. They have no limit of time and are cut when the replica falls silent.
   */
  forJob(): Promise<Database | undefined>
  /** Takes note of a read that failed there. True when that was the replica's fault: the primary is to be asked. */
  blames(error: unknown): boolean
  state(): ReplicaState
  /** Reads since the start. */
  counts: Readonly<Record<Place, number>>
  stop(): Promise<void>
}

const LOOK_MS = 250
/** Further behind than this nobody is sent there. */
export const LAG_LIMIT_MS = 10_000
/** What was seen this long ago says nothing any more. */
const OLDEST_LOOK_MS = 2_000
/** More positions than these are kept half as dense: far behind, its lag may be a little less exact. */
const MOST_POSITIONS = 1_000
/** For a replica that neither answers nor refuses: it is itself who keeps the limit of a statement. */
const SILENCE_LIMIT_MS = 6_000
/** A job that does not find there what is over on the primary goes to the primary after this time. */
const JOB_PATIENCE_MS = 3_000
/** Two jobs run at once. */
const JOB_CONNECTIONS = 2

/** `16/B374D848` as a number that grows. */
function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Watches a replica and says who may read from it. Four times a second both are asked how far their log goes. It lags by
 * the age of the oldest position of the primary it has not replayed, which also holds while its line is cut or nothing is
 * written. An account reads there when the transaction of its newest write, and all before it, have ended there: when it
 * is older than the oldest one that runs there.
 */
export function openReplica(
  url: string,
  primary: Database,
  tell: (line: string, error?: unknown) => void,
  limits: { lagMs?: number } = {},
): Replica {
  const database = openDatabase(url, { silenceMs: SILENCE_LIMIT_MS })
  const jobs = openDatabase(url, { size: JOB_CONNECTIONS, timeoutMs: 0 })
  const cut = cutterOf(jobs)
  const lagLimitMs = limits.lagMs ?? LAG_LIMIT_MS
  const counts = { replica: 0, ownWrite: 0, behind: 0, away: 0, failed: 0 }
  /** What the primary had and the replica has not, the oldest first. */
  let ahead: { at: number; position: bigint }[] = []
  /** Until it has what the primary had when it was first seen, or seen again, nobody knows how old it is. */
  let hasCaughtUp = false
  let seenAt = Number.NEGATIVE_INFINITY
  let runningXid = 0n
  let wasUsed: boolean | undefined
  let isStopped = false
  setNoting(true)

  const lagMs = (): number => (ahead[0] ? performance.now() - ahead[0].at : 0)
  const isAway = (): boolean => !hasCaughtUp || performance.now() - seenAt > OLDEST_LOOK_MS
  const isUsed = (): boolean => !isAway() && lagMs() <= lagLimitMs

  async function look(): Promise<void> {
    const at = performance.now()
    const there = await primary.one<{ lsn: string }>(sql`select pg_current_wal_flush_lsn()::text as lsn`)
    ahead.push({ at, position: positionOf(there!.lsn) })
    const here = await database.one<{ lsn: string | null; xid: string }>(sql`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn,
        pg_snapshot_xmin(pg_current_snapshot())::text as xid`)
    if (here!.lsn === null) throw new Error('DATABASE_READ_URL names no replica')
    const replayed = positionOf(here!.lsn)
    const rest = ahead.filter(({ position }) => position > replayed)
    hasCaughtUp ||= rest.length < ahead.length
    ahead = rest.length > MOST_POSITIONS ? rest.filter((_, index) => index % 2 === 0) : rest
    runningXid = BigInt(here!.xid)
    seenAt = performance.now()
  }

  function missed(error: unknown): void {
    tellChange(error)
    if (!isAway()) return
    cut()
    // Away for days it would be held against days of positions: it is met anew instead.
    ahead = []
    hasCaughtUp = false
  }

  /** One line when it comes into use, one when it falls out of it. */
  function tellChange(error?: unknown): void {
    const isBeginning = !hasCaughtUp && error === undefined
    if (isBeginning || isStopped || isUsed() === wasUsed) return
    wasUsed = isUsed()
    if (wasUsed) tell('the replica answers reads')
    else if (isAway()) tell('the replica is away: the primary answers its reads', error)
    else tell(`the replica is ${Math.round(lagMs() / 1000)} s behind: the primary answers its reads`)
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => tellChange(), missed)
      .finally(() => {
        looking = undefined
      })
  }, LOOK_MS)
  timer.unref()

  function placeFor(wroteXid: string | null): Place {
    if (isAway()) return 'away'
    if (!isUsed()) return 'behind'
    return wroteXid !== null && BigInt(wroteXid) >= runningXid ? 'ownWrite' : 'replica'
  }

  function asked(place: Place, there: Database): Database | undefined {
    counts[place]++
    return place === 'replica' ? there : undefined
  }

  return {
    counts,
    forReader: (wroteXid) => asked(placeFor(wroteXid), database),
    async forJob() {
      if (!isUsed()) return asked(placeFor(null), jobs)
      const over = await primary.one<{ xid: string }>(sql`
        select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text as xid`)
      const end = performance.now() + JOB_PATIENCE_MS
      while (placeFor(over!.xid) === 'ownWrite' && performance.now() < end) await wait(LOOK_MS)
      return asked(placeFor(over!.xid), jobs)
    },
    blames(error) {
      const isLost = isConnectionError(error)
      if (!isLost && !isConflict(error)) return false
      counts.replica--
      counts.failed++
      // The next look says whether it is back.
      if (isLost) seenAt = Number.NEGATIVE_INFINITY
      tell('a read of the replica failed: the primary answers it', error)
      return true
    },
    state: () => ({ isUsed: isUsed(), lagMs: isAway() ? null : Math.round(lagMs()) }),
    async stop() {
      isStopped = true
      setNoting(false)
      clearInterval(timer)
      await looking
      await Promise.all([database.end(), jobs.end()])
    },
  }
}

/** What was replayed has ended the statement. */
const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

/** Ends what is under way in a pool without limits: nobody else would notice that its other side is silent. */
function cutterOf({ pool }: Database): () => void {
  const taken = new Set<PoolClient>()
  pool.on('acquire', (client) => taken.add(client))
  pool.on('release', (_, client) => taken.delete(client))
  return () => {
    for (const client of taken) (client as unknown as Wired).connection.stream.destroy()
  }
}
