import type { Tone } from '../../../kit/list/types.ts'

export const stateTones: Record<string, Tone> = {
  pending: 'orange',
  claimed: 'blue',
  escalated: 'red',
  decided: 'green',
  closed: 'grey',
  appealing: 'orange',
  merged: 'grey',
}
export const tones = {
  state: stateTones,
  appealState: { none: 'grey', submitted: 'orange', upheld: 'grey', overturned: 'green' },
} satisfies Record<string, Record<string, Tone>>
