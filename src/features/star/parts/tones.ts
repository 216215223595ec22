import type { StatusTones } from '../../../kit/list/types.ts'

export const tones = {
  orderStatus: {
    WAIT_PAYMENT: 'orange',
    RECEIVEING: 'orange',
    ONGOING: 'blue',
    FINISHED: 'green',
    WAIT_EVALUATE: 'blue',
    CANCELED: 'grey',
  },
  followState: { none: 'grey', following: 'blue', reviewed: 'green' },
} as const satisfies StatusTones
