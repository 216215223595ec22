/** What the console asks of a union, whichever way an account is reached. The one interface all adapters have. */
export interface Upstream {
  /** Whether the account's keys or cookies are taken. Throws UpstreamError. */
  check(): Promise<void>
  /** A page of the rows that changed in a window of at most an hour. Throws UpstreamError. */
  orders(window: Window, page: number): Promise<{ rows: unknown[]; hasMore: boolean }>
  /** A long-lived link with our sub id; null where the account cannot make one. Throws UpstreamError. */
  link(ask: LinkAsk): Promise<string | null>
  /** What the union knows of coupons, in the order asked; null for one it does not know. Throws UpstreamError. */
  coupons(urls: readonly string[]): Promise<(Record<string, unknown> | null)[]>
  /** The union's own figures of a day: clicks of sub-channels, and what became of coupons and codes. Throws UpstreamError. */
  figures(day: string): Promise<{ clicks: unknown[]; uses: unknown[] }>
}

export interface Window {
  from: Date
  to: Date
}
export interface LinkAsk {
  materialUrl: string
  couponUrl: string | null
  siteId: string | null
  positionId: string | null
  subUnionId: string
}

/** expired: keys or cookies are not taken any more · blocked: the union's risk control · busy: later · refused: never so */
export type Trouble = 'expired' | 'blocked' | 'busy' | 'refused'

/** Carries no text of the union's: it may repeat what was sent. */
export class UpstreamError extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(`union: ${trouble}`)
    this.trouble = trouble
  }
}

export const WINDOW_MS = 3_600_000
export const OVERLAP_MS = 10 * 60_000
/** Rows a page has at most, as the union allows. */
export const PAGE_ROWS = 200

/** Windows of at most an hour that cover a span of time, oldest first. */
export function windowsOf(from: Date, to: Date): Window[] {
  const windows: Window[] = []
  for (let start = +from; start < +to; start += WINDOW_MS)
    windows.push({ from: new Date(start), to: new Date(Math.min(start + WINDOW_MS, +to)) })
  return windows
}
