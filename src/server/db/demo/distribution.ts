import type pg from 'pg'
import { addDays, startOf } from '../../../core/time.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Rows the demo has; a small world has a handful. */
const ROWS = 600
const FEW = 12
const FEW_VIDEOS = 500

const BATCHES = [
  { name: '双十一好物种草分发', daysAgo: 21, mode: 'split', price: 'per_post', unit: 800_000, tags: ['#双十一清单'] },
  {
    name: '探店短视频矩阵首发',
    daysAgo: 16,
    mode: 'all',
    price: 'cpm',
    unit: 120_000,
    tags: ['#本地探店', '#周末去哪'],
  },
  { name: '家常菜合集二次分发', daysAgo: 12, mode: 'split', price: 'per_post', unit: 500_000, tags: ['#家常菜'] },
  { name: '短剧片段独家投放', daysAgo: 9, mode: 'exclusive', price: 'share', unit: null, tags: ['#短剧推荐'] },
  { name: '秋冬穿搭分发 11 月', daysAgo: 5, mode: 'split', price: 'per_post', unit: 600_000, tags: ['#秋冬穿搭'] },
  { name: '旅行攻略长尾补量', daysAgo: 2, mode: 'all', price: 'cpm', unit: 90_000, tags: [] },
  { name: '本周精选分发', daysAgo: 0, mode: 'split', price: 'none', unit: null, tags: [] },
] as const

/** By days since the batch: how far its rows have come. */
const FATES = {
  old: {
    finished: 46,
    verified: 16,
    published: 7,
    expired: 11,
    rejected: 9,
    recalled: 6,
    recalling: 2,
    recall_overdue: 3,
  },
  running: {
    verified: 16,
    published: 26,
    downloaded: 18,
    accepted: 17,
    pending: 12,
    rejected: 7,
    recalling: 3,
    recalled: 1,
  },
  fresh: { pending: 58, accepted: 22, downloaded: 12, published: 6, rejected: 2 },
} as const
type Fate = keyof (typeof FATES)['old'] | keyof (typeof FATES)['running']

const REJECTED = ['账号垂类不符', '近期档期已满', '同类素材重复', '平台限流期，暂不发布']
const FAILED = ['链接失效', '缺少标题或话题', '非约定账号']
const RECALLED = ['合作方要求撤稿', '素材有误，需替换', '品牌方调整投放']
const ACCOUNTS = [
  ['城市漫游手册', '街角食客', '周末逛一逛', '本地生活君'],
  ['同城上新', '联渠优选', '小城日常'],
  ['双江Vlog', '江边放映室', '江城好物', '一起看短剧'],
]
const PLATFORMS = ['douyin', 'kuaishou', 'xigua', 'wechat_channels']

/** Campaigns and their tasks in every state, with links and their plays by day. */
export async function fillDistribution(client: pg.PoolClient, size: Size): Promise<void> {
  const isSmall = size.videos < FEW_VIDEOS
  const random = randomOf(size.seed, 17)
  const end = +startOf(addDays(size.through, 1))
  const { rows: videos } = await client.query<{ id: string; supplier: number }>(
    `select v.id::text from video v join partner p on p.id = v.partner_id
     where v.risk_state = 'none' and v.visibility = 'public' and p.status = 'active' and v.published_at is not null
     order by v.published_at desc, v.id limit $1`,
    [isSmall ? FEW : ROWS],
  )
  const batches = BATCHES.map((batch, at) => batchOf(batch, at + 1, end))
  const rows: Record<string, unknown>[] = []
  const receipts: Record<string, unknown>[] = []
  const metrics: Record<string, unknown>[] = []
  for (const [at, { id }] of videos.entries()) {
    const batch = isSmall ? batches[at % 3]! : batches[Math.floor((at / videos.length) * batches.length)]!
    const row = rowOf(random, at, id, batch, (at % size.suppliers) + 1, end, isSmall)
    rows.push(row)
    if (row.receipt_count === 0) continue
    const receipt = receiptOf(random, receipts.length + 1, row, end)
    receipts.push(receipt)
    metrics.push(...metricsOf(random, receipt, size.through))
    if (row.status === 'finished' || row.status === 'verified') row.passed_count = 1
    row.play_count = receipt.play_count
  }
  await insert(client, 'dist_batch', BATCH_TYPES, batches)
  await client.query(
    `insert into distribution (id, batch_id, video_id, supplier_id, title, cover_url, duration_ms, content_type, category_id, original_url,
       is_exclusive, status, deadline_at, accepted_at, downloaded_at, download_count, published_at, verified_at, finished_at, ended_at,
       reject_reason, check_state, receipt_count, passed_count, play_count, takedown_reason, takedown_due_at, status_before_recall,
       created_at, updated_at)
     overriding system value
     select r.id, r.batch_id, v.id, r.supplier_id, v.title, v.cover_url, v.duration_ms, v.content_type, v.category_id, v.share_url,
       r.is_exclusive, r.status, r.deadline_at, r.accepted_at, r.downloaded_at, r.download_count, r.published_at, r.verified_at,
       r.finished_at, r.ended_at, r.reject_reason, r.check_state, r.receipt_count, r.passed_count, r.play_count, r.takedown_reason,
       r.takedown_due_at, r.status_before_recall, r.created_at, r.created_at
     from jsonb_to_recordset($1::jsonb) as r (id bigint, batch_id bigint, video_id bigint, supplier_id bigint, is_exclusive boolean,
       status text, deadline_at timestamptz, accepted_at timestamptz, downloaded_at timestamptz, download_count integer,
       published_at timestamptz, verified_at timestamptz, finished_at timestamptz, ended_at timestamptz, reject_reason text,
       check_state text, receipt_count integer, passed_count integer, play_count bigint, takedown_reason text,
       takedown_due_at timestamptz, status_before_recall text, created_at timestamptz) join video v on v.id = r.video_id`,
    [JSON.stringify(rows)],
  )
  await insert(client, 'dist_receipt', RECEIPT_TYPES, receipts)
  await insert(client, 'dist_metric_daily', METRIC_TYPES, metrics)
  await client.query(
    `insert into supplier_channel (supplier_id, platform, account)
     select distinct d.supplier_id, r.platform, r.channel_account from dist_receipt r join distribution d on d.id = r.distribution_id`,
  )
  await client.query(AUDIT)
  await client.query(TODOS)
  for (const table of ['dist_batch', 'distribution', 'dist_receipt'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) is not null) from ${table}`,
    )
}

/** What led to each row's state, as the verbs would have written it. */
const AUDIT = `
  insert into audit_log (at, actor_id, action, entity, entity_id, reason)
  select e.at, case when e.by_supplier then (select u.id from app_user u where u.supplier_id = d.supplier_id and u.status = 'active' order by u.id limit 1)
      when e.action = 'distribution.expire' or e.action = 'distribution.overdue' then null else 1 end,
    e.action, 'distribution', d.id::text, e.reason
  from distribution d cross join lateral (values
    (d.created_at, false, 'distribution.send', null),
    (d.accepted_at, true, 'distribution.accept', null),
    (d.downloaded_at, true, 'distribution.download', null),
    (d.published_at, true, 'distribution.submit', null),
    (case when d.check_state = 'fail' then d.published_at + interval '5 hours' end, false, 'distribution.fail',
      (select r.check_note from dist_receipt r where r.distribution_id = d.id limit 1)),
    (d.verified_at, false, 'distribution.pass', null),
    (d.finished_at, false, 'distribution.finish', null),
    (case when d.takedown_due_at is not null then d.takedown_due_at - interval '24 hours' end, false, 'distribution.recall', d.takedown_reason),
    (case when d.status = 'recall_overdue' then d.takedown_due_at end, false, 'distribution.overdue', null),
    (case when d.status = 'rejected' then d.ended_at end, true, 'distribution.reject', d.reject_reason),
    (case when d.status = 'recalled' then d.ended_at end, true, 'distribution.confirmRecall', null),
    (case when d.status = 'expired' then d.ended_at end, false, 'distribution.expire', null)
  ) as e (at, by_supplier, action, reason) where e.at is not null order by e.at, d.id`

const TODOS = `
  insert into message (receiver_id, sender_id, type, biz_type, biz_id, words, link, message_type, created_at)
  select u.id, 1, 'todo', 'distribution', w.batch_id || '-' || w.supplier_id, jsonb_build_object(
      'zh-CN', jsonb_build_object('title', '新分发任务 ' || w.n || ' 条', 'content', w.n || ' 条任务待接收，请于 ' || w.day || ' 24:00（UTC+8）前发布并提交链接。'),
      'en-US', jsonb_build_object('title', w.n || ' new distribution tasks', 'content', w.n || ' tasks wait for you. Post and submit the link before 24:00 on ' || w.day || ' (UTC+8).')),
    '/dashboard/distribute_videos?status=pending&batchId=' || w.batch_id, 0, w.at
  from (select batch_id, supplier_id, count(*) as n, max(created_at) as at, to_char(max(deadline_at) - interval '16 hours', 'YYYY-MM-DD') as day
    from distribution where status = 'pending' and deadline_at > now() group by 1, 2) w
  join app_user u on u.supplier_id = w.supplier_id and u.status = 'active'`

function batchOf(batch: (typeof BATCHES)[number], id: number, end: number) {
  const created = end - batch.daysAgo * DAY_MS - 15 * HOUR_MS
  return {
    id,
    name: batch.name,
    mode: batch.mode,
    daysAgo: batch.daysAgo,
    platforms: batch.mode === 'exclusive' ? ['douyin', 'kuaishou'] : PLATFORMS,
    region: 'cn',
    rights_start: iso(created - 9 * HOUR_MS),
    rights_end: iso(created - 9 * HOUR_MS + 180 * DAY_MS),
    allow_edit: batch.mode !== 'exclusive',
    required_tags: batch.tags,
    forbidden_words: ['最低价', '全网独家'],
    price_model: batch.price,
    unit_price_e4: batch.unit,
    share_ppm: batch.price === 'share' ? 300_000 : null,
    cap_fen: batch.price === 'cpm' ? 200_000 : null,
    // The day's end, ten days on.
    deadline_at: iso(end + (10 - batch.daysAgo) * DAY_MS),
    created_by: 1,
    created_at: iso(created),
  }
}

function rowOf(
  random: Random,
  at: number,
  videoId: string,
  batch: ReturnType<typeof batchOf>,
  supplierId: number,
  end: number,
  isSmall: boolean,
): Record<string, unknown> {
  const fates = isSmall || batch.daysAgo > 10 ? FATES.old : batch.daysAgo > 3 ? FATES.running : FATES.fresh
  const status = random.weigh(fates as Record<Fate, number>)
  const created = Date.parse(batch.created_at)
  // Nothing a row has behind it lies after the last day with figures.
  let clock = created
  const later = (hours: number): string => {
    clock = Math.min(clock + (0.2 + random.next()) * hours * HOUR_MS, end - HOUR_MS)
    return iso(clock)
  }
  const isTakenBack = status === 'recalling' || status === 'recall_overdue' || status === 'recalled'
  const reached = { pending: 0, accepted: 1, downloaded: 2, published: 3, verified: 4, finished: 5 } as Record<
    string,
    number
  >
  const stage = isTakenBack ? random.int(3, 4) : (reached[status] ?? (status === 'expired' ? random.int(0, 2) : 0))
  const accepted = stage >= 1 ? later(8) : null
  const downloaded = stage >= 2 ? later(4) : null
  const published = stage >= 3 ? later(30) : null
  const verified = stage >= 4 ? later(20) : null
  const finished = stage >= 5 ? later(40) : null
  const due =
    status === 'recalling'
      ? iso(Math.max(Date.now(), end) + random.int(3, 22) * HOUR_MS)
      : isTakenBack
        ? later(30)
        : null
  const deadline = Date.parse(batch.deadline_at)
  return {
    id: at + 1,
    batch_id: batch.id,
    video_id: videoId,
    supplier_id: supplierId,
    is_exclusive: batch.mode === 'exclusive',
    status,
    deadline_at: batch.deadline_at,
    accepted_at: accepted,
    downloaded_at: downloaded,
    download_count: stage >= 2 ? random.int(1, 3) : 0,
    published_at: published,
    verified_at: verified,
    finished_at: finished,
    ended_at: status === 'expired' ? iso(deadline) : status === 'rejected' || status === 'recalled' ? later(12) : null,
    reject_reason: status === 'rejected' ? random.pick(REJECTED) : null,
    check_state: stage >= 4 ? 'pass' : stage === 3 ? (random.chance(0.2) ? 'fail' : 'pending') : 'none',
    receipt_count: stage >= 3 ? 1 : 0,
    passed_count: stage >= 4 ? 1 : 0,
    play_count: 0,
    takedown_reason: isTakenBack ? random.pick(RECALLED) : null,
    takedown_due_at: due,
    status_before_recall: isTakenBack ? (stage === 4 ? 'verified' : 'published') : null,
    created_at: batch.created_at,
  }
}

function receiptOf(random: Random, id: number, row: Record<string, unknown>, end: number) {
  const platform = row.is_exclusive ? random.pick(['douyin', 'kuaishou']) : random.pick(PLATFORMS)
  const item =
    platform === 'kuaishou'
      ? `3x${random.int(1e8, 9e8).toString(36)}${random.int(1e8, 9e8).toString(36)}`
      : `75${random.int(10_000_000, 99_999_999)}${random.int(10_000_000, 99_999_999)}${id % 10}`
  const days = Math.max(1, Math.floor((end - Date.parse(String(row.published_at))) / DAY_MS))
  const plays = Math.round(Math.exp(7.4 + random.normal() * 1.3) * Math.min(6, days))
  const state = row.check_state as string
  const link = {
    douyin: `https://www.douyin.com/video/${item}`,
    kuaishou: `https://www.kuaishou.com/short-video/${item}`,
    xigua: `https://www.ixigua.com/${item}`,
    wechat_channels: `https://channels.weixin.qq.com/web/pages/feed?feedid=${item}`,
  }[platform]
  return {
    id,
    distribution_id: row.id,
    channel_account: random.pick(ACCOUNTS[(Number(row.supplier_id) - 1) % ACCOUNTS.length]!),
    platform,
    platform_item_id: item,
    post_url: link,
    published_at: row.published_at,
    check_state: state,
    check_note: state === 'fail' ? random.pick(FAILED) : null,
    checked_at: state === 'pass' ? row.verified_at : null,
    play_count: plays,
    like_count: Math.round(plays * (0.02 + random.next() * 0.05)),
    comment_count: Math.round(plays * 0.004),
    share_count: Math.round(plays * 0.006),
    last_metric_at: iso(end - 13 * HOUR_MS),
    created_at: row.published_at,
    days,
  }
}

/** The post's totals by day, up to the last day with figures. */
function metricsOf(random: Random, receipt: ReturnType<typeof receiptOf>, through: string): Record<string, unknown>[] {
  const days = Math.min(receipt.days, 10)
  const steps = Array.from({ length: days }, (_, at) => (0.3 + random.next()) / (at + 1))
  const all = steps.reduce((sum, step) => sum + step, 0)
  let sum = 0
  return steps.map((step, at) => {
    sum += step
    const part = sum / all
    return {
      receipt_id: receipt.id,
      stat_date: addDays(through, at + 1 - days),
      play_count: at === days - 1 ? receipt.play_count : Math.round(receipt.play_count * part),
      like_count: Math.round(receipt.like_count * part),
      comment_count: Math.round(receipt.comment_count * part),
      share_count: Math.round(receipt.share_count * part),
    }
  })
}

const BATCH_TYPES =
  'id bigint, name text, mode text, platforms text[], region text, rights_start timestamptz, rights_end timestamptz, allow_edit boolean, required_tags text[], forbidden_words text[], price_model text, unit_price_e4 bigint, share_ppm integer, cap_fen bigint, deadline_at timestamptz, created_by bigint, created_at timestamptz'
const RECEIPT_TYPES =
  'id bigint, distribution_id bigint, channel_account text, platform text, platform_item_id text, post_url text, published_at timestamptz, check_state text, check_note text, checked_at timestamptz, play_count bigint, like_count bigint, comment_count bigint, share_count bigint, last_metric_at timestamptz, created_at timestamptz'
const METRIC_TYPES =
  'receipt_id bigint, stat_date date, play_count bigint, like_count bigint, comment_count bigint, share_count bigint'

async function insert(client: pg.PoolClient, table: string, types: string, rows: object[]): Promise<void> {
  const names = types
    .split(', ')
    .map((type) => type.split(' ')[0])
    .join(', ')
  await client.query(
    `insert into ${table} (${names}) ${table === 'dist_metric_daily' ? '' : 'overriding system value '}select ${names} from jsonb_to_recordset($1::jsonb) as r (${types})`,
    [JSON.stringify(rows)],
  )
}

const iso = (instant: number): string => new Date(instant).toISOString()
