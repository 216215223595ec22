import type pg from 'pg'
import { addDays, startOf } from '../../../core/time.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

const FEW_VIDEOS = 500
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const TASKS = [
  ['冬日短剧推广计划 · 第三期', 'douyin', 'sm4'],
  ['城市生活家招募', 'kuaishou', 'wl'],
  ['年货节好物种草', 'douyin', 'wl'],
  ['知识区冬季打卡', 'bilibili', 'sm4'],
  ['视频号本地探店', 'wechat_channels', 'wl'],
] as const
const TOPICS = [
  '冬至吃什么：南北差异一条讲清',
  '年终总结不写流水账的三种拍法',
  '零下十度的早餐摊',
  '小户型收纳，只用快递盒',
  '第一次带爸妈坐高铁',
  '租房冬天不开暖气怎么过',
  '老手艺人的最后一单',
  '一百块的年夜饭',
  '返乡车票开抢，聊聊怎么买',
  '考研倒计时三十天作息表',
  '县城咖啡店的一天',
  '旧羽绒服翻新全过程',
  '第一批退休的 70 后在做什么',
  '办公室久坐十分钟拉伸',
  '一个人的火锅怎么吃不浪费',
  '带猫回家过年全攻略',
  '菜市场里的时令日历',
  '新手学做饺子皮不破的诀窍',
  '拍夜景不用三脚架',
  '跟着外卖骑手认识一座城',
]
const REASONS = [
  '类目近 7 日播放明显上涨，完播率高，适合跟拍。',
  '平台同类话题正在加热，前三秒直接给结果效果最好。',
  '历史同题材有效率 80% 以上，新人达人也能上手。',
  '节日前两周是窗口期，越早投稿越好。',
  '素材可二次剪辑，建议换本地口音配音。',
  '',
]
const TAGS = ['冬季', '年货节', '生活', '剧情', '教程', '本地', '情感', '好物']
const INVALID = ['作品已设为私密，无法核验', '内容与选题无关', '发布时间早于领取时间', '视频画质不达标，请重新发布']
const SLOTS = ['home', 'academy', 'data_top'] as const
type Status = 'draft' | 'scheduled' | 'online' | 'full' | 'offline' | 'expired'
type ClaimStatus = 'claimed' | 'submitted' | 'valid' | 'invalid' | 'settled' | 'expired' | 'cancelled'

const STATES: readonly [Status, number][] = [
  ['online', 24],
  ['full', 6],
  ['scheduled', 6],
  ['draft', 8],
  ['offline', 8],
  ['expired', 8],
]
const FEW_STATES: readonly [Status, number][] = [
  ['online', 3],
  ['full', 1],
  ['scheduled', 1],
  ['draft', 2],
  ['offline', 1],
  ['expired', 1],
]

interface Work {
  id: string
  title: string
  link: string
  platform: string
  itemId: string
  partnerId: string
  creatorId: string
}
interface Bound {
  creatorId: string
  partnerId: string
  lineId: string
  platform: string
}

/** Recommendations in every state, with the claims, works and views that came of them. */
export async function fillRecommendations(client: pg.PoolClient, size: Size): Promise<void> {
  const random = randomOf(size.seed, 35)
  const end = +startOf(addDays(size.through, 1))
  const iso = (instant: number) => new Date(instant).toISOString()
  const isSmall = size.videos < FEW_VIDEOS
  const works = await rowsOf<Work>(
    client,
    `select v.id::text, v.title, v.platform, v.platform_item_id as "itemId", v.partner_id::text as "partnerId", v.creator_id::text as "creatorId",
       coalesce(v.share_url, '') as link
     from video v join video_stat s on s.video_id = v.id
     where v.risk_state = 'none' and v.visibility = 'public' and v.partner_id is not null and v.creator_id is not null and v.title <> ''
     order by s.play_count desc, v.id limit 600`,
  )
  const bound = await rowsOf<Bound>(
    client,
    `select b.creator_id::text as "creatorId", b.partner_id::text as "partnerId", p.business_line_id::text as "lineId", c.platform
     from creator_binding b join partner p on p.id = b.partner_id join creator c on c.id = b.creator_id
     where b.unbind_time is null order by b.id limit 600`,
  )
  const people = await rowsOf<{ id: string; partnerId: string }>(
    client,
    `select id::text, partner_id::text as "partnerId" from app_user where role = 'partner' and status = 'active' order by id`,
  )
  const [coo] = await rowsOf<{ id: string }>(client, `select id::text from app_user where access_key = 'coo'`)
  const collections = await rowsOf<{ id: string; name: string }>(
    client,
    `select id::text, name from collection where status = 'online' order by id limit 12`,
  )
  const tasks: { id: string; name: string; platform: string }[] = []
  for (const [name, platform, product] of TASKS) {
    const { rows } = await client.query(
      `insert into task (platform, name, product_code, start_at, end_before) values ($1, $2, $3, $4, $5) returning id::text, name, platform`,
      [platform, name, product, iso(end - 20 * DAY_MS), iso(end + 40 * DAY_MS)],
    )
    tasks.push(rows[0])
  }
  const states = (isSmall ? FEW_STATES : STATES).flatMap(([status, n]) => Array.from({ length: n }, () => status))
  const used = new Set<string>()
  const freeWork = (partnerId: string, creatorId: string): Work | undefined =>
    works.find(
      (work) => work.partnerId === partnerId && work.creatorId === creatorId && work.link && !used.has(work.itemId),
    )
  for (const [at, status] of states.entries()) {
    const type = (['video', 'topic', 'video', 'task', 'topic', 'collection'] as const)[at % 6]!
    const target =
      type === 'video'
        ? works[(at * 7) % works.length]
        : type === 'task'
          ? tasks[Math.floor(at / 6) % tasks.length]
          : collections[Math.floor(at / 6) % Math.max(1, collections.length)]
    const kind = target || type === 'topic' ? type : 'topic'
    const title =
      kind === 'topic'
        ? TOPICS[Math.floor(at / 3) % TOPICS.length]!
        : kind === 'video'
          ? (target as Work).title
          : (target as { name: string }).name
    const quota = status === 'full' ? random.int(2, 3) : random.chance(0.6) ? random.pick([5, 8, 10, 20]) : null
    const startAt =
      status === 'scheduled'
        ? end + random.int(2, 12) * DAY_MS + 10 * HOUR_MS
        : status === 'draft'
          ? null
          : end - random.int(3, 20) * DAY_MS
    const deadline = deadlineOf(random, status, startAt, end)
    const isFew = random.chance(0.2)
    const made = end - random.int(21, 30) * DAY_MS
    const { rows } = await client.query<{ id: string }>(
      `insert into recommendation (target_type, task_id, video_id, collection_id, title, reason, tags, source, score, priority, slot_code, audience,
         quota, est_cpm_e4, deadline_at, start_at, end_before, status, online_at, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22) returning id::text`,
      [
        kind,
        kind === 'task' ? target!.id : null,
        kind === 'video' ? target!.id : null,
        kind === 'collection' ? target!.id : null,
        title.slice(0, 200),
        random.pick(REASONS),
        [...new Set([random.pick(TAGS), random.pick(TAGS)])],
        kind === 'video' && random.chance(0.4) ? 'rule' : 'manual',
        random.int(45, 98),
        random.chance(0.15) ? random.int(1, 5) : 0,
        SLOTS[at % SLOTS.length],
        isFew ? 'partners' : 'all',
        quota,
        random.chance(0.7) ? random.int(80, 650) * 1000 : null,
        deadline === null ? null : iso(deadline),
        startAt === null ? null : iso(startAt),
        deadline === null ? null : iso(deadline + 3 * DAY_MS),
        status,
        startAt !== null && status !== 'scheduled' ? iso(startAt) : null,
        coo!.id,
        iso(made),
        iso(Math.max(made, Math.min(end - HOUR_MS, startAt ?? 0))),
      ],
    )
    const id = rows[0]!.id
    const meant = isFew ? ['1', '2', '3'] : [...new Set(bound.map(({ partnerId }) => partnerId))]
    if (isFew)
      await client.query('insert into recommendation_partner select $1, p from unnest($2::bigint[]) p', [id, meant])
    if (startAt === null || status === 'scheduled') continue
    const taskPlatform = kind === 'task' ? (target as { platform: string }).platform : null
    const open = bound.filter(
      ({ partnerId, platform }) => meant.includes(partnerId) && (!taskPlatform || platform === taskPlatform),
    )
    const wanted = status === 'full' ? quota! : Math.min(random.int(0, 7), (quota ?? 99) - 1)
    const takers = new Map<string, Bound>()
    for (let tries = 0; tries < wanted * 6 && takers.size < wanted && open.length > 0; tries++) {
      const one = random.pick(open)
      takers.set(`${one.partnerId}:${one.creatorId}`, one)
    }
    let places = 0
    for (const taker of takers.values()) {
      const claimedAt =
        status === 'expired' ? startAt + random.int(4, 40) * HOUR_MS : end - random.int(2, 150) * HOUR_MS
      const work = freeWork(taker.partnerId, taker.creatorId)
      const claim = claimOf(random, status, work)
      if (work && WITH_WORK.has(claim)) used.add(work.itemId)
      if (!['expired', 'cancelled'].includes(claim)) places++
      const isDone = WITH_WORK.has(claim)
      await client.query(
        `insert into recommendation_claim (recommendation_id, partner_id, creator_id, status, claimed_at, due_at, link, platform, platform_item_id,
           video_id, submitted_at, judged_by, judged_at, invalid_reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          ...[id, taker.partnerId, taker.creatorId, claim, iso(claimedAt), iso(claimedAt + 7 * DAY_MS)],
          ...(isDone
            ? [work!.link, work!.platform, work!.itemId, work!.id, iso(claimedAt + 20 * HOUR_MS)]
            : Array(5).fill(null)),
          ...(isDone && claim !== 'submitted' ? [coo!.id, iso(claimedAt + 30 * HOUR_MS)] : [null, null]),
          claim === 'invalid' ? random.pick(INVALID) : null,
        ],
      )
    }
    // A full one has as many places as were taken.
    await client.query('update recommendation set claimed_count = $2, quota = $3 where id = $1', [
      id,
      places,
      status === 'full' ? Math.max(1, places) : quota,
    ])
    if (status === 'full' && places === 0)
      await client.query(`update recommendation set status = 'online' where id = $1`, [id])
    await copyViews(
      client,
      random,
      id,
      people.filter(({ partnerId }) => meant.includes(partnerId)),
      size.through,
    )
  }
  await fillSuggestions(client, size, works.slice(-12))
}

const WITH_WORK: ReadonlySet<ClaimStatus> = new Set(['submitted', 'valid', 'invalid', 'settled'])

function deadlineOf(random: Random, status: Status, startAt: number | null, end: number): number | null {
  if (status === 'expired') return end - random.int(1, 2) * DAY_MS
  if (startAt === null || !random.chance(0.8)) return null
  return Math.max(end, startAt) + random.int(5, 20) * DAY_MS + 18 * HOUR_MS
}

function claimOf(random: Random, status: Status, work: Work | undefined): ClaimStatus {
  if (!work) return status === 'expired' ? 'expired' : random.weigh({ claimed: 6, cancelled: 1 })
  // Claims of an item that is over are themselves over.
  if (status === 'expired') return random.weigh({ valid: 4, settled: 3, invalid: 2 })
  return random.weigh({ claimed: 3, submitted: 4, valid: 5, invalid: 1 })
}

/** Two weeks of people who saw an item, and some who opened it. */
async function copyViews(
  client: pg.PoolClient,
  random: Random,
  id: string,
  people: { id: string; partnerId: string }[],
  through: string,
): Promise<void> {
  const rows = people.flatMap((person) =>
    Array.from({ length: 14 }, (_, back) => addDays(through, -back))
      .filter(() => random.chance(0.45))
      .map((day) => ({ day, user: person.id, partner: person.partnerId, opened: random.chance(0.4) })),
  )
  await client.query(
    `insert into recommendation_event_daily
     select $1, r.day, r."user", r.partner, r.opened from json_to_recordset($2) r (day date, "user" bigint, partner bigint, opened boolean)`,
    [id, JSON.stringify(rows)],
  )
}

async function fillSuggestions(client: pg.PoolClient, size: Size, works: Work[]): Promise<void> {
  const random = randomOf(size.seed, 36)
  for (const [at, work] of works.entries()) {
    const before = random.int(400_000, 3_000_000)
    const p80 = random.int(300_000, 420_000)
    await client.query(
      `insert into recommendation_suggestion (video_id, suggested_on, score, category_plays, category_plays_before, finish_rate_ppm, finish_p80_ppm, status)
       select v.id, $2, $3, $4, $5, $6, $7, $8 from video v where v.id = $1 and v.category_id is not null`,
      [
        ...[work.id, addDays(size.through, 1), random.int(62, 96), Math.round(before * (1.5 + random.next())), before],
        ...[p80 + random.int(5_000, 150_000), p80, at % 6 === 5 ? 'dismissed' : 'open'],
      ],
    )
  }
}

async function rowsOf<T extends pg.QueryResultRow>(client: pg.PoolClient, text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows
}
