import sql from 'sql-template-tag'
import { openServer } from './http/app.ts'
import { type Actor, ctxFor, world } from './world.ts'

export interface Answer {
  status: number
  reason: string | undefined
  data: any
  text: string
}

export const LINK = (item: string) => `https://www.douyin.com/video/${item}`

/** A server of the test file's own, with tasks made to measure. */
export async function openDistribution() {
  const server = await openServer()
  const { database } = server
  await database.rows(sql`truncate distribution, dist_batch, dist_hold cascade`)
  await database.rows(sql`create sequence task_video start 10000`)
  const ask = async (as: Actor, method: 'GET' | 'POST', url: string, body?: unknown): Promise<Answer> => {
    const answer = await server.ask(method, url, { as, ...(body !== undefined && { body }) })
    const parsed = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
    return { status: answer.statusCode, reason: parsed.data?.reason, data: parsed.data, text: answer.body }
  }
  const batch = await database.one<{ id: string }>(sql`
    insert into dist_batch (name, mode, platforms, region, rights_start, rights_end, allow_edit, price_model, unit_price_e4, deadline_at)
    values ('批次甲', 'all', '{douyin,kuaishou}', 'cn', '2026-01-01', '2098-01-01', true, 'per_post', 500000, '2097-01-01') returning id::text`)

  /** A task of a supplier, each of a video of its own. */
  async function task(supplierId: string, status = 'pending', deadline = '2097-01-01'): Promise<string> {
    const row = await database.one<{ id: string }>(sql`
      with fresh as (
        insert into video (platform, platform_item_id, title, partner_id, published_at)
        select 'douyin', '73' || nextval('task_video'), 'task', ${world.partners.A}, '2026-10-01' returning id
      )
      insert into distribution (batch_id, video_id, supplier_id, title, content_type, deadline_at, status)
      select ${batch!.id}, id, ${supplierId}, 'task', 'img', ${deadline}, ${status} from fresh returning id::text`)
    return row!.id
  }
  const rowOf = async (id: string) =>
    (await database.one<{ status: string; version: number; videoId: string; before: string | null }>(
      sql`select status, version, video_id::text as "videoId", status_before_recall as before from distribution where id = ${id}`,
    ))!

  /** An action in the version the row has now. */
  async function act(as: Actor, id: string, name: string, body: object = {}): Promise<Answer> {
    const { version } = await rowOf(id)
    return ask(as, 'POST', `/api/distribute-videos/${id}/${name}`, { version, ...body })
  }
  let items = 7_100_000_000_000_000_000n
  const submit = (as: Actor, id: string, url = LINK(String(++items))) =>
    ask(as, 'POST', `/api/distribute-videos/${id}/links`, { url })
  const receiptsOf = async (id: string): Promise<{ receiptId: string; checkState: string }[]> =>
    (await ask('adminOther', 'GET', `/api/distribute-videos/${id}`)).data.receipts
  const checkLast = async (id: string, isPassed: boolean, as: Actor = 'adminOther') => {
    const [last] = (await receiptsOf(id)).slice(-1)
    const body = { receiptId: last?.receiptId ?? '1', isPassed, note: isPassed ? null : '链接失效' }
    return ask(as, 'POST', `/api/distribute-videos/${id}/check`, body)
  }
  /** What a risk decision, or its end, tells; in one transaction. */
  const tell = async (event: 'restricted' | 'restored', videoId: string, caseId: string, more: object = {}) =>
    (await ctxFor(database, 'adminOther')).transaction((ctx) =>
      event === 'restricted'
        ? ctx.emit('video.restricted', { videoId, caseId, effects: ['remove'], severity: 'p1', ...more })
        : ctx.emit('video.restored', { videoId, caseId }),
    )
  return { ...server, ask, task, rowOf, act, submit, receiptsOf, checkLast, tell, batchId: batch!.id, world }
}
