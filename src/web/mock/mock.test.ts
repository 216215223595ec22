import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withMocks } from './mock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const server = vi.fn(async () => Response.json({ code: 200, data: 'from the server' }))
const mocked = withMocks(server as unknown as typeof fetch)

/** The answer, and whether it was there before its time. */
async function ask(path: string, init?: RequestInit) {
  let isThere = false
  const asked = mocked(path, init).then((response) => {
    isThere = true
    return response.json()
  })
  await vi.advanceTimersByTimeAsync(599)
  const wasEarly = isThere
  await vi.advanceTimersByTimeAsync(402)
  return { wasEarly, ...(await asked) }
}

test('the four endpoints answer in the envelope, after 600 to 1000 ms', async () => {
  for (const path of ['/api/message/list', '/api/content-data', '/api/popular/list?type=image'])
    expect(await ask(path)).toMatchObject({ wasEarly: false, status: 'ok', code: 200, msg: expect.any(String) })
})

test('content data has 8 points, each popular list 5 items of its own', async () => {
  expect((await ask('/api/content-data')).data).toHaveLength(8)
  const lists = await Promise.all(['text', 'image', 'video'].map((type) => ask(`/api/popular/list?type=${type}`)))
  for (const { data } of lists) expect(data).toHaveLength(5)
  expect(new Set(lists.map(({ data }) => data[0].title)).size).toBe(3)
})

test('messages that were read stay read', async () => {
  const body = JSON.stringify({ ids: [2, 6] })
  expect((await ask('/api/message/read', { method: 'POST', body })).data).toBe(true)
  const { data } = await ask('/api/message/list')
  expect(data.filter(({ status }: { status: number }) => status === 1).map(({ id }: { id: number }) => id)).toEqual([
    2, 6,
  ])
  expect(new Set(data.map(({ type }: { type: string }) => type))).toEqual(new Set(['message', 'notice', 'todo']))
})

test('everything else goes to the server at once', async () => {
  expect(await (await mocked('/api/data?current=1')).json()).toMatchObject({ data: 'from the server' })
  expect(await (await mocked('/api/content-data', { method: 'POST' })).json()).toMatchObject({
    data: 'from the server',
  })
  expect(server).toHaveBeenCalledTimes(2)
})
