import { createHash } from 'node:crypto'
import { clockOf } from '../../../core/time.ts'
import { parseExact } from '../decimal.ts'
import { PAGE_ROWS, type Trouble, type Upstream, UpstreamError } from './upstream.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024
/** The order interface's "by the time of the last change". */
const BY_MODIFY_TIME = 3

let address = 'https://api.jd.com/routerjson'
/** Sets where the union answers; from the environment alone, never from a request. */
export function setUnionAddress(url: string): void {
  address = url
}

export type Keys = { appKey: string; secret: string } | { cookies: string }

/** The union's gateway: signed calls with an application's keys, or the same calls with a browser's cookies. */
export function union(keys: Keys, now: () => Date = () => new Date()): Upstream {
  const call = async (method: string, result: string, param: object): Promise<Answer> => {
    const body = await send(method, param, keys, now())
    const wrapped = body[`${method.replaceAll('.', '_')}_responce`] as Record<string, unknown> | undefined
    const text = wrapped?.[result]
    if (typeof text !== 'string') throw new UpstreamError(troubleOf(String(codeOf(body))))
    const answer = read(text) as unknown as Answer
    if (String(answer.code) !== '200') throw new UpstreamError(troubleOf(String(answer.code)))
    return answer
  }
  const orders: Upstream['orders'] = async ({ from, to }, page) => {
    const orderReq = {
      pageIndex: page,
      pageSize: PAGE_ROWS,
      type: BY_MODIFY_TIME,
      startTime: clock(from),
      endTime: clock(to),
    }
    const { data, hasMore } = await call('jd.union.open.order.row.query', 'queryResult', { orderReq })
    return { rows: Array.isArray(data) ? data : [], hasMore: String(hasMore) === 'true' }
  }
  return {
    orders,
    async check() {
      const at = now()
      await orders({ from: new Date(+at - 60_000), to: at }, 1)
    },
    async link({ materialUrl, couponUrl, siteId, positionId, subUnionId }) {
      const promotionCodeReq = {
        ...{ materialId: materialUrl, siteId, positionId, subUnionId },
        ...(couponUrl && { couponUrl }),
      }
      const method = 'jd.union.open.promotion.bysubunionid.get'
      const { data } = await call(method, 'getResult', { promotionCodeReq })
      const url = (data as Record<string, unknown> | undefined)?.clickURL
      if (typeof url !== 'string' || !url.startsWith('https://') || url.length > 2000)
        throw new UpstreamError('refused')
      return url
    },
    async coupons(urls) {
      const { data } = await call('jd.union.open.coupon.query', 'queryResult', { couponUrls: urls })
      const known = new Map((Array.isArray(data) ? data : []).map((one) => [String(one?.link), one]))
      return urls.map((url) => known.get(url) ?? null)
    },
    async figures(day) {
      const statisticsReq = { startDate: day, endDate: day }
      const [clicks, uses] = [
        await call('jd.union.open.statistics.promotion.query', 'queryResult', { statisticsReq }),
        await call('jd.union.open.statistics.coupon.query', 'queryResult', { statisticsReq }),
      ]
      const listOf = ({ data }: Answer) => (Array.isArray(data) ? data : [])
      return { clicks: listOf(clicks), uses: listOf(uses) }
    },
  }
}

interface Answer {
  code: unknown
  data?: unknown
  hasMore?: unknown
}

async function send(method: string, param: object, keys: Keys, now: Date): Promise<Record<string, unknown>> {
  const common = {
    method,
    timestamp: clock(now),
    format: 'json',
    v: '1.0',
    sign_method: 'md5',
    '360buy_param_json': JSON.stringify(param),
  }
  const signed =
    'secret' in keys
      ? { ...common, app_key: keys.appKey, sign: signOf({ ...common, app_key: keys.appKey }, keys.secret) }
      : common
  try {
    const answer = await fetch(address, {
      method: 'POST',
      // A redirect would carry keys and cookies to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...('cookies' in keys && { cookie: keys.cookies }),
      },
      body: new URLSearchParams(signed).toString(),
    })
    if (!answer.ok) throw new UpstreamError(troubleOf(String(answer.status)))
    return read(await textOf(answer))
  } catch (error) {
    // What fetch and the parser say may repeat what was sent.
    throw error instanceof UpstreamError ? error : new UpstreamError('busy')
  }
}

async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new UpstreamError('refused')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function read(json: string): Record<string, unknown> {
  try {
    const value = parseExact(json)
    if (value !== null && typeof value === 'object') return value as Record<string, unknown>
  } catch {
    // Falls through.
  }
  throw new UpstreamError('busy')
}

const codeOf = (body: Record<string, unknown>): unknown =>
  (body.error_response as Record<string, unknown> | undefined)?.code

/** The union's codes and those of HTTP, in four kinds. */
function troubleOf(code: string): Trouble {
  if (['401', '19', '20', '2001401'].includes(code)) return 'expired'
  if (['403', '2001403'].includes(code)) return 'blocked'
  return ['400', '404', '405', '413', '422'].includes(code) ? 'refused' : 'busy'
}

/** md5 of the secret around all parameters in the order of their names, in upper case: the union's own way to sign. */
export function signOf(parameters: Record<string, string>, secret: string): string {
  const text = Object.keys(parameters)
    .sort()
    .map((name) => name + parameters[name])
    .join('')
  return createHash('md5').update(`${secret}${text}${secret}`).digest('hex').toUpperCase()
}

const clock = (instant: Date): string => `${clockOf(instant)}:${String(instant.getUTCSeconds()).padStart(2, '0')}`
