import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { checkBucket } from '../../src/server/doctor/machine.ts'
import { features } from '../../src/server/features.ts'
import { openBucket } from '../../src/server/files/bucket.ts'
import { openFiles, StoreLost } from '../../src/server/files/files.ts'
import { openStore } from '../../src/server/files/open.ts'
import { dropOrphans } from '../../src/server/files/sweep.ts'
import { runWaitingJobs } from '../../src/server/jobs/runner.ts'
import { openSettlement } from '../settlement.ts'
import type { Actor } from '../world.ts'
import { startStore } from './server.ts'

const server = await startStore()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-bucket-'))
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const SECRET_KEY = 'ab'.repeat(32)
const configOf = (prefix: string, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, SECRET_KEY, ...server.env(prefix), ...more })

const store = await openStore(configOf('product'))
const { database, ask, upload, act, earn, build, bring, run, plans, app } = await openSettlement(store)

describe('the product on a bucket', () => {
  const log = { error: (error: unknown) => expect.unreachable(String(error)), warn() {} }
  const queue = () => runWaitingJobs({ database, files: store.files, features, log })
  const local = () => readdirSync(join(dataDir, 'files'), { recursive: true })

  it('an export is made, fetched and, when its time is over, gone from the bucket', async () => {
    const body = { listKey: 'data', query: 'sort=playCount:desc', columns: [], format: 'csv', bom: true }
    const id = (await ask('POST', '/api/exports', { as: 'adminKeyAdmin', body })).json().data.id
    await queue()
    const fetched = () => ask('GET', `/api/exports/${id}/file`, { as: 'adminKeyAdmin' })
    const found = (await ask('GET', `/api/exports/${id}`, { as: 'adminKeyAdmin' })).json().data
    expect(found.status).toBe('done')
    const answer = await fetched()
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(found.sha256)
    const [{ key }] = await run(sql`select file_key as key from export_job where id = ${id}`)
    expect(await store.files.has(key)).toBe(true)
    expect(local()).toEqual(['incoming'])
    await ask('DELETE', `/api/exports/${id}`, { as: 'adminKeyAdmin' })
    await queue()
    expect(await store.files.has(key)).toBe(false)
  })

  it('a file of figures is read by the job and handed out again as it came', async () => {
    const rows = 'item_id,stat_date,views\nbucket-1,2026-10-30,5\nbucket-1,2026-10-31,8\n'
    const { job } = await bringIn('adminOther', rows)
    const url = `/api/imports/${job.id}`
    const body = { mapping: { ...job.mapping, platform: 'other' }, version: job.version }
    expect((await ask('POST', `${url}/check`, { as: 'adminOther', body })).statusCode).toBe(200)
    await queue()
    const checked = (await ask('GET', url, { as: 'adminOther' })).json().data
    expect(checked).toMatchObject({ status: 'checked', counts: { fresh: 2, refused: 0 } })
    expect((await ask('GET', `${url}/original`, { as: 'adminOther' })).body).toBe(rows)
    expect(local()).toEqual(['incoming'])
  })

  it('an invoice is handed in and read by who may, and by nobody else', async () => {
    await run(sql`update product_version set params = params || '{"invoiceRequired": true}' where id = ${plans.sm4}`)
    await earn('2021-03-01', 8_800)
    const id = await build('2021-03-01')
    await bring(id, 'locked')
    const { fileId } = (await upload('partnerA', '/files', 'invoice.pdf', '%PDF-1.7')).data
    const invoice = { number: '24440000', issuedOn: '2026-11-01', amount: '88.00', fileId }
    expect((await act('partnerA', id, 'invoice', invoice)).status).toBe(200)
    const fetch = (as: Actor) => ask('GET', `/api/settlements/files/${fileId}`, { as })
    expect((await fetch('adminOther')).body).toBe('%PDF-1.7')
    expect((await fetch('partnerB')).statusCode).toBe(404)
    const [{ key }] = await run(sql`select file_key as key from settlement_file where id = ${fileId}`)
    await store.files.drop(key)
    expect((await fetch('adminOther')).json().data.reason).toBe('FILE_GONE')
  })

  it('counts what it asked for, and tells no key', async () => {
    const { body } = await app.inject({ url: '/metrics' })
    expect(body).toMatch(/^backlot_files_requests_total\{operation="put",result="ok"\} [1-9]/m)
    expect(body).not.toContain('S3RVER')
  })

  async function bringIn(as: Actor, content: string) {
    const part = `--edge\r\ncontent-disposition: form-data; name="file"; filename="figures.csv"\r\n\r\n${content}\r\n--edge--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
    const answer = await ask('POST', '/api/imports', { as, headers, body: part })
    expect(answer.statusCode, answer.body).toBe(200)
    return { job: answer.json().data }
  }
})

describe('a bucket', () => {
  const objectOf = (key: string): string =>
    readdirSync(server.directory, { recursive: true })
      .map((name) => join(server.directory, String(name)))
      .find((path) => path.includes(key) && path.endsWith('object'))!

  it('whose bytes were changed ends the reading instead of giving others', async () => {
    const files = openFiles(dataDir, openBucket(server.config('changed')))
    const draft = files.draft()
    writeFileSync(draft.path, 'what was paid')
    await files.keep(draft)
    expect(String(await buffer((await files.read(draft.key))!))).toBe('what was paid')
    writeFileSync(objectOf(draft.key), 'what was said')
    await expect(files.read(draft.key).then((body) => buffer(body!))).rejects.toThrow(StoreLost)
    await expect(files.onDisk(draft.key, async () => 'used')).rejects.toThrow(StoreLost)
    expect(readdirSync(files.incoming)).toEqual([])
  })

  it('that is away is told as such, and the draft stays for another try', async () => {
    const other = await startStore()
    const bucket = openBucket(other.config('away'))
    const files = openFiles(dataDir, bucket)
    await other.stop()
    const draft = files.draft()
    writeFileSync(draft.path, 'kept')
    await expect(files.keep(draft)).rejects.toThrow(StoreLost)
    expect(readFileSync(draft.path, 'utf8')).toBe('kept')
    await expect(files.has(draft.key)).rejects.toThrow(StoreLost)
    await expect(files.read(draft.key)).rejects.toThrow(StoreLost)
    expect([...bucket.calls.values()].every(({ result }) => result === 'failed')).toBe(true)
    rmSync(draft.path)
  })

  it.each([
    ['there is no such bucket', { FILES_URL: 's3://other/x' }],
    ['the keys are refused', { FILES_ACCESS_KEY: 'nobody' }],
    ['nothing listens there', { FILES_ENDPOINT: 'http://127.0.0.1:1' }],
  ])('stops the start with one line: %s', async (reason, wrong) => {
    const config = configOf('start', wrong)
    const refusal = await openStore(config).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refusal).toContain(reason)
    expect(refusal).not.toMatch(/nobody|S3RVER/)
    expect(await checkBucket(config)).toMatchObject([{ level: 'fail', what: refusal }])
  })

  it('is listed to its last page', async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const asked: (string | null)[] = []
    const pager = createServer((request, response) => {
      const token = new URL(request.url!, 'http://x').searchParams.get('continuation-token')
      asked.push(token)
      const at = Number(token ?? 0)
      const more =
        at < 2 ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
      const object = `<Contents><Key>many/${keys[at]}</Key><LastModified>2026-11-22T00:00:00.000Z</LastModified></Contents>`
      const other =
        '<Contents><Key>many/notes.txt</Key><LastModified>2026-11-22T00:00:00.000Z</LastModified></Contents>'
      response
        .setHeader('content-type', 'application/xml')
        .end(`<ListBucketResult>${more}${object}${other}</ListBucketResult>`)
    }).listen(0, '127.0.0.1')
    await once(pager, 'listening')
    const endpoint = `http://127.0.0.1:${(pager.address() as AddressInfo).port}`
    const bucket = openBucket(server.config('many', { FILES_ENDPOINT: endpoint }))
    const found: string[] = []
    for await (const { key } of bucket.list()) found.push(key)
    bucket.close()
    pager.close()
    expect(found).toEqual(keys)
    expect(asked).toEqual([null, '1', '2'])
  })

  it('belongs to one installation; the doctor looks without claiming it', async () => {
    const other = { SECRET_KEY: 'cd'.repeat(32) }
    expect(await checkBucket(configOf('owned', other))).toMatchObject([{ level: 'ok' }])
    await (await openStore(configOf('owned'))).stop()
    await (await openStore(configOf('owned'))).stop()
    await expect(openStore(configOf('owned', other))).rejects.toThrow('another SECRET_KEY')
    expect(await checkBucket(configOf('owned', other))).toMatchObject([{ level: 'fail' }])
  })
})

describe('the sweep', () => {
  const columns = features.flatMap(({ fileColumns = [] }) => fileColumns)

  it('knows every column of the schema that names a file', async () => {
    const found = await database.rows<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (column_name ~ '(file|draft|evidence|media|image|original)_keys?$' or table_name = 'media_file' and column_name = 'key')`)
    expect(columns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      found.map(({ name }) => name).sort(),
    )
  })

  it('drops what no row names after a day, and nothing else', async () => {
    const bucket = openBucket(server.config('sweep'))
    const files = openFiles(dataDir, bucket)
    const [named, orphan] = [files.draft(), files.draft()]
    for (const { path } of [named, orphan]) {
      writeFileSync(path, 'x')
      await files.keep({ path })
    }
    await bucket.claim('us')
    await database.rows(
      sql`insert into media_file (key, sha256, type, bytes) values (${named.key}, 'x', 'image/png', 1)`,
    )
    const has = () => Promise.all([named, orphan].map(({ key }) => files.has(key)))
    const tomorrow = new Date(Date.now() + 25 * 3_600_000)
    await dropOrphans(database, files, columns, new Date())
    expect(await has()).toEqual([true, true])
    await dropOrphans(database, files, [], tomorrow)
    expect(await has()).toEqual([true, true])
    await dropOrphans(database, files, columns, tomorrow)
    expect(await has()).toEqual([true, false])
    await expect(bucket.check('them')).rejects.toThrow('another SECRET_KEY')
  })
})

describe('the settings', () => {
  const bucketOf = (env: Record<string, string>) => readConfig(env).bucket
  const path = join(dataDir, randomUUID())

  it('name the place by one address and take keys from files', () => {
    expect(bucketOf({})).toBeUndefined()
    expect(bucketOf({ FILES_URL: 's3://backlot' })).toMatchObject({
      ...{ bucket: 'backlot', prefix: '', region: 'us-east-1', isPathStyle: false, keys: undefined },
      place: 's3://backlot',
    })
    writeFileSync(path, 'from a file\n')
    const given = {
      ...{ FILES_URL: 's3://backlot/a/b/', FILES_ENDPOINT: 'https://s3.example.com', FILES_REGION: 'cn-north-1' },
      ...{ FILES_ACCESS_KEY: 'id', FILES_SECRET_KEY_FILE: path },
    }
    expect(bucketOf(given)).toMatchObject({
      ...{ prefix: 'a/b/', endpoint: 'https://s3.example.com', region: 'cn-north-1', isPathStyle: true },
      keys: { accessKeyId: 'id', secretAccessKey: 'from a file' },
    })
    expect(bucketOf({ ...given, FILES_PATH_STYLE: '0' })!.isPathStyle).toBe(false)
  })

  it.each([
    [{ FILES_URL: 'https://bucket/x' }, 'FILES_URL is not valid'],
    [{ FILES_URL: 's3://bucket/../x y' }, 'FILES_URL is not valid'],
    [{ FILES_ENDPOINT: 'https://x' }, 'FILES_ENDPOINT is only for use with FILES_URL'],
    [{ FILES_URL: 's3://bucket', FILES_ENDPOINT: 'https://id:secret@x' }, 'FILES_ENDPOINT is not valid'],
    [{ FILES_URL: 's3://bucket', FILES_REGION: 'Here!' }, 'FILES_REGION is not valid'],
    [{ FILES_URL: 's3://bucket', FILES_PATH_STYLE: 'yes' }, 'FILES_PATH_STYLE is not valid'],
    [{ FILES_URL: 's3://bucket', FILES_ACCESS_KEY: 'id' }, 'go together'],
    [{ FILES_URL: 's3://bucket', FILES_ACCESS_KEY_FILE: '/nowhere/at/all' }, 'FILES_ACCESS_KEY_FILE cannot be read'],
  ])('%j is refused', (env, words) => {
    expect(() => bucketOf(env as never)).toThrow(words)
  })
})
