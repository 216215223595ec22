import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineEndpoint } from '../core/contract.ts'
import type { CallError } from '../kit/hooks/app.ts'
import { Client } from './client.ts'

const read = defineEndpoint({ method: 'GET', path: '/api/data/:id', permission: 'data.read' })
const write = defineEndpoint({ method: 'POST', path: '/api/data/category', permission: 'data.write' })
const info = defineEndpoint({ method: 'POST', path: '/api/user/info', permission: 'self.use', reads: true })

const envelope = (code: number, data: unknown, msg = '', status = 200) =>
  new Response(JSON.stringify({ code, data, msg, status: code === 200 ? 'ok' : 'fail' }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

let token: string | null
let language: 'zh-CN' | 'en-US'
const fetched = vi.fn<typeof fetch>()
const warn = vi.fn<(message: string) => void>()
const onSignedOut = vi.fn<() => void>()
const client = new Client({ fetch: fetched, token: () => token, language: () => language, warn, onSignedOut })

const lastRequest = () => {
  const [url, request] = fetched.mock.lastCall!
  return {
    url: String(url),
    headers: request!.headers as Record<string, string>,
    body: request!.body,
    method: request!.method,
  }
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('was not refused'),
    (error: CallError) => error,
  )

beforeEach(() => {
  vi.resetAllMocks()
  token = 'secret'
  language = 'zh-CN'
})

describe('asking', () => {
  it('fills the path and leaves empty query values out', async () => {
    fetched.mockResolvedValue(envelope(200, {}))
    await client.call(read, {
      params: { id: '7/8' },
      query: { keyword: '重庆 &', pageSize: 20, empty: '', missing: undefined },
    } as never)
    expect(lastRequest().url).toBe('/api/data/7%2F8?keyword=%E9%87%8D%E5%BA%86+%26&pageSize=20')
  })

  it('says who asks, in which language, and the specified scope', async () => {
    fetched.mockResolvedValue(envelope(200, {}))
    await client.call(info)
    expect(lastRequest().headers).toEqual({
      Authorization: 'Bearer secret',
      scope: 'admin',
      'Accept-Language': 'zh-CN',
    })
  })

  it('sends neither token nor scope without a session', async () => {
    token = null
    fetched.mockResolvedValue(envelope(200, {}))
    await client.call(info)
    expect(lastRequest().headers).toEqual({ 'Accept-Language': 'zh-CN' })
  })

  it('gives every change a key of its own, unless one is given', async () => {
    fetched.mockImplementation(async () => envelope(200, {}))
    const keys = []
    for (const idempotencyKey of [undefined, undefined, 'mine']) {
      await client.call(write, { body: { a: 1 } } as never, idempotencyKey ? { idempotencyKey } : {})
      keys.push(lastRequest().headers['Idempotency-Key'])
    }
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[0]).not.toBe(keys[1])
    expect(keys[2]).toBe('mine')
    expect(lastRequest().body).toBe('{"a":1}')
  })
})

describe('the answer', () => {
  it('is the data of a code 200', async () => {
    fetched.mockResolvedValue(envelope(200, { list: [1] }))
    expect(await client.call(read, { params: { id: '1' } } as never)).toEqual({ list: [1] })
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    ['in a 2xx', 200],
    ['with its true status', 409],
  ])('with another code %s is shown and refused', async (_, status) => {
    fetched.mockResolvedValue(envelope(409, { reason: 'STALE', requestId: 'r1' }, '数据已被修改', status))
    const error = await refusal(client.call(write))
    expect(error).toMatchObject({ message: '数据已被修改', code: 409, reason: 'STALE', requestId: 'r1' })
    expect(warn.mock.calls).toEqual([['数据已被修改']])
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('without words says Error', async () => {
    language = 'en-US'
    fetched.mockResolvedValue(envelope(500, null))
    expect((await refusal(client.call(write))).message).toBe('Error')
  })

  it('is not shown when the caller shows it', async () => {
    fetched.mockResolvedValue(envelope(400, { field: 'title' }, '标题过长', 400))
    expect(await refusal(client.call(write, {}, { quiet: true }))).toMatchObject({ field: 'title' })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('a 401', () => {
  it.each([200, 401])('asks for a new login (status %i)', async (status) => {
    fetched.mockResolvedValue(envelope(401, null, '未登录', status))
    await refusal(client.call(read, { params: { id: '1' } } as never))
    expect(onSignedOut).toHaveBeenCalledOnce()
  })

  it('of the user info is the guard’s matter', async () => {
    fetched.mockResolvedValue(envelope(401, null, '未登录', 401))
    await refusal(client.call(info))
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('without a session is only an error: a wrong password does not ask for a new login', async () => {
    token = null
    fetched.mockResolvedValue(envelope(401, null, '账号或密码错误', 401))
    await refusal(client.call(write))
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})

describe('no answer', () => {
  it.each([
    ['zh-CN', '请求出错'],
    ['en-US', 'Request Error'],
  ] as const)('says so in %s', async (wanted, message) => {
    language = wanted
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await refusal(client.call(write))).toMatchObject({ message, code: 0 })
    expect(warn.mock.calls).toEqual([[message]])
  })

  it('but a page of some proxy is a request error too', async () => {
    fetched.mockResolvedValue(new Response('<h1>502</h1>', { status: 502 }))
    expect((await refusal(client.call(write))).message).toBe('请求出错')
  })

  it('after a cancelled call is silent', async () => {
    const stop = new AbortController()
    fetched.mockImplementation(async () => {
      stop.abort()
      throw stop.signal.reason
    })
    await expect(client.call(write, {}, { signal: stop.signal })).rejects.toThrow()
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('a file', () => {
  it('comes with its name', async () => {
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="a.csv"; filename*=UTF-8''%E6%8A%95%E7%A8%BF.csv`,
    }
    fetched.mockResolvedValue(new Response('id\n1', { headers }))
    const { blob, name } = await client.file('/api/data/export')
    expect([name, await blob.text()]).toEqual(['投稿.csv', 'id\n1'])
  })

  it.each(['application/json', 'application/octet-stream'])('that is an error as %s is read as one', async (type) => {
    const body = JSON.stringify({ code: 422, msg: '筛选结果超过 100000 行', data: {} })
    fetched.mockResolvedValue(new Response(body, { status: 422, headers: { 'content-type': type } }))
    expect(await refusal(client.file('/api/data/export'))).toMatchObject({
      code: 422,
      message: '筛选结果超过 100000 行',
    })
    expect(warn).toHaveBeenCalledOnce()
  })
})
