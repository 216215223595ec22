/** Why nothing came back: no such address may be spoken to, or whoever is there did not answer in time and size. */
export const OUTBOUND_TROUBLES = ['address', 'internal', 'unreachable', 'timeout', 'tooLarge'] as const
export type OutboundTrouble = (typeof OUTBOUND_TROUBLES)[number]

export class OutboundError extends Error {
  readonly trouble: OutboundTrouble

  constructor(trouble: OutboundTrouble) {
    super(`outbound: ${trouble}`)
    this.trouble = trouble
  }
}

/** The one way to addresses that people give (trust page, class 8). */
export interface Outbound {
  /** Throws OutboundError for what can never be spoken to; names are resolved only when something is sent. */
  check(address: string): void
  /** Sends a body and waits for the answer's status; redirects are answers. Throws OutboundError. */
  post(address: string, what: { headers: Record<string, string>; body: string }): Promise<{ status: number }>
}
