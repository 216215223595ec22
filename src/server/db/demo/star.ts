import type pg from 'pg'
import { addDays, startOf } from '../../../core/time.ts'
import { randomOf } from './random.ts'
import type { Size } from './size.ts'

const FEW_VIDEOS = 500
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const DEMANDS = [
  '云屿咖啡 · 冬日热饮上新',
  '禾木家电 · 空气炸锅测评',
  '白露护肤 · 敏感肌修护季',
  '山隐户外 · 轻量羽绒服',
  '麦粒早餐 · 校园计划',
  '知微阅读 · 年终书单',
  '橘猫出行 · 跨年返乡',
  '青禾母婴 · 辅食教程',
  '南岸火锅 · 探店招募',
  '星野手机 · 夜拍挑战',
  '拾柒文具 · 手帐年历',
  '白鹭保险 · 家庭科普',
]
const WORDS = [
  '好用',
  '想要链接',
  '价格',
  '种草了',
  '真实',
  '广告',
  '质量',
  '颜色',
  '回购',
  '物流',
  '有点贵',
  '教程',
  '期待',
  '同款',
]
const COMPONENTS = ['商品卡', '小程序', '落地页', '门店卡', null]

interface Work {
  id: string
  itemId: string
  title: string
  link: string | null
  authorId: string
  authorName: string
  plays: number
  likes: number
  comments: number
  shares: number
  finish: number | null
}

/** Brand orders of a year, most with a video known here, some without one yet, in every state. */
export async function fillStarOrders(client: pg.PoolClient, size: Size): Promise<void> {
  const random = randomOf(size.seed, 38)
  const end = +startOf(addDays(size.through, 1))
  const iso = (instant: number) => new Date(instant).toISOString()
  const count = size.videos < FEW_VIDEOS ? 12 : 200
  const { rows: works } = await client.query<Work>(
    `select v.id::text, v.platform_item_id as "itemId", v.title, v.share_url as link, c.platform_uid as "authorId", c.nickname as "authorName",
       s.play_count as plays, s.like_count as likes, s.comment_count as comments, s.share_count as shares, s.finish_rate_ppm as finish
     from video v join video_stat s on s.video_id = v.id join creator c on c.id = v.creator_id
     where v.platform = 'douyin' and v.partner_id is not null and s.play_count > 2000 order by s.play_count desc, v.id limit 160`,
  )
  const orders = Array.from({ length: count }, (_, at) => {
    const orderedAt = end - random.int(2, 330) * DAY_MS + random.int(9, 20) * HOUR_MS
    const age = (end - orderedAt) / DAY_MS
    const status =
      age > 40
        ? random.weigh({ FINISHED: 12, WAIT_EVALUATE: 2, CANCELED: 1 })
        : random.weigh({ ONGOING: 6, RECEIVEING: 2, WAIT_PAYMENT: 1, FINISHED: 3, CANCELED: 1 })
    const isEarly = status === 'RECEIVEING' || status === 'WAIT_PAYMENT' || status === 'CANCELED'
    const work = isEarly ? undefined : works[(at * 7) % Math.max(1, works.length)]
    // Some works are on the star map before they are imported here.
    const isKnown = !!work && at % 9 !== 4
    const demand = Math.floor(random.next() ** 1.4 * DEMANDS.length)
    const price = work
      ? Math.max(80_000, Math.round((work.plays / 1000) * random.int(1_800, 6_500)))
      : random.int(2_000, 60_000) * 100
    const fen = Math.round(price / 10_000) * 10_000
    const positive = random.int(420_000, 720_000)
    const negative = random.int(20_000, 120_000)
    const isMeasured = !!work
    return {
      star_id: `16${String(9_000_000_000_000 + (demand % 3))}`,
      order_id: String(7_600_000_000_000_000_000n + BigInt(at) * 7_919_313n),
      demand_id: String(7_590_000_000_000_000_000n + BigInt(demand) * 104_729n),
      demand_name: DEMANDS[demand]!,
      item_id: work ? (isKnown ? work.itemId : String(7_580_000_000_000_000_000n + BigInt(at))) : null,
      video_id: isKnown ? work.id : null,
      video_url: work?.link ?? null,
      title: work?.title ?? '',
      author_id: work?.authorId ?? null,
      author_name: work?.authorName ?? random.pick(works)?.authorName ?? null,
      component_type: random.pick(COMPONENTS),
      settlement_type: random.weigh({
        FIXED_PRICE: 9,
        CPM: 4,
        RANK: 2,
        CPA: 2,
        EFFECT: 1,
        EXCHANGE: 1,
        STAR_SUPPORT: 1,
      }),
      order_status: status,
      price_fen: fen,
      cpm_fen: work ? Math.round((fen * 1000) / work.plays) : null,
      play_count: work?.plays ?? null,
      like_count: work?.likes ?? null,
      comment_count: work?.comments ?? null,
      share_count: work?.shares ?? null,
      finish_rate_ppm: work ? (work.finish ?? 310_000) : null,
      five_s_play_rate_ppm: isMeasured ? random.int(480_000, 780_000) : null,
      play_rate_ppm: isMeasured ? random.int(420_000, 690_000) : null,
      component_show: isMeasured ? Math.round(work.plays * 0.7) : null,
      component_click: isMeasured ? Math.round(work.plays * 0.02) : null,
      ctr_ppm: isMeasured ? random.int(12_000, 46_000) : null,
      pos_rate_ppm: isMeasured ? positive : null,
      neu_rate_ppm: isMeasured ? 1_000_000 - positive - negative : null,
      neg_rate_ppm: isMeasured ? negative : null,
      hot_words: isMeasured ? [...new Set(Array.from({ length: 8 }, () => random.pick(WORDS)))] : [],
      ordered_at: iso(orderedAt),
      update_time: iso(end - random.int(1, 20) * HOUR_MS),
      follow_state:
        status === 'FINISHED'
          ? random.weigh({ reviewed: 5, following: 2, none: 1 })
          : random.weigh({ none: 3, following: 2 }),
      digest: 'demo',
    }
  })
  await client.query(
    `insert into star_order (star_id, order_id, demand_id, demand_name, item_id, video_id, video_url, title, author_id, author_name, component_type,
       settlement_type, order_status, price_fen, cpm_fen, play_count, like_count, comment_count, share_count, finish_rate_ppm, five_s_play_rate_ppm,
       play_rate_ppm, component_show, component_click, ctr_ppm, pos_rate_ppm, neu_rate_ppm, neg_rate_ppm, hot_words, ordered_at, update_time,
       follow_state, digest)
     select o.star_id, o.order_id, o.demand_id, o.demand_name, o.item_id, o.video_id, o.video_url, coalesce(o.title, ''), o.author_id, o.author_name,
       o.component_type, o.settlement_type, o.order_status, o.price_fen, o.cpm_fen, o.play_count, o.like_count, o.comment_count, o.share_count,
       o.finish_rate_ppm, o.five_s_play_rate_ppm, o.play_rate_ppm, o.component_show, o.component_click, o.ctr_ppm, o.pos_rate_ppm, o.neu_rate_ppm,
       o.neg_rate_ppm, o.hot_words, o.ordered_at, o.update_time, o.follow_state, o.digest
     from jsonb_populate_recordset(null::star_order, $1::jsonb) o`,
    [JSON.stringify(orders)],
  )
}
