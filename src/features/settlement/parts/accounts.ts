import type { Account } from '../contract/accounts.ts'

/** Begins as everything of this room does, so that a change fetches it anew. */
export const ACCOUNTS_KEY = ['settlement-accounts']

export const accountTones: Record<Account['state'], 'green' | 'orange' | 'red' | 'grey'> = {
  waiting: 'orange',
  verified: 'green',
  rejected: 'red',
  replaced: 'grey',
  cancelled: 'grey',
}
