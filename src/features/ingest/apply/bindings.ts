import type { Problem } from '../read/codes.ts'
import type { BindingRow } from '../read/rows.ts'
import { takeTurn } from '../sql/batch.ts'
import {
  attribute,
  bindingsOf,
  ensureCreators,
  insertBindings,
  partnersByCode,
  type StoredBinding,
  setEnds,
} from '../sql/bindings.ts'
import { type Applied, type Batch, counted } from './applied.ts'

/** A binding as it will stand: stored ones have an id, new ones none. */
type Planned = Omit<StoredBinding, 'id'> & { id?: string; was?: number | null }

const endOf = ({ unbindAt }: { unbindAt: number | null }): number => unbindAt ?? Number.POSITIVE_INFINITY
const overlaps = (a: Planned, b: Planned): boolean => a.bindAt < endOf(b) && b.bindAt < endOf(a)

/**
 * Opens and closes bindings, row after row as they stand in the batch. One that would overlap another of its creator is
 * refused. Works that wait for an owner get theirs; a work that has one keeps it.
 */
export async function applyBindings(
  { db, by, source }: Batch,
  rows: readonly (BindingRow & { index: number })[],
): Promise<Applied> {
  await takeTurn(db)
  const partners = await partnersByCode(db, [...new Set(rows.map(({ partnerCode }) => partnerCode))])
  const known = rows.filter(({ partnerCode }) => partners.has(partnerCode))
  const problems: Problem[] = rows
    .filter(({ partnerCode }) => !partners.has(partnerCode))
    .map(({ index, partnerCode }) => ({ index, field: 'partnerCode', value: partnerCode, code: 'UNKNOWN_PARTNER' }))

  const creators = await ensureCreators(db, known)
  const plan = new Map<string, Planned[]>()
  for (const one of await bindingsOf(db, [...new Set(creators)]))
    plan.set(one.creatorId, [...(plan.get(one.creatorId) ?? []), { ...one, was: one.unbindAt }])
  for (const [at, row] of known.entries()) {
    const creatorId = creators[at]!
    const bindings = plan.get(creatorId) ?? []
    const partnerId = partners.get(row.partnerCode)!
    const wanted = { creatorId, partnerId, bindAt: row.bindAt, unbindAt: row.unbindAt }
    const same = bindings.find((one) => one.bindAt === row.bindAt && one.partnerId === partnerId)
    if (bindings.some((one) => one !== same && overlaps(one, wanted))) {
      const value = new Date(row.bindAt).toISOString()
      problems.push({ index: row.index, field: 'bindTime', value, code: 'BINDING_OVERLAP' })
    } else if (same) same.unbindAt = row.unbindAt
    else plan.set(creatorId, [...bindings, wanted])
  }

  const planned = [...plan.values()].flat()
  const ends = planned.flatMap(({ id, was, unbindAt }) => (id && was !== unbindAt ? [{ id, was, unbindAt }] : []))
  // What becomes shorter first: it may make room for what becomes longer.
  const isShorter = ({ was, unbindAt }: (typeof ends)[number]) => unbindAt !== null && (was == null || unbindAt < was)
  await setEnds(db, ends.filter(isShorter))
  await setEnds(
    db,
    ends.filter((end) => !isShorter(end)),
  )
  const fresh = planned.filter(({ id }) => !id)
  await insertBindings(db, fresh, source)
  const attributed = await attribute(db, [...plan.keys()], by)
  return {
    created: fresh.length,
    changed: ends.length,
    problems,
    flagged: counted({ attributed }),
    waitingVideos: null,
  }
}
