import Type from 'typebox'
import { Day, defineEndpoint, Id, nullable } from '../../core/contract.ts'

/** Days of the courses, the newest finished one last. */
export const COURSE_DAYS = 14
/** Days that publications and shares look back. */
export const SPAN_DAYS = 30
/** Two hours each. */
export const SLOTS = 12
export const AUTHORS = 7
/** Categories that make the axes of the radar. */
export const AXES = 6
/** Authors are added up over this many works of the newest day, the most played first. */
export const AUTHOR_WORKS = 2_000

const sums = {
  plays: Type.Integer(),
  comments: Type.Integer(),
  likes: Type.Integer(),
  shares: Type.Integer(),
  newVideos: Type.Integer(),
  activeVideos: Type.Integer(),
  incomeFen: Type.Integer(),
}
/** Days up to the newest finished one, oldest first; those nothing was delivered for are absent. */
const Days = Type.Array(Type.Object({ day: Day, ...sums }))
const Slots = Type.Array(Type.Object({ contentType: Type.String(), slot: Type.Integer(), value: Type.Integer() }))

/** Analysis: four courses, when is published and watched, whose works are watched. */
export const dataAnalysis = defineEndpoint({
  method: 'GET',
  path: '/api/visualization/data-analysis',
  permission: 'visualization.read',
  reply: Type.Object({
    dataThrough: nullable(Day),
    days: Days,
    /** Shares of the newest day by content type. */
    shares: Type.Array(Type.Object({ contentType: Type.String(), value: Type.Integer() })),
    /** Works published within the last 30 days, by two-hour slot of their day. */
    published: Slots,
    /** Plays of the hourly feed within the last 30 days, by two-hour slot. */
    watched: Slots,
    authors: Type.Array(
      Type.Object({ creatorId: Id, name: Type.String(), works: Type.Integer(), plays: Type.Integer() }),
    ),
  }),
})

/** Several dimensions at once: the overview, actions, subjects, periods side by side, where works are published. */
export const multiDimension = defineEndpoint({
  method: 'GET',
  path: '/api/visualization/multi-dimension',
  permission: 'visualization.read',
  reply: Type.Object({
    dataThrough: nullable(Day),
    days: Days,
    /** The same number of days before `days`. */
    daysBefore: Days,
    /** Plays of 30 days by content type and category of the first level, the most played categories. */
    subjects: Type.Array(
      Type.Object({
        categoryId: Id,
        nameZh: Type.String(),
        nameEn: Type.String(),
        contentType: Type.String(),
        plays: Type.Integer(),
      }),
    ),
    /** Works published within 30 days by content type and platform. */
    sources: Type.Array(Type.Object({ contentType: Type.String(), platform: Type.String(), works: Type.Integer() })),
  }),
})
