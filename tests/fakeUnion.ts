import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the fake has been told: everything a real one would keep. */
export interface FakeUnion {
  url: string
  /** Rows as the union knows them, with what time has made of them; `modifyTime` is Shanghai's clock. */
  rows: Record<string, unknown>[]
  /** Coupons by their address. */
  coupons: Map<string, Record<string, unknown>>
  /** The union's figures: clicks of sub-channels and uses of coupons, each with its `date`. */
  clicks: Record<string, unknown>[]
  uses: Record<string, unknown>[]
  appKey: string
  secret: string
  /** The cookie header it takes. */
  cookies: string
  pageRows: number
  /** The next answers, before it behaves again: an HTTP status, a code inside a 200, or null for a good one. */
  troubles: (number | { code: number } | null)[]
  /** Every request for orders it answered: window and page. */
  asked: { startTime: string; endTime: string; pageIndex: number }[]
  stop(): Promise<void>
}

const MAX_WINDOW_MS = 3_600_000

/**
 * A union of our own that speaks the order interface over HTTP: signed calls or cookies, windows of at most an hour over
 * the time of change, pages with `hasMore`, amounts as JSON numbers with a point, and codes inside a 200.
 */
export async function startFakeUnion(): Promise<FakeUnion> {
  const fake: FakeUnion = {
    url: '',
    rows: [],
    coupons: new Map(),
    ...{ clicks: [], uses: [] },
    ...{ appKey: 'fake-key', secret: 'fake-secret', cookies: 'pin=jd_fake; token=abc', pageRows: 3 },
    ...{ troubles: [], asked: [] },
    stop: () => new Promise((done) => server.close(() => done())),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const trouble = fake.troubles.shift()
      if (typeof trouble === 'number') {
        response.writeHead(trouble).end('{}')
        return
      }
      const parameters = Object.fromEntries(new URLSearchParams(body))
      const method = parameters.method ?? ''
      const isKnown = isSigned(parameters, fake) || request.headers.cookie === fake.cookies
      const answer =
        trouble ?? (isKnown ? answerTo(method, JSON.parse(parameters['360buy_param_json']!), fake) : { code: 2001401 })
      const result = method.includes('.get') ? 'getResult' : 'queryResult'
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          [`${method.replaceAll('.', '_')}_responce`]: { code: '0', [result]: asUpstreamWrites(answer) },
        }),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/routerjson`
  return fake
}

function isSigned({ sign, ...rest }: Record<string, string>, fake: FakeUnion): boolean {
  if (!sign || rest.app_key !== fake.appKey) return false
  const text = Object.keys(rest)
    .sort()
    .map((name) => name + rest[name])
    .join('')
  return sign === createHash('md5').update(`${fake.secret}${text}${fake.secret}`).digest('hex').toUpperCase()
}

function answerTo(method: string, param: Record<string, any>, fake: FakeUnion): object {
  switch (method) {
    case 'jd.union.open.order.row.query': {
      const { startTime, endTime, pageIndex } = param.orderReq
      if (Date.parse(`${endTime}Z`) - Date.parse(`${startTime}Z`) > MAX_WINDOW_MS) return { code: 400 }
      fake.asked.push({ startTime, endTime, pageIndex })
      const found = fake.rows.filter(
        ({ modifyTime }) => String(modifyTime) >= startTime && String(modifyTime) <= endTime,
      )
      const from = (pageIndex - 1) * fake.pageRows
      return { code: 200, data: found.slice(from, from + fake.pageRows), hasMore: found.length > from + fake.pageRows }
    }
    case 'jd.union.open.promotion.bysubunionid.get': {
      const { subUnionId } = param.promotionCodeReq
      return { code: 200, data: { clickURL: `https://union-click.example/jdc?e=${encodeURIComponent(subUnionId)}` } }
    }
    case 'jd.union.open.coupon.query':
      return { code: 200, data: (param.couponUrls as string[]).flatMap((url) => fake.coupons.get(url) ?? []) }
    case 'jd.union.open.statistics.promotion.query':
    case 'jd.union.open.statistics.coupon.query': {
      const { startDate, endDate } = param.statisticsReq
      const found = method.includes('promotion') ? fake.clicks : fake.uses
      return { code: 200, data: found.filter(({ date }) => String(date) >= startDate && String(date) <= endDate) }
    }
    default:
      return { code: 404 }
  }
}

/** Amounts and rates travel as JSON numbers, as the union writes them. */
const asUpstreamWrites = (answer: object): string =>
  JSON.stringify(answer).replace(/"(\w*(?:[fF]ee|Price|Rate|price|Amount|commission))":"(-?\d+(?:\.\d+)?)"/g, '"$1":$2')
