/** Every number about sessions, sign-ins and passwords. */

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `session.last_seen_at` is written at most this often. */
export const SEEN_EVERY_SECONDS = MINUTE

/** Failed sign-ins within the window, after which more are refused until the window ends. */
export const THROTTLE = {
  windowSeconds: 15 * MINUTE,
  /** One account name from one address. */
  pair: 5,
  /** One account name from everywhere; then only addresses it has signed in from before may try. */
  account: 20,
  /** One address, whatever the names. */
  address: 100,
} as const

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 256

/** Life of a one-time link: for people who are sent one, and for the first administrator at the console. */
export const LINK_SECONDS = { sent: 48 * HOUR, console: 30 * MINUTE } as const
