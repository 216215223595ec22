import type { Tone } from '../../../kit/list/types.ts'

/** The dot of each status. */
export const TONES: { status: Record<string, Tone> } = {
  status: { invited: 'orange', active: 'green', locked: 'red', disabled: 'grey' },
}
