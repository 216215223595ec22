import type { StatusTones } from '../../kit/list/types.ts'

/** The dots of a video's states. */
export const tones = {
  visibility: { public: 'green', private: 'grey', reviewing: 'blue', removed: 'red', deleted: 'grey' },
  riskState: { none: 'grey', pending: 'orange', limited: 'orange', blocked: 'red', appealing: 'blue' },
  qualityFlag: { ok: 'green', stale: 'orange', rollback: 'orange', spike: 'blue', missing: 'red' },
} as const satisfies StatusTones
