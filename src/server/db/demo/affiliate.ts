import type pg from 'pg'
import { addDays, startOf } from '../../../core/time.ts'
import type { Db } from '../../../core/verb.ts'
import { type JdRow, readRow } from '../../../features/affiliate/read.ts'
import { takeOrders } from '../../../features/affiliate/sql/book.ts'
import { freezeThrough } from '../../../features/affiliate/sql/freeze.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

const FEW_VIDEOS = 500
const DAY_MS = 86_400_000
/** Days taken in and frozen together: daily would take three times as long and look the same. */
const STEP_DAYS = 3

/** Name, shop, category, price in fen, commission in percent. */
const PRODUCTS = [
  ['316 不锈钢保温杯 500ml 大容量便携', '禾木家居旗舰店', '家居日用', 8_900, '10.00'],
  ['空气炸锅 5L 可视免翻面', '南岸小家电专营店', '家用电器', 29_900, '5.00'],
  ['云南小粒咖啡豆 中度烘焙 454g', '云屿咖啡旗舰店', '食品饮料', 6_980, '15.00'],
  ['婴儿辅食泥 果蔬 12 袋装', '青禾母婴旗舰店', '母婴', 9_900, '12.00'],
  ['羽绒服女 轻薄立领 90 白鸭绒', '山隐户外旗舰店', '服饰内衣', 39_900, '8.00'],
  ['敏感肌修护面霜 50g', '白露护肤旗舰店', '美妆护肤', 16_800, '20.00'],
  ['手帐本 A5 方格 192 页', '拾柒文具店', '文化用品', 3_280, '18.00'],
  ['无线降噪耳机 长续航', '星野数码专营店', '数码', 45_900, '4.50'],
  ['五常大米 真空装 10kg', '知味粮油旗舰店', '食品饮料', 7_990, '6.00'],
  ['儿童绘本 睡前故事 全 10 册', '知微图书专营店', '图书', 5_900, '22.00'],
  ['跑步鞋男 缓震透气', '橘猫运动旗舰店', '运动户外', 26_900, '9.00'],
  ['洗衣凝珠 持久留香 80 颗', '麦粒家清旗舰店', '家庭清洁', 4_990, '16.00'],
] as const

interface Work {
  videoId: string
  creatorId: string
  partnerId: string
}
interface Happening {
  at: number
  raw: Record<string, unknown>
}

/** Two union accounts and their orders of two months, taken in step by step so that bills stand and are adjusted. */
export async function fillAffiliate(client: pg.PoolClient, size: Size): Promise<void> {
  const db: Db = {
    rows: async ({ text, values }) => (await client.query(text, values)).rows,
    one: async ({ text, values }) => (await client.query(text, values)).rows[0],
  }
  const isSmall = size.videos < FEW_VIDEOS
  const random = randomOf(size.seed, 52)
  const { rows: works } = await client.query<Work>(
    `select v.id::text as "videoId", v.creator_id::text as "creatorId", v.partner_id::text as "partnerId"
     from video v where v.partner_id is not null and v.creator_id is not null order by v.id limit 400`,
  )
  const end = +startOf(addDays(size.through, 1))
  const days = isSmall ? 12 : 60
  // The second one's cookies have run out: the clock asks nobody, and somebody has something to do.
  await client.query(
    `insert into union_account (alias, union_id, site_id, position_id, pin, source, partner_share_ppm, health, remark, created_by, created_at,
       synced_through, last_sync_at, checked_at, cookies_at, cookies_by, cookie_names, cookie_fingerprint, required_cookies)
     values ('主账号', '1000488261', '4100231', '3003581', 'jd_backlot_main', 'feed', 700000, 'valid', '自营订单，接口推送', 1, $1,
         null, null, $2, null, null, '{}', null, '{}'),
       ('探店矩阵', '1000512077', '4100232', '3003582', 'jd_backlot_shop', 'cookie', 650000, 'expired', '本地生活与探店', 1, $1,
         $2, $2, $2, $3, 1, '{pin,thor}', '5b1f0c9a7e42', '{pin,thor}')`,
    [end - days * DAY_MS, end - 3_600_000, end - 32 * DAY_MS].map((instant) => new Date(instant).toISOString()),
  )
  await fillLinks(client, end)
  const { rows: accounts } = await client.query<{ id: string }>('select id::text from union_account order by id')
  for (const [at, account] of accounts.entries()) {
    const perDay = isSmall ? 2 : at === 0 ? 34 : 16
    const happenings = drawOrders(random, { days, end, perDay, works, prefix: 29_800_000_000 + at * 1_000_000_000 })
    for (let day = -days; day < 0; day += STEP_DAYS) {
      const until = end + Math.min(0, day + STEP_DAYS) * DAY_MS
      const from = end + day * DAY_MS
      const rows = new Map<string, JdRow>()
      for (const { at: when, raw } of happenings)
        if (when >= from && when < until) {
          const row = readRow(raw)
          if ('fields' in row) rows.set(row.fields.id, row)
        }
      const now = new Date(until + 3_600_000)
      await takeOrders(db, account.id, [...rows.values()], now)
      // The last day's bill is still open, as it is every morning.
      const last = addDays(size.through, day + STEP_DAYS - 1)
      if (last < size.through) await freezeThrough(db, account.id, last, now)
    }
    if (!isSmall) await freezeThrough(db, account.id, addDays(size.through, -1), new Date(end))
  }
  await fillFigures(client, size.through)
}

/** The union's own figures: clicks of every sub-channel that sold, some of a link that did not, and uses of coupons and codes. */
async function fillFigures(client: pg.PoolClient, through: string): Promise<void> {
  await client.query(
    `insert into jd_click (account_id, sub_union_id, day, partner_id, creator_id, clicks, visitors)
     select account_id, sub_union_id, order_date, min(partner_id), min(creator_id), n, n * 4 / 5 from (
       select o.*, (count(*) over (partition by account_id, sub_union_id, order_date)) * (18 + (o.video_id + extract(day from order_date)::integer) % 13) as n
       from jd_order o where o.video_id is not null) o group by account_id, sub_union_id, order_date, n`,
  )
  await client.query(
    `insert into jd_click (account_id, sub_union_id, day, partner_id, creator_id, clicks, visitors)
     select l.account_id, l.sub_union_id, $1::date - n, l.partner_id, l.creator_id, 40 + (l.id * 7 + n * 5) % 90, 30 + (l.id * 7 + n * 5) % 70
     from promo_link l cross join generate_series(0, 19) n on conflict do nothing`,
    [through],
  )
  await client.query(
    `insert into jd_coupon_use (account_id, coupon_id, day, taken, used, orders, base_fen, fee_fen)
     select c.account_id, c.id, $1::date - n, c.id * 9 + n * 3, c.id * 2 + n % 3, c.id * 2, c.threshold_fen * c.id * 3, c.threshold_fen * c.id * 3 / 11
     from union_coupon c cross join generate_series(0, 4) n where c.is_valid`,
    [through],
  )
  await client.query(
    `insert into jd_coupon_use (account_id, code_id, day, taken, used, orders, base_fen, fee_fen)
     select (select min(id) from union_account), c.id, $1::date - n, 12 + n, 4 + (c.id + n) % 5, 3 + (c.id + n) % 5, 24900 * (3 + (c.id + n) % 5), 2490 * (3 + (c.id + n) % 5)
     from coupon_code c cross join generate_series(0, 6) n where c.status <> 'draft'`,
    [through],
  )
}

/** A few links, with a 口令 and without, coupons, and codes in every state. */
async function fillLinks(client: pg.PoolClient, end: number): Promise<void> {
  const at = (days: number) => new Date(end + days * DAY_MS).toISOString()
  await client.query(
    `insert into promo_link (account_id, title, material_url, sub_union_id, partner_id, creator_id, video_id, position_id, click_url, created_by, created_at)
     select (select min(id) from union_account), (array['保温杯冬季专场', '咖啡豆尝鲜', '母婴辅食囤货', '绘本满减', '跑步鞋上新', '面霜小样'])[n],
       'https://item.jd.com/1000120' || n || '.html', 'p' || v.partner_id || '_c' || v.creator_id || '_v' || v.id, v.partner_id, v.creator_id, v.id,
       '3003581', case when n <> 4 then 'https://union-click.jd.com/jdc?e=p' || v.partner_id end, 1, $1::timestamptz - n * interval '3 days'
     from (select v.*, row_number() over (order by v.id) as n from video v where v.partner_id is not null and v.creator_id is not null limit 6) v`,
    [at(0)],
  )
  await client.query(
    `insert into password_token (link_id, token_text, share_text, expire_at, status, copy_count, created_by, created_at)
     select id, '￥BL' || id || 'cQx7￥', title || E'\\n复制这段文字，打开京东：￥BL' || id || 'cQx7￥',
       $1::timestamptz + case when id % 3 = 0 then interval '-2 days' else interval '25 days' end, case when id % 3 = 0 then 'expired' else 'active' end, id * 7, 1, $1
     from promo_link where click_url is not null`,
    [at(0)],
  )
  await client.query(
    `insert into union_coupon (account_id, coupon_url, threshold_fen, discount_fen, take_begin, take_end, use_end, total, remain, is_valid, queried_at, created_by, created_at)
     select (select max(id) from union_account), 'https://coupon.m.jd.com/coupons/show.action?key=demo' || n, n * 5000, n * 1000, $1::timestamptz - interval '5 days',
       $1::timestamptz + (n - 2) * interval '20 hours', $1::timestamptz + n * interval '3 days', n * 1000, case when n = 4 then 0 else n * 370 end, n <> 6, $1, 1, $1
     from generate_series(1, 6) n`,
    [at(0)],
  )
  await client.query(
    `insert into coupon_code (code, partner_id, kind, amount_fen, rate_ppm, threshold_fen, quota, valid_from, valid_before, status, created_by, created_at)
     select c.code, p.id, c.kind, c.fen, c.ppm, c.floor, c.quota, $1::timestamptz - interval '20 days', $1::timestamptz + c.days * interval '1 day', c.status, 1, $1::timestamptz - c.days * interval '1 hour'
     from (values ('DXNUAN', 'fixed', 1000, null::integer, 5000, 500, 20, 'active'), ('CHXX88', 'percent', null, 120000, 0, null, 12, 'active'),
       ('MUYNG22', 'fixed', 500, null, 2000, 300, 9, 'paused'), ('HUBEN9', 'fixed', 2000, null, 9900, 100, 30, 'draft'),
       ('PAUBU66', 'percent', null, 80000, 0, 200, -3, 'expired'), ('MSHUNG5', 'fixed', 300, null, 3000, null, 15, 'disabled')) c(code, kind, fen, ppm, floor, quota, days, status)
     cross join lateral (select min(id) as id from partner) p`,
    [at(0)],
  )
}

interface Drawn {
  days: number
  end: number
  perDay: number
  works: readonly Work[]
  prefix: number
}

function drawOrders(random: Random, { days, end, perDay, works, prefix }: Drawn): Happening[] {
  const happenings: Happening[] = []
  let number = prefix
  for (let day = -days; day < 0; day++)
    for (let at = 0; at < perDay; at++) {
      const orderedAt = end + day * DAY_MS + random.int(7 * 60, 23 * 60 + 50) * 60_000
      const [skuName, shopName, category, price, rate] = random.pick(PRODUCTS)
      const work = works[Math.floor(random.next() ** 2 * works.length)]
      const isOwned = work && !random.chance(0.03)
      const orderId = String(++number)
      const count = random.chance(0.15) ? 2 : 1
      const base = {
        orderId,
        parentId: '0',
        orderTime: clock(orderedAt),
        skuId: String(100_000_000 + PRODUCTS.findIndex(([name]) => name === skuName) * 7_919),
        skuName,
        skuNum: count,
        price: yuan(price),
        categoryInfo: { cid1: String(1_000 + PRODUCTS.findIndex(([, , one]) => one === category)), cid1Name: category },
        goodsInfo: { shopName },
        orderEmt: random.chance(0.9) ? 2 : 1,
        plus: random.chance(0.3) ? 1 : 0,
        traceType: random.chance(0.7) ? 2 : 3,
        commissionRate: rate,
        finalRate: '90.00',
        subSideRate: '90.00',
        subsidyRate: '0',
        positionId: '3003581',
        subUnionId: isOwned ? `p${work.partnerId}_c${work.creatorId}_v${work.videoId}` : 'campaign2026',
        pid: '',
      }
      happenings.push(...lifeOf(random, base, { id: `${orderId}_1`, orderedAt, amount: price * count, rate, end }))
    }
  return happenings.sort((a, b) => a.at - b.at)
}

interface Life {
  id: string
  orderedAt: number
  amount: number
  rate: string
  end: number
}

/** What happens to one order, as the union tells it: paid, cancelled or finished, settled, sent back, or found out. */
function lifeOf(
  random: Random,
  base: Record<string, unknown>,
  { id, orderedAt, amount, rate, end }: Life,
): Happening[] {
  const fee = Math.round((amount * Number(rate) * 0.9) / 100)
  const happenings: Happening[] = []
  const say = (at: number, more: Record<string, unknown>): void => {
    if (at >= end) return
    happenings.push({ at, raw: { ...base, id, modifyTime: clock(at), ...more } })
  }
  const estimated = { estimateCosPrice: yuan(amount), estimateFee: yuan(fee) }
  const end1 = random.weigh({ finished: 76, cancelled: 10, unpaid: 5, violation: 2, returned: 5, strange: 1 })
  if (end1 === 'unpaid' || random.chance(0.2)) say(orderedAt, { validCode: 15, ...estimated })
  if (end1 === 'unpaid') {
    say(orderedAt + DAY_MS, { validCode: 3, ...estimated })
    return happenings
  }
  say(orderedAt + random.int(1, 20) * 60_000, { validCode: 16, ...estimated })
  const later = orderedAt + random.int(2, 9) * DAY_MS
  if (end1 === 'cancelled') say(later - DAY_MS, { validCode: 3, ...estimated })
  else if (end1 === 'violation') say(later, { validCode: random.pick([13, 26, 27]), ...estimated })
  else if (end1 === 'strange') say(later, { validCode: 31, ...estimated })
  else {
    const paid = clock(later + 20 * DAY_MS).slice(0, 10)
    const done = {
      ...{ validCode: 17, finishTime: clock(later), payMonth: paid.replaceAll('-', '') },
      ...{ actualCosPrice: yuan(amount), actualFee: yuan(fee), ...estimated },
    }
    say(later, done)
    if (end1 === 'returned')
      say(later + random.int(1, 6) * DAY_MS, { ...done, skuReturnNum: 1, actualCosPrice: '0.00', actualFee: '0.00' })
  }
  return happenings
}

const yuan = (fen: number): string => (fen / 100).toFixed(2)
/** As the union writes time: Shanghai's clock without a zone. */
const clock = (instant: number): string =>
  new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
