export const tones = {
  status: {
    queued: 'orange',
    running: 'blue',
    done: 'green',
    failed: 'red',
    canceled: 'grey',
    expired: 'grey',
  },
} as const
