import type { Ctx } from '../../core/verb.ts'
import type { Health, Held } from './sql/accounts.ts'
import { feed } from './upstream/feed.ts'
import { union } from './upstream/union.ts'
import { type Trouble, type Upstream, UpstreamError } from './upstream/upstream.ts'

/** What a secret is sealed for: it opens for this account and this use alone. */
export const purposeOf = (accountId: string, use: 'secret' | 'cookies'): string => `union-account:${accountId}:${use}`

/** The way to an account's union. Throws UpstreamError when its keys or cookies have not been given. */
export function reach(secrets: Ctx['secrets'], account: Held): Upstream {
  if (account.source === 'feed') return feed
  if (account.source === 'cookie') {
    if (!account.cookies) throw new UpstreamError('expired')
    return union({ cookies: secrets.unseal(account.cookies, purposeOf(account.id, 'cookies')) })
  }
  if (!account.appKey || !account.secret) throw new UpstreamError('expired')
  return union({ appKey: account.appKey, secret: secrets.unseal(account.secret, purposeOf(account.id, 'secret')) })
}

const DAY_MS = 86_400_000
/** A browser's cookies live a month at most; a todo comes while there is time. */
const EXPIRING_DAYS = 25
const EXPIRED_DAYS = 31

/** What the age of an account's cookies says; keys have no age. */
export function ageHealth({ source, cookiesAt }: Pick<Held, 'source' | 'cookiesAt'>, now: Date): Health {
  if (source !== 'cookie' || !cookiesAt) return 'valid'
  const days = (+now - Date.parse(cookiesAt)) / DAY_MS
  return days >= EXPIRED_DAYS ? 'expired' : days >= EXPIRING_DAYS ? 'expiring' : 'valid'
}

/** What trouble says about an account; one that is only busy stays as it was. */
export const healthAfter = (trouble: Trouble, before: Health): Health =>
  trouble === 'expired' || trouble === 'blocked' ? trouble : before
