import type { Notice } from '../../core/notice.ts'
import type { Db } from '../../core/verb.ts'
import { dangerous } from './notices.ts'
import { addEvent, type LockedCase, readSeverities } from './sql/case.ts'
import * as effects from './sql/effects.ts'
import { insertCase, joinCase, lockOpenCase, lockWaiting, type WaitingSignal } from './sql/intake.ts'

export interface Taken {
  opened: number
  joined: number
}

interface Desk {
  db: Db
  now: Date
  notify(...notices: Notice[]): Promise<void>
}

const BATCH = 500

/**
 * Puts the signals that wait into cases: the open one of their video and label, or a new one. From p1 on the video's
 * income waits from this moment; staff are told of a new p0. Runs in the caller's transaction; returns what became of them.
 */
export async function takeSignals(desk: Desk, limit = BATCH): Promise<Taken> {
  const taken: Taken = { opened: 0, joined: 0 }
  const holding = new Set((await readSeverities(desk.db)).filter((one) => one.holdsIncome).map((one) => one.severity))
  for (const signal of await lockWaiting(desk.db, limit)) {
    const isNew = await takeSignal(desk, signal, holding)
    taken[isNew ? 'opened' : 'joined'] += 1
  }
  return taken
}

async function takeSignal({ db, now, notify }: Desk, signal: WaitingSignal, holding: Set<string>): Promise<boolean> {
  let open = await lockOpenCase(db, signal.videoId, signal.label)
  const made = open ? undefined : await insertCase(db, signal, now)
  // Another opened it between the look and the insert.
  if (!made) open ??= await lockOpenCase(db, signal.videoId, signal.label)
  await effects.lockVideo(db, signal.videoId)
  const caseId = (open ?? made)!.id
  await joinCase(db, signal.id, caseId, now)
  const eventId = await addEvent(db, {
    caseId,
    actorId: null,
    kind: made ? 'open' : 'join',
    from: (open?.state as LockedCase['state']) ?? null,
    to: (open?.state as LockedCase['state']) ?? 'pending',
    at: now,
    data: { source: signal.source, severity: signal.severity },
  })
  const isPending = !open || ['pending', 'claimed', 'escalated'].includes(open.state)
  if (isPending && holding.has(signal.severity as never))
    await effects.beginHold(db, { caseId, videoId: signal.videoId, eventId, at: now })
  await effects.project(db, signal.videoId, eventId, '')
  if (made && signal.severity === 'p0') await notify(dangerous(made, signal.label))
  return !!made
}
