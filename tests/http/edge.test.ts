import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { features } from '../../src/server/features.ts'
import { comparable, openServer } from './app.ts'
import { probe, seen } from './probe.ts'

const { app, ask, database, dataDir } = await openServer([...features, probe])
const echo = (body: unknown, headers: Record<string, string> = {}) =>
  ask('POST', '/api/probe/echo', { as: 'leader', body, headers })
const raw = (text: string, type = 'application/json') => echo(text, { 'content-type': type })
const json = { 'content-type': 'application/json' }

describe('an answer', () => {
  it('is the envelope, with what the contract declares and nothing else', async () => {
    const answer = await echo({ name: 'abc' })
    expect(answer.json()).toEqual({ data: { name: 'abc' }, status: 'ok', msg: '', code: 200 })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('as a refusal carries status, reason, field and request id, and speaks the caller’s language', async () => {
    const answer = await echo({ name: 'a' })
    expect(answer.statusCode).toBe(400)
    const requestId = answer.headers['x-request-id']
    expect(answer.json()).toEqual({
      data: { reason: 'INVALID', field: 'name', requestId },
      status: 'fail',
      msg: 'name：至少 2 个字符',
      code: 400,
    })
    for (const [language, msg] of [
      ['en-US,zh;q=0.5', 'name: at least 2 characters'],
      ['de', 'name: at least 2 characters'],
      ['zh-TW', 'name：至少 2 个字符'],
    ])
      expect((await echo({ name: 'a' }, { 'accept-language': language! })).json().msg).toBe(msg)
  })

  it('never takes the request id from outside', async () => {
    const answer = await echo({ name: 'abc' }, { 'x-request-id': 'mine', 'request-id': 'mine' })
    expect(answer.headers['x-request-id']).not.toBe('mine')
  })
})

describe('a body', () => {
  it.each([
    [{}, 'INVALID', 'name', '不能为空'],
    [{ name: 'abcdef' }, 'INVALID', 'name', '最多 5 个字符'],
    [{ name: 12 }, 'INVALID', 'name', '须为文本'],
    [{ name: 'abc', count: '3' }, 'INVALID', 'count', '须为整数'],
    [{ name: 'abc', count: 0 }, 'INVALID', 'count', '不能小于 1'],
    [{ name: 'abc', count: 10 }, 'INVALID', 'count', '不能大于 9'],
    [{ name: 'abc', count: 1.5 }, 'INVALID', 'count', '须为整数'],
    [{ name: 'abc', kind: 'c' }, 'INVALID', 'kind', '可选值：a | b'],
    [{ name: 'abc', note: 5 }, 'INVALID', 'note', '须为文本'],
    [{ name: 'abc', ids: ['1', 'x'] }, 'INVALID', 'ids.1', '格式不正确'],
    [{ name: 'abc', ids: ['1', '2', '3'] }, 'INVALID', 'ids', '最多 2 项'],
    [{ name: 'a\u0000c' }, 'INVALID', 'name', '不能包含空字符'],
    [{ name: 'a\ud800c' }, 'INVALID', 'name', '无效'],
    [{ name: 'abc', inner: { deep: '\udfff' } }, 'INVALID', 'inner.deep', '无效'],
    [{ name: 'abc', inner: { deep: 'x\u0000' } }, 'INVALID', 'inner.deep', '不能包含空字符'],
    [{ name: 'abc', role: 'admin' }, 'UNKNOWN_FIELD', 'role', 'name, count, kind, note, inner, ids'],
    [{ name: 'abc', inner: { other: 1 } }, 'UNKNOWN_FIELD', 'inner.other', 'deep'],
    [[], 'INVALID', 'body', '须为对象'],
    ['"text"', 'INVALID', 'body', '须为对象'],
  ])('%j is refused as %s at %s', async (body, reason, field, words) => {
    const answer = await echo(typeof body === 'string' ? body : JSON.stringify(body), json)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 400, data: { reason, field } })
    expect(answer.json().msg).toContain(words)
  })

  it('with every declared field in its range is taken', async () => {
    const body = { name: 'abc', count: 9, kind: 'b', note: null, inner: { deep: '' }, ids: ['1', '2'] }
    expect((await echo(body)).statusCode).toBe(200)
  })

  it.each([
    '{',
    '{"name":"abc"',
    '{"name":"abc"}}',
    "{'name':1}",
    'name=abc',
    '\uFEFF{"name":',
    '{"__proto__":{"x":1},"name":"abc"}',
    '{"name":"abc","constructor":{"prototype":{"x":1}}}',
  ])('that is not good JSON is refused: %s', async (text) => {
    expect((await raw(text)).json()).toMatchObject({ code: 400, data: { reason: 'BAD_JSON' } })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonx',
    'application/json+x',
    'application',
  ])('of type %s is refused', async (type) => {
    expect((await raw('{"name":"abc"}', type)).json()).toMatchObject({
      code: 415,
      data: { reason: 'UNSUPPORTED_TYPE' },
    })
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
    ' application/json',
    '\tapplication/json',
    'application/json ;x=1',
  ])('of type "%s" is validated like any other', async (type) => {
    const bad = await raw('{"name":"abc","role":"admin"}', type)
    expect([400, 415]).toContain(bad.statusCode)
    expect((await raw('{"name":"abc"}', type)).statusCode).toBe(bad.statusCode === 400 ? 200 : 415)
  })

  it('of more than a megabyte is refused with the limit', async () => {
    const answer = await echo({ name: 'x'.repeat(1_100_000) })
    expect(answer.json()).toMatchObject({ code: 413, data: { reason: 'TOO_LARGE' } })
    expect(answer.json().msg).toContain('1 MB')
  })

  it('is not wanted where none is declared; an empty one is none', async () => {
    const info = (body?: unknown, headers?: Record<string, string>) =>
      ask('POST', '/api/user/info', { as: 'leader', body, ...(headers && { headers }) })
    expect((await info({ role: 'admin' })).json()).toMatchObject({
      code: 400,
      data: { reason: 'UNKNOWN_FIELD', field: 'role' },
    })
    expect((await info({})).statusCode).toBe(200)
    expect((await info('', json)).statusCode).toBe(200)
    expect((await info()).statusCode).toBe(200)
  })
})

describe('a query and a path', () => {
  const find = (rest: string) => ask('GET', `/api/probe/find/${rest}`, { as: 'leader' })

  it('are read as what they are declared to be', async () => {
    expect((await find('7?limit=3&isOpen=true')).json().data).toEqual({ id: '7', limit: 3, isOpen: true })
    expect((await find('7')).json().data).toEqual({ id: '7', limit: null, isOpen: null })
  })

  it.each([
    ['7?limit=x', 'INVALID', 'limit'],
    ['7?limit=1.5', 'INVALID', 'limit'],
    ['7?limit=0', 'INVALID', 'limit'],
    ['7?limit=1&limit=2', 'INVALID', 'limit'],
    ['7?isOpen=perhaps', 'INVALID', 'isOpen'],
    ['7?role=admin', 'UNKNOWN_FIELD', 'role'],
    ['7?__proto__=1', 'UNKNOWN_FIELD', '__proto__'],
    ['7?limit=%00', 'INVALID', 'limit'],
    ['0', 'INVALID', 'id'],
    ['-1', 'INVALID', 'id'],
    ['7%00', 'INVALID', 'id'],
    ["7'", 'INVALID', 'id'],
    ['7%2F8', 'INVALID', 'id'],
    ['7%252F8', 'INVALID', 'id'],
    ['9999999999999999999', 'INVALID', 'id'],
  ])('are refused when they are not: %s', async (rest, reason, field) => {
    expect((await find(rest)).json()).toMatchObject({ code: 400, data: { reason, field } })
  })

  it.each([
    '/api/probe/find/%zz',
    '/api/nothing',
    '/api//probe/find/7',
    '/API/probe/find/7',
    '/api/probe/find/7/',
    '/api',
    '/assets/app-00000000.js',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
  ])('that name nothing answer 404 in the envelope: %s', async (url) => {
    const answer = await ask('GET', url, { as: 'leader' })
    expect(answer.json()).toMatchObject({ code: 404, status: 'fail', data: { reason: 'NOT_FOUND' } })
  })

  it('of a list name what this person may use, with one text for the forbidden and the unknown', async () => {
    const refusedFor = async (query: string, name: string) => {
      const answer = await ask('GET', `/api/data?${query}`, { as: 'leader' })
      expect(answer.statusCode).toBe(400)
      return answer.json().msg.replaceAll(name, '·')
    }
    expect(await refusedFor('estIncomeFen=1..2', 'estIncomeFen')).toBe(await refusedFor('nonsense=1..2', 'nonsense'))
    expect(await refusedFor('sort=estIncomeFen', 'estIncomeFen')).toBe(await refusedFor('sort=nonsense', 'nonsense'))
    expect((await ask('GET', '/api/data?estIncomeFen=0..', { as: 'partnerA' })).statusCode).toBe(200)
  })
})

describe('what goes wrong inside', () => {
  it.each([
    ['1', 503, 'UNAVAILABLE'],
    ['2', 500, 'INTERNAL'],
    ['3', 503, 'UNAVAILABLE'],
    ['4', 507, 'STORAGE_FULL'],
    ['5', 507, 'STORAGE_FULL'],
  ])('stays inside: %s', async (id, status, reason) => {
    const answer = await ask('GET', `/api/probe/fail/${id}`, { as: 'leader' })
    expect(answer.json()).toMatchObject({ code: status, data: { reason } })
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
    expect(answer.body).not.toMatch(/secret|relation|statement|ECONN|ENOSPC/)
  })
})

describe('a change', () => {
  const add = (body: object, key?: string, as: 'leader' | 'partnerA' = 'leader') =>
    ask('POST', '/api/probe/add', { as, body, ...(key && { headers: { 'idempotency-key': key } }) })
  const effects = async (what: string) =>
    Number(
      (
        await database.pool.query(`select count(*) from audit_log where action = 'probe.add' and entity_id = $1`, [
          what,
        ])
      ).rows[0].count,
    )

  it('leaves its audit row and its job, or when it is refused neither', async () => {
    const jobs = async () =>
      Number((await database.pool.query(`select count(*) from graphile_worker.jobs`)).rows[0].count)
    const before = await jobs()
    const refused = await add({ what: 'refused', thenFail: true })
    expect(refused.json()).toMatchObject({ code: 409, data: { reason: 'STALE', current: { version: 2 } } })
    expect([await effects('refused'), await jobs()]).toEqual([0, before])
    expect((await add({ what: 'taken' })).statusCode).toBe(200)
    expect([await effects('taken'), await jobs()]).toEqual([1, before + 1])
    const { rows } = await database.pool.query(
      `select actor_id::text, host(ip) as ip, request_id from audit_log where entity_id = 'taken'`,
    )
    expect(rows[0]).toMatchObject({ actor_id: '4', ip: '127.0.0.1' })
    expect(rows[0].request_id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('with a key happens once, however often and however simultaneously it is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => add({ what: 'once' }, 'key-1')))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]!.statusCode).toBe(200)
    expect((await add({ what: 'once' }, 'key-1')).body).toBe(answers[0]!.body)
    expect(await effects('once')).toBe(1)
    await add({ what: 'once' })
    expect(await effects('once')).toBe(2)
  })

  it('refuses its key for another body or endpoint; another person’s same key is another', async () => {
    expect((await add({ what: 'first' }, 'key-2')).statusCode).toBe(200)
    expect((await add({ what: 'second' }, 'key-2')).json()).toMatchObject({ code: 422, data: { reason: 'KEY_REUSED' } })
    const elsewhere = await ask('PUT', '/api/probe/add', {
      as: 'leader',
      body: { what: 'first' },
      headers: { 'idempotency-key': 'key-2' },
    })
    expect(elsewhere.json()).toMatchObject({ code: 422, data: { reason: 'KEY_REUSED' } })
    expect((await add({ what: 'first' }, 'key-2', 'partnerA')).statusCode).toBe(200)
    expect([await effects('first'), await effects('second')]).toEqual([2, 0])
  })

  it('that was refused may be sent again with its key', async () => {
    expect((await add({ what: 'again', thenFail: true }, 'key-3')).statusCode).toBe(409)
    expect((await add({ what: 'again' }, 'key-3')).statusCode).toBe(200)
    expect(await effects('again')).toBe(1)
  })

  it.each(['x'.repeat(256), 'with space', 'ключ'])(
    'refuses a key that is too long or not printable: %s',
    async (key) => {
      expect((await add({ what: 'never' }, key)).json()).toMatchObject({
        code: 400,
        data: { reason: 'INVALID', field: 'Idempotency-Key' },
      })
      expect((await add({ what: 'ever' }, 'x'.repeat(255))).statusCode).toBe(200)
    },
  )
})

describe('an upload', () => {
  const part = (name: string, filename: string | undefined, content: string) =>
    `--edge\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`
  const send = (...parts: string[]) =>
    ask('POST', '/api/probe/upload', {
      as: 'leader',
      body: `${parts.join('')}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
  const incoming = () => readdirSync(join(dataDir, 'files', 'incoming'))

  it('arrives whole, measured and under our own name; what the verb does not keep is dropped', async () => {
    expect((await send(part('file', '../../etc/数据\u0007.csv', 'a,b\n1,2'))).statusCode).toBe(200)
    const { content, sha256, bytes, path, name } = seen.uploads.at(-1)!
    expect({ content, bytes, name }).toEqual({ content: 'a,b\n1,2', bytes: 7, name: '数据.csv' })
    expect(sha256).toBe(createHash('sha256').update('a,b\n1,2').digest('hex'))
    expect(path).toMatch(/incoming\/[0-9a-f-]{36}$/)
    expect(incoming()).toEqual([])
  })

  it('of exactly the limit is taken, one byte more is refused with the limit', async () => {
    expect((await send(part('file', 'a', 'x'.repeat(2048)))).statusCode).toBe(200)
    const answer = await send(part('file', 'a', 'x'.repeat(2049)))
    expect(answer.json()).toMatchObject({ code: 413, data: { reason: 'TOO_LARGE' } })
    expect(answer.json().msg).toContain('2 KB')
    expect(incoming()).toEqual([])
  })

  it('of another kind is refused: nothing, a field, two files, another name, JSON', async () => {
    const before = seen.uploads.length
    expect((await send()).json().code).toBe(400)
    expect((await send(part('file', undefined, 'text'))).json()).toMatchObject({
      code: 400,
      data: { reason: 'UNKNOWN_FIELD' },
    })
    expect((await send(part('other', 'a', 'x'))).json()).toMatchObject({
      code: 400,
      data: { reason: 'UNKNOWN_FIELD', field: 'other' },
    })
    expect((await send(part('file', 'a', 'x'), part('file', 'b', 'y'))).statusCode).toBe(413)
    expect((await ask('POST', '/api/probe/upload', { as: 'leader', body: {} })).json().code).toBe(415)
    expect(seen.uploads.length).toBe(before)
    expect(incoming()).toEqual([])
  })

  it('is not read from someone who may not send it', async () => {
    const answer = await ask('POST', '/api/imports', {
      as: 'partnerA',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('a download', () => {
  it('is always a file, under a name no header can be made of', async () => {
    const { headers } = await ask('GET', '/api/probe/file', { as: 'leader' })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w%.!#$&+^`|~-]+$/,
    )
  })
})

describe('health', () => {
  it('is told without a session, and nothing else is', async () => {
    expect((await ask('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await ask('GET', '/readyz')).json()).toEqual({ status: 'ready' })
  })
})

describe('the API document', () => {
  it('is OpenAPI 3.1 with every endpoint, for administrators', async () => {
    const document = (await ask('GET', '/api/openapi.json', { as: 'adminOther' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toContain('/api/data/{id}')
    expect(document.paths['/api/user/login'].post.security).toEqual([])
    expect(document.paths['/api/users'].get.security).toEqual([{ ticket: [] }])
    const page = await ask('GET', '/api/docs', { as: 'adminOther' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('/api/data/{id}')
    // Addresses in examples are text; nothing is fetched from elsewhere.
    expect(page.body).not.toMatch(/(src|href|action)=["']?https?:/)
  })
})

it('two people who ask the same at once never get each other’s answer', async () => {
  const own = async (as: 'partnerA' | 'partnerB') => comparable(await ask('GET', '/api/data?pageSize=5', { as })).body
  const [a, b] = [await own('partnerA'), await own('partnerB')]
  expect(a).not.toBe(b)
  const mixed = await Promise.all(Array.from({ length: 100 }, (_, n) => own(n % 2 ? 'partnerB' : 'partnerA')))
  mixed.forEach((body, n) => {
    expect(body).toBe(n % 2 ? b : a)
  })
  expect(app.server.listening).toBe(false)
})
