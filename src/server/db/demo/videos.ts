import { addDays, startOf } from '../../../core/time.ts'
import { titleOf } from './categories.ts'
import { type Creator, type Organisation, ownerAt } from './organisation.ts'
import { mix, type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

/** A video's lines for COPY: its row, its daily snapshots, its current figures. */
export interface Drawn {
  video: string
  metrics: string[]
  stat: string
}

export const VIDEO_COLUMNS =
  'id, platform, platform_item_id, title, share_url, content_type, duration_ms, category_id, creator_id, partner_id, product_code, published_at, visibility, risk_state, settlement_excluded_reason, first_seen_at, updated_at'
export const METRIC_COLUMNS =
  'video_id, stat_date, play_count, effective_play_count, like_count, comment_count, share_count, favorite_count, finish_rate_ppm, est_income_fen, play_delta, like_delta, comment_delta, share_delta, quality_flag, updated_at'
export const STAT_COLUMNS =
  'video_id, play_count, effective_play_count, like_count, comment_count, share_count, favorite_count, finish_rate_ppm, play_delta_1d, play_delta_7d, est_income_fen, est_income_1d_fen, settled_income_fen, last_stat_date, metric_updated_at, quality_flag'

/** Fridays to Sundays run above the week; index 0 is Sunday. */
const WEEK = [1.28, 0.86, 0.84, 0.88, 0.95, 1.12, 1.34]
/** People publish at noon and in the evening. */
const HOURS = [7, 8, 10, 11, 12, 12, 12, 14, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 23]
const EXCLUDED = [
  '搬运内容，原作者已申诉',
  '任务开始前发布',
  '作品曾设为私密',
  '合同未覆盖该账号',
  '标题与任务要求不符',
]
const DAY_MS = 86_400_000
/** Plays of a work on which likes may look bought. */
const SPIKE_BELOW = 20_000
const NULL = '\\N'

/** Days a video's publication may lie before the metrics begin, as a part of them. */
const LEAD = 0.5

/** Draws the videos one by one, oldest first about; any number without holding them. */
export function* drawVideos(size: Size, organisation: Organisation): Generator<Drawn> {
  const calendar = calendarOf(size)
  for (let at = 0; at < size.videos; at++) yield drawVideo(size, organisation, calendar, at)
}

interface Calendar {
  first: number
  days: string[]
  weekFactor: number[]
  /** When a day's figures arrived: the next morning. */
  arrived: string[]
  /** Index of the last day that is settled: the end of the month before last. */
  settled: number
}

function calendarOf({ through, days }: Size): Calendar {
  const from = addDays(through, 1 - days)
  const names = Array.from({ length: days }, (_, at) => addDays(from, at))
  const lastMonth = addDays(`${through.slice(0, 7)}-01`, -1)
  const settledThrough = addDays(`${lastMonth.slice(0, 7)}-01`, -1)
  return {
    first: +startOf(from),
    days: names,
    weekFactor: names.map((day) => WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()]!),
    arrived: names.map((day) => `${addDays(day, 1)} 01:42:00+00`),
    settled: names.findLastIndex((day) => day <= settledThrough),
  }
}

/** What is wrong with a video's numbers, for people to find. */
type Problem = 'rollback' | 'rollbackOnce' | 'spike' | 'missing' | 'stale' | 'holes'
const PROBLEMS: Record<Problem, number> = {
  rollback: 8,
  rollbackOnce: 14,
  spike: 7,
  missing: 14,
  stale: 12,
  holes: 15,
}

function drawVideo(size: Size, { creators }: Organisation, calendar: Calendar, at: number): Drawn {
  const random = randomOf(size.seed, 3, at)
  const creator =
    at < creators.length
      ? creators[(at * 7) % creators.length]!
      : creators[Math.floor(creators.length * random.next() ** 1.7)]!
  const span = size.days * (1 + LEAD)
  const age = Math.max(0, Math.floor(span * ((size.videos - at - random.next()) / size.videos) ** 1.1))
  const publishedDay = size.days - 1 - age
  const publishedAt =
    calendar.first + publishedDay * DAY_MS + random.pick(HOURS) * 3_600_000 + random.int(0, 3_599) * 1_000
  const seconds = Math.round(
    creator.topic.seconds[0] + (creator.topic.seconds[1] - creator.topic.seconds[0]) * random.next() ** 2,
  )
  const risk = random.weigh({ none: 934, pending: 24, limited: 18, blocked: 14, appealing: 10 })
  const visibility =
    age <= 1 && random.chance(0.12)
      ? 'reviewing'
      : risk === 'blocked'
        ? 'removed'
        : random.weigh({ public: 936, private: 26, removed: 20, deleted: 18 })
  const platformItemId = itemIdOf(creator.platform, publishedAt, at)
  const excluded = random.chance(0.012) ? random.pick(EXCLUDED) : null
  const published = new Date(publishedAt).toISOString()
  const contentType = contentTypeOf(creator, random)
  const seen = new Date(publishedAt + DAY_MS).toISOString()
  const isUnsorted = random.chance(0.02)
  const id = at + 1
  const video = line(
    id,
    creator.platform,
    platformItemId,
    titleOf(creator.topic, randomOf(size.seed, 4, at)),
    linkOf(creator.platform, platformItemId),
    contentType,
    contentType === 'img' ? null : seconds * 1_000 + random.int(0, 999),
    isUnsorted ? null : creator.topicId,
    creator.id,
    ownerAt(creator, publishedAt),
    creator.product,
    published,
    visibility,
    risk,
    excluded,
    seen,
    seen,
  )
  if (visibility === 'reviewing') return { video, metrics: [], stat: unseen(id) }
  const figures = drawFigures(size, calendar, random, {
    id,
    creator,
    seconds: contentType === 'img' ? null : seconds,
    publishedDay,
    isPaid: creator.product !== null && !excluded,
  })
  return { video, ...figures }
}

interface Subject {
  id: number
  creator: Creator
  seconds: number | null
  publishedDay: number
  isPaid: boolean
}

/** Cumulative snapshots along a launch curve, with their increments, and the current figures that follow from them. */
function drawFigures(size: Size, calendar: Calendar, random: Random, subject: Subject): Omit<Drawn, 'video'> {
  const { id, creator, seconds, publishedDay, isPaid } = subject
  const last = size.days - 1
  const potential = Math.exp(9.6 + random.normal() * 1.75) * creator.reach
  const halfLife = 1.2 + random.next() ** 2 * 9
  const evergreen = 0.004 + random.next() * 0.02
  const likeRate = 0.008 + random.next() ** 2 * 0.06
  const commentRate = likeRate * (0.04 + random.next() * 0.16)
  const shareRate = likeRate * (0.05 + random.next() * 0.3)
  const favoriteRate = likeRate * (0.15 + random.next() * 0.5)
  const effectiveRate = 0.52 + random.next() * 0.34
  const finishBase = seconds === null ? 0 : Math.min(0.82, (0.16 + random.next() * 0.3) * (60 / seconds) ** 0.28 + 0.06)
  const cpmFen = creator.topic.cpmFen * (0.7 + random.next() * 0.6)
  const problem = random.chance(size.problems) ? random.weigh(PROBLEMS) : undefined
  const trouble = Math.max(1, last - random.int(8, 24))
  const until = problem === 'missing' ? last - random.int(1, 4) : problem === 'stale' ? last - random.int(9, 25) : last
  const start = Math.max(0, publishedDay)
  const isKept = keeper(start, until, size.rowsPerVideo)

  // What had been played before the first day we look at.
  let plays =
    publishedDay < 0 ? potential * (1 - Math.exp(publishedDay / halfLife)) + evergreen * potential * -publishedDay : 0
  let cleaned = 0
  let before: number[] | undefined
  let sincePaid = Math.round(plays)
  let sum7: number | null = null
  let income = 0
  let settled = 0
  let current:
    | { day: number; figures: (number | null)[]; delta: number | null; income: number; flag: string }
    | undefined
  const metrics: string[] = []
  for (let day = start; day <= until; day++) {
    const age = day - publishedDay
    const today =
      potential *
      ((1 - Math.exp(-1 / halfLife)) * Math.exp(-age / halfLife) + evergreen / (1 + age * 0.06)) *
      calendar.weekFactor[day]! *
      (0.8 + random.next() * 0.4)
    plays += today
    // The platform takes counterfeit plays back; the cumulative figure falls and goes on from there.
    if (
      (problem === 'rollback' && day === last && day > start) ||
      (problem === 'rollbackOnce' && day === trouble && day > start)
    )
      cleaned += plays * (0.04 + random.next() * 0.1) + today
    if (!isKept(day) || (problem === 'holes' && (day === trouble || day === trouble + 1))) continue
    const play = Math.max(0, Math.round(plays - cleaned))
    // Bought likes, on small works: on a large one they would drown everybody's rates.
    const isSpike = problem === 'spike' && day === last && play < SPIKE_BELOW
    const like = isSpike ? Math.round(play * 1.3) + 40 : Math.floor(play * likeRate)
    const now = [play, like, Math.floor(play * commentRate), Math.floor(play * shareRate)]
    const delta = before
      ? now.map((value, at) => value - before![at]!)
      : day === publishedDay
        ? now
        : [null, null, null, null]
    const dayIncome = isPaid ? Math.round((Math.max(0, play - sincePaid) * cpmFen) / 1_000) : 0
    const flag = (delta[0] ?? 0) < 0 ? 'rollback' : like > play ? 'spike' : 'ok'
    const finish = seconds === null ? null : Math.round(1e6 * finishBase * (0.94 + random.next() * 0.12))
    sincePaid = Math.max(sincePaid, play)
    income += dayIncome
    if (day <= calendar.settled) settled += dayIncome
    if (day > last - 7 && delta[0] !== null) sum7 = (sum7 ?? 0) + delta[0]!
    before = now
    const figures = [
      play,
      Math.floor(play * effectiveRate),
      now[1]!,
      now[2]!,
      now[3]!,
      Math.floor(play * favoriteRate),
      finish,
    ]
    metrics.push(line(id, calendar.days[day]!, ...figures, dayIncome, ...delta, flag, calendar.arrived[day]!))
    current = { day, figures, delta: delta[0]!, income: dayIncome, flag }
  }
  if (!current) return { metrics, stat: unseen(id) }
  const { day, figures, delta, flag } = current
  const isLast = day === last
  const quality = isLast ? flag : day < last - 7 ? 'stale' : 'missing'
  const stat = line(
    ...[id, ...figures, isLast ? delta : null, sum7, income, isLast ? current.income : null, settled],
    ...[calendar.days[day]!, calendar.arrived[day]!, quality],
  )
  return { metrics, stat }
}

/** Which days of a video are delivered: all of them, or its first and its last ones. */
function keeper(start: number, until: number, rows: number): (day: number) => boolean {
  if (until - start < rows) return () => true
  const head = Math.ceil(rows / 2)
  const tail = rows - head
  return (day) => day < start + head || day > until - tail
}

/** The figures of a video no source has told of. */
const unseen = (id: number): string => line(id, 0, 0, 0, 0, 0, 0, null, null, null, 0, null, 0, null, null, 'ok')

/** Text of one COPY line. */
function line(...values: (string | number | null)[]): string {
  let text = ''
  for (let at = 0; at < values.length; at++) {
    if (at) text += '\t'
    text += values[at] ?? NULL
  }
  return `${text}\n`
}

function contentTypeOf({ platform, topic }: Creator, random: Random): string {
  if (topic.code.startsWith('drama')) return 'verticalVideo'
  if (platform === 'bilibili' || platform === 'xigua') return random.chance(0.85) ? 'horizontalVideo' : 'verticalVideo'
  return random.weigh({ verticalVideo: 78, horizontalVideo: 12, img: 10 })
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An id as the platform would give it; different for every `at`, because `mix` of one number is one to one. */
function itemIdOf(platform: string, publishedAt: number, at: number): string {
  const unique = mix(at)
  switch (platform) {
    case 'bilibili': {
      let rest = unique
      let text = ''
      for (let digit = 0; digit < 6; digit++) {
        text += BASE58[rest % 58]
        rest = Math.floor(rest / 58)
      }
      return `BV1${BASE58[at % 57]}${text}${BASE58[(at * 31) % 58]}${BASE58[(at * 17) % 58]}`
    }
    case 'kuaishou':
      return `3x${unique.toString(36).padStart(7, '0')}${(at + 46_656).toString(36)}`
    default:
      return ((BigInt(Math.floor(publishedAt / 1_000)) << 32n) | BigInt(unique)).toString()
  }
}

function linkOf(platform: string, id: string): string | null {
  switch (platform) {
    case 'douyin':
      return `https://www.douyin.com/video/${id}`
    case 'kuaishou':
      return `https://www.kuaishou.com/short-video/${id}`
    case 'bilibili':
      return `https://www.bilibili.com/video/${id}`
    case 'xigua':
      return `https://www.ixigua.com/${id}`
    case 'toutiao':
      return `https://www.toutiao.com/video/${id}`
    default:
      return null
  }
}
