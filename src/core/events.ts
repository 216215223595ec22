/**
 * What one room of the business tells the others, in the transaction of what happened: a reaction that fails takes the
 * cause with it. Rooms do not import each other; they meet here.
 */
export interface Events extends Record<StatementEvent, StatementTold> {
  /** A risk decision took effect on a video. `effects` are those of the decision; the severity sets how fast to act. */
  'video.restricted': {
    videoId: string
    caseId: string
    effects: readonly VideoEffect[]
    severity: 'p0' | 'p1' | 'p2' | 'p3'
  }
  /** A decision was overturned: whatever was done in the name of this case is undone. */
  'video.restored': { videoId: string; caseId: string }
  /**
   * A signed-in person does what needs more than a session: the password again, and a code where there is a second
   * factor. Told outside of a transaction, so that a wrong guess is counted.
   */
  'person.confirm': { password: string; code: string }
}

/** Steps of a statement that programs outside are told of (domain page S10). Reversed: it was voided after its issue. */
export const STATEMENT_EVENTS = [
  'statement.issued',
  'statement.confirmed',
  'statement.paid',
  'statement.reversed',
] as const
export type StatementEvent = (typeof STATEMENT_EVENTS)[number]

export interface StatementTold {
  statementId: string
  no: string
  product: string
  partnerId: string
  /** First day of the month. */
  period: string
  rev: number
  state: string
  netFen: number
  version: number
}

/** Limited reach, taken down, income frozen, left out of settlement, work with its maker ended. */
export type VideoEffect = 'limit' | 'remove' | 'freeze' | 'exclude' | 'ban'

export type EventName = keyof Events
