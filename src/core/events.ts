/**
 * What one room of the business tells the others, in the transaction of what happened: a reaction that fails takes the
 * cause with it. Rooms do not import each other; they meet here.
 */
export interface Events {
  /** A risk decision took effect on a video. `effects` are those of the decision; the severity sets how fast to act. */
  'video.restricted': {
    videoId: string
    caseId: string
    effects: readonly VideoEffect[]
    severity: 'p0' | 'p1' | 'p2' | 'p3'
  }
  /** A decision was overturned: whatever was done in the name of this case is undone. */
  'video.restored': { videoId: string; caseId: string }
}

/** Limited reach, taken down, income frozen, left out of settlement, work with its maker ended. */
export type VideoEffect = 'limit' | 'remove' | 'freeze' | 'exclude' | 'ban'

export type EventName = keyof Events
