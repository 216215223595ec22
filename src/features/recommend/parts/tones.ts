import type { StatusTones } from '../../../kit/list/types.ts'

/** The dots of items and claims. */
export const tones = {
  status: { draft: 'grey', scheduled: 'orange', online: 'green', full: 'blue', offline: 'grey', expired: 'grey' },
  myState: {
    unclaimed: 'grey',
    claimed: 'orange',
    submitted: 'blue',
    valid: 'green',
    invalid: 'red',
    settled: 'green',
    expired: 'grey',
    cancelled: 'grey',
  },
} as const satisfies StatusTones
