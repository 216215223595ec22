import type { StatusTones } from '../../../kit/list/types.ts'

/** The dots of a task's states: live, in progress, waiting, failed, over. */
export const tones = {
  status: {
    pending: 'orange',
    accepted: 'blue',
    downloaded: 'blue',
    published: 'blue',
    verified: 'green',
    finished: 'green',
    rejected: 'grey',
    expired: 'grey',
    recalling: 'orange',
    recall_overdue: 'red',
    recalled: 'grey',
  },
  checkState: { none: 'grey', pending: 'orange', pass: 'green', fail: 'red' },
} as const satisfies StatusTones
