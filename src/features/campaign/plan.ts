import type { Mode, Reason } from './contract.ts'

export interface Candidate {
  videoId: string
  title: string
  categoryId: string | null
  /** What keeps the video itself out, whoever would get it. */
  refusal: Reason | null
  /** Suppliers that have it now, and whether one has it alone. */
  liveAt: readonly string[]
  isExclusive: boolean
}

export interface Receiver {
  id: string
  name: string
  refusal: Reason | null
  /** Rows it may still get today; null: without limit. */
  quotaLeft: number | null
  /** Category → how many of its tasks there reached a verified post: who is good at what. */
  strength: ReadonlyMap<string, number>
}

export interface Plan {
  rows: { videoId: string; supplierId: string }[]
  refused: { videoId: string; title: string; supplierName: string | null; reason: Reason }[]
}

/**
 * Who gets what. `all`: each video to every supplier. `split` and `exclusive`: each video to one, evenly; among those who
 * have equally many the one stronger in the category gets it. Quotas are never exceeded; nobody gets what they have.
 */
export function planOf(candidates: readonly Candidate[], receivers: readonly Receiver[], mode: Mode): Plan {
  const rows: Plan['rows'] = []
  const refused: Plan['refused'] = []
  const able = receivers.filter(({ refusal }) => !refusal)
  const given = new Map(able.map(({ id }) => [id, 0]))
  const hasRoom = ({ id, quotaLeft }: Receiver) => quotaLeft === null || given.get(id)! < quotaLeft
  const give = (videoId: string, { id }: Receiver) => {
    rows.push({ videoId, supplierId: id })
    given.set(id, given.get(id)! + 1)
  }
  for (const video of candidates) {
    const { videoId, title } = video
    const refuse = (reason: Reason, supplierName: string | null = null) =>
      refused.push({ videoId, title, supplierName, reason })
    const whole = wholeRefusal(video, mode)
    if (whole) {
      refuse(whole)
      continue
    }
    if (mode === 'all') {
      for (const receiver of able) {
        if (video.liveAt.includes(receiver.id)) refuse('LIVE_HERE', receiver.name)
        else if (!hasRoom(receiver)) refuse('QUOTA', receiver.name)
        else give(videoId, receiver)
      }
      continue
    }
    const free = able.filter(({ id }) => !video.liveAt.includes(id))
    const best = free.filter(hasRoom).reduce<Receiver | undefined>((chosen, one) => {
      if (!chosen) return one
      const [few, many] = [given.get(one.id)!, given.get(chosen.id)!]
      if (few !== many) return few < many ? one : chosen
      const strengthOf = ({ strength }: Receiver) => strength.get(video.categoryId ?? '') ?? 0
      return strengthOf(one) > strengthOf(chosen) ? one : chosen
    }, undefined)
    if (best) give(videoId, best)
    else if (able.length > 0) refuse(free.length ? 'QUOTA' : 'LIVE_HERE')
  }
  return { rows, refused }
}

function wholeRefusal({ refusal, isExclusive, liveAt }: Candidate, mode: Mode): Reason | null {
  if (refusal) return refusal
  if (isExclusive) return 'TAKEN_EXCLUSIVELY'
  return mode === 'exclusive' && liveAt.length > 0 ? 'PLACED_ELSEWHERE' : null
}
