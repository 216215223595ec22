import type pg from 'pg'
import sql, { empty } from 'sql-template-tag'
import { addDays, startOf } from '../../../core/time.ts'
import type { Db } from '../../../core/verb.ts'
import type { Condition, Rule } from '../../../features/collections/rule.ts'
import { applyRule, countMatches } from '../../../features/collections/sqlBuild.ts'
import { randomOf } from './random.ts'
import type { Size } from './size.ts'

/** Works the world is too small for a full set of sets. */
const FEW_VIDEOS = 500
const FEW = 8
const DAY_MS = 86_400_000

interface Drawn {
  name: string
  type: 'img' | 'horizontalVideo' | 'verticalVideo'
  /** Chinese name of a category the works are of; all when absent. */
  topic?: string
  /** By hand: how many of the best. */
  take?: number
  /** By rule: what beside the topic must hold. */
  rule?: Condition[]
  match?: Rule['match']
  limit?: number
  sort?: Rule['sort']
  line?: number
  isOnline?: boolean
  owner?: string
  /** A rule that finds everything and that nobody confirmed. */
  fails?: boolean
}

const plays = (min: number): Condition => ({ field: 'plays', min })
const within = (days: number): Condition => ({ field: 'publishedWithin', days })
const finish = (percent: number): Condition => ({ field: 'finishRate', min: percent * 10_000 })
const inCategory = (id: string): Condition => ({ field: 'category', values: [id] })
const noRisk: Condition = { field: 'noRisk' }

/** In the order they were made; the first few also stand in a small world. */
const SETS: Drawn[] = [
  { name: '竖版爆款周更池', type: 'verticalVideo', rule: [plays(10_000), noRisk], limit: 200, isOnline: true },
  { name: '横版长尾精选', type: 'horizontalVideo', take: 3, isOnline: true, owner: 'ops' },
  { name: '图文种草合集', type: 'img', take: 2, owner: 'coo' },
  { name: '一线竖版素材', type: 'verticalVideo', take: 5, line: 1, isOnline: true, owner: 'coo_sm4' },
  { name: '二线竖版素材', type: 'verticalVideo', take: 4, line: 2, owner: 'coo_wl' },
  { name: '待选题素材', type: 'verticalVideo', take: 0 },
  { name: '近 30 日完播率领先', type: 'verticalVideo', rule: [within(30), finish(20)], sort: 'finishRate', limit: 50 },
  { name: '全量图文', type: 'img', rule: [plays(0)], fails: true },
  { name: '探店高赞 · 国庆档', type: 'verticalVideo', topic: '探店', take: 24, isOnline: true, owner: 'coo' },
  { name: '家常菜教学精选', type: 'verticalVideo', topic: '家常菜', take: 30, isOnline: true, owner: 'ops' },
  { name: '短剧首推 · 都市线', type: 'verticalVideo', topic: '都市', rule: [noRisk, plays(5_000)], isOnline: true },
  {
    name: '古风短剧备选',
    type: 'verticalVideo',
    topic: '古风',
    rule: [noRisk],
    limit: 60,
    owner: 'luo.jiahe',
    line: 2,
  },
  { name: '自驾路线图文', type: 'img', topic: '旅行', take: 8, owner: 'coo' },
  { name: '秋季露营横版', type: 'horizontalVideo', topic: '户外露营', take: 9, isOnline: true },
  { name: '数码测评开箱季', type: 'horizontalVideo', topic: '数码测评', rule: [plays(3_000)], isOnline: true },
  { name: '职场成长 30 讲', type: 'horizontalVideo', topic: '知识', take: 30, owner: 'ops' },
  { name: '萌宠日常轻松档', type: 'verticalVideo', topic: '宠物', rule: [noRisk, finish(25)], isOnline: true },
  { name: '亲子假期专题', type: 'verticalVideo', topic: '亲子', take: 16, owner: 'coo' },
  { name: '穿搭换季图文', type: 'img', topic: '时尚美妆', take: 12, isOnline: true },
  { name: '健身打卡月度池', type: 'verticalVideo', topic: '运动健康', rule: [within(60)], limit: 80 },
  { name: '人文历史长视频', type: 'horizontalVideo', topic: '人文历史', take: 14, isOnline: true, owner: 'coo' },
  { name: '手工达人扶持', type: 'verticalVideo', topic: '手工', take: 10, line: 1, owner: 'tang.wei' },
  {
    name: '一线近月新作',
    type: 'verticalVideo',
    rule: [within(30), noRisk],
    line: 1,
    isOnline: true,
    owner: 'tang.wei',
  },
  {
    name: '二线快速增长',
    type: 'verticalVideo',
    rule: [plays(8_000)],
    sort: 'playDelta7d',
    line: 2,
    owner: 'luo.jiahe',
  },
  {
    name: '抖快双平台头部',
    type: 'verticalVideo',
    rule: [{ field: 'platform', values: ['douyin', 'kuaishou'] }, plays(50_000)],
    limit: 100,
    isOnline: true,
  },
  { name: 'B站横版知识池', type: 'horizontalVideo', rule: [{ field: 'platform', values: ['bilibili'] }], limit: 150 },
  {
    name: '高播放或高完播',
    type: 'verticalVideo',
    match: 'any',
    rule: [plays(100_000), finish(40)],
    limit: 300,
    isOnline: true,
  },
  { name: '烘焙甜品教程', type: 'verticalVideo', topic: '烘焙甜品', take: 18, owner: 'ops' },
  { name: '年货节预热素材', type: 'verticalVideo', topic: '美食', take: 40, owner: 'coo' },
  { name: '音乐翻唱精选', type: 'verticalVideo', topic: '音乐', take: 20, isOnline: true },
  { name: '书法绘画图文集', type: 'img', topic: '才艺', take: 6 },
  { name: '双十一好物图文', type: 'img', take: 20, isOnline: true, owner: 'coo' },
]

/** Draws the collections of the demo; the videos and their figures are in. */
export async function fillCollections(client: pg.PoolClient, size: Size): Promise<void> {
  const db: Db = {
    rows: async (statement) => (await client.query(statement)).rows,
    one: async (statement) => (await client.query(statement)).rows[0],
  }
  const end = startOf(addDays(size.through, 1))
  const sets = size.videos < FEW_VIDEOS ? SETS.slice(0, FEW) : SETS
  const random = randomOf(size.seed, 20)
  const ids: string[] = []
  for (const [at, set] of sets.entries()) {
    const created = new Date(+end - (sets.length - at) * 2.4 * DAY_MS - random.int(0, 30_000_000))
    const topic = set.topic
      ? await db.one<{ id: string }>(
          sql`select id::text from category where name_zh = ${set.topic} order by parent_id nulls first limit 1`,
        )
      : undefined
    const rule: Rule | null = set.rule
      ? {
          match: set.match ?? 'all',
          conditions: [...(topic ? [inCategory(topic.id)] : []), ...set.rule],
          sort: set.sort ?? 'playCount',
          limit: set.limit ?? 500,
        }
      : null
    const orderDate = random.chance(0.7) ? addDays(size.through, random.int(-60, -1)) : null
    const row = await db.one<{ id: string }>(sql`
      insert into collection (number, name, content_type, filter_type, business_line_id, rule, order_date, report_date, owner_id,
        created_at, last_time)
      values (next_collection_number((${created}::timestamptz at time zone 'Asia/Shanghai')::date), ${set.name}, ${set.type},
        ${rule ? 'rules' : 'artificial'}, ${set.line ?? null}::bigint, ${rule && JSON.stringify(rule)}::jsonb, ${orderDate}::date,
        ${orderDate && random.chance(0.6) ? addDays(orderDate, random.int(1, 14)) : null}::date,
        coalesce((select id from app_user where access_key = ${set.owner ?? 'admin'}), 1), ${created}, ${created})
      returning id::text`)
    ids.push(row!.id)
    if (rule) await buildByRule(db, row!.id, rule, set, end)
    else await chooseByHand(db, row!.id, set, topic?.id, created)
  }
  await db.rows(sql`select recount_collections(${ids}::bigint[])`)
  const online = ids.filter((_, at) => sets[at]!.isOnline)
  await db.rows(sql`update collection set status = 'online' where id = any(${online}::bigint[]) and item_count > 0`)
  // Some were worked on since they were made; the others keep the day they were made.
  await db.rows(
    sql`update collection set last_time = least(last_time + (id % 5) * interval '31 hours', ${end}) where id % 3 > 0`,
  )
}

async function chooseByHand(db: Db, id: string, set: Drawn, topicId: string | undefined, at: Date): Promise<void> {
  await db.rows(sql`
    insert into collection_item (collection_id, video_id, position, source, added_by, added_at)
    select ${id}::bigint, v.id, row_number() over (order by s.play_count desc, v.id), 'manual', 1, ${at}
    from video v join video_stat s on s.video_id = v.id
    where v.content_type = ${set.type} and v.visibility = 'public' and v.partner_id is not null
      ${set.line ? sql`and v.partner_id in (select id from partner where business_line_id = ${set.line})` : empty}
      ${topicId ? sql`and v.category_id in (select id from category where ${topicId}::bigint in (id, parent_id))` : empty}
    order by s.play_count desc, v.id limit ${set.take}`)
}

async function buildByRule(db: Db, collectionId: string, rule: Rule, set: Drawn, now: Date): Promise<void> {
  const question = { rule, contentType: set.type, lineId: set.line ? String(set.line) : null, collectionId, now }
  if (set.fails && (await countMatches(db, question)).isEverything) {
    await db.rows(
      sql`update collection set build_error = 'RULE_MATCHES_ALL', built_at = ${now} where id = ${collectionId}`,
    )
    await db.rows(
      sql`insert into collection_build (collection_id, at, cause, error) values (${collectionId}, ${now}, 'clock', 'RULE_MATCHES_ALL')`,
    )
    return
  }
  const { added } = await applyRule(db, question)
  await db.rows(sql`update collection set built_at = ${now} where id = ${collectionId}`)
  // The history of a set that has been rebuilt for some time: first whole, then a few in and out.
  await db.rows(sql`
    insert into collection_build (collection_id, at, cause, added, removed, items)
    values (${collectionId}, ${new Date(+now - 9 * DAY_MS)}, 'save', greatest(0, ${added - 3}::int), 0, greatest(0, ${added - 3}::int)),
      (${collectionId}, ${new Date(+now - 3 * DAY_MS)}, 'clock', least(3, ${added}::int), 0, ${added}::int)`)
}
