import { addDays, dayOf } from '../../../core/time.ts'

/** How large a drawn world is. The demo, the test world and the large seed differ in this alone. */
export interface Size {
  seed: number
  /** The last business day with data. */
  through: string
  /** Days of metrics, ending with `through`. */
  days: number
  lines: number
  teams: number
  partners: number
  suppliers: number
  creators: number
  videos: number
  /** Daily rows a video has at most: its first days and its last ones. Infinity: every day. */
  rowsPerVideo: number
  /** Part of the videos whose figures have something wrong with them. */
  problems: number
  /** Beside the accounts that everybody knows, people in all states. */
  hasPeople: boolean
}

const SEED = 20_260_219

/** What an empty database is filled with where DEMO=1; ends on the day before `now` in Asia/Shanghai. */
export const demoSize = (now: Date): Size => ({
  seed: SEED,
  through: addDays(dayOf(now), -1),
  days: 90,
  lines: 2,
  teams: 4,
  partners: 12,
  suppliers: 3,
  creators: 300,
  videos: 2_000,
  rowsPerVideo: Number.POSITIVE_INFINITY,
  problems: 0.07,
  hasPeople: true,
})

/** The world of the tests: fixed to the day. */
export const testSize: Size = {
  seed: SEED,
  through: '2026-10-31',
  days: 40,
  lines: 2,
  teams: 4,
  partners: 4,
  suppliers: 2,
  creators: 10,
  videos: 60,
  rowsPerVideo: Number.POSITIVE_INFINITY,
  problems: 0.5,
  hasPeople: false,
}

/** `npm run seed`: as many videos as wanted, about `rowsPerVideo` daily rows each. */
export const largeSize = (now: Date, videos: number, days: number, rowsPerVideo: number): Size => ({
  ...demoSize(now),
  days,
  partners: Math.max(12, Math.min(2_000, Math.round(videos / 2_000))),
  creators: Math.max(300, Math.round(videos / 50)),
  videos,
  rowsPerVideo,
})
