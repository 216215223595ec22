import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { openBucket } from '../../src/server/files/bucket.ts'
import { openFiles, type Shelf } from '../../src/server/files/files.ts'
import { startStore } from './server.ts'

const server = await startStore()
const folders: string[] = []
afterAll(async () => {
  await server.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let prefixes = 0
const shelves: [string, () => Shelf | undefined][] = [
  ['a folder', () => undefined],
  ['a bucket', () => openBucket(server.config(`contract-${++prefixes}`))],
]

function openNew(shelf: Shelf | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'backlot-store-'))
  folders.push(dataDir)
  const files = openFiles(dataDir, shelf)
  const keep = async (bytes: Uint8Array) => {
    const draft = files.draft()
    writeFileSync(draft.path, bytes)
    const key = await files.keep(draft)
    return { key, draft }
  }
  const bytesOf = async (key: string) => {
    const body = await files.read(key)
    return body && (await buffer(body))
  }
  const list = async () => {
    const found: { key: string; at: Date }[] = []
    for await (const one of files.list()) found.push(one)
    return found
  }
  const keys = async () => (await list()).map(({ key }) => key).sort()
  return { files, keep, bytesOf, list, keys }
}

describe.each(shelves)('the store in %s', (_, shelf) => {
  it('gives back what it was given, byte for byte, from nothing to several parts', async () => {
    const { files, keep, bytesOf, keys } = openNew(shelf())
    const contents = [0, 1, 70_001, (16 << 20) + 7].map((size) => randomBytes(size))
    const kept = []
    for (const bytes of contents) {
      const { key, draft } = await keep(bytes)
      expect(key).toBe(draft.key)
      expect(existsSync(draft.path)).toBe(false)
      expect(await files.has(key)).toBe(true)
      expect((await bytesOf(key))!.equals(bytes)).toBe(true)
      kept.push(key)
    }
    expect(await keys()).toEqual([...kept].sort())
    expect(readdirSync(files.incoming)).toEqual([])
  }, 60_000)

  it('gives a file from elsewhere a key of its own, and says how old each is', async () => {
    const { files, list } = openNew(shelf())
    const path = join(files.incoming, 'import-1')
    writeFileSync(path, 'rows')
    const key = await files.keep({ path })
    const [found] = await list()
    expect(found!.key).toBe(key)
    // Stores keep whole seconds.
    expect(Math.abs(Date.now() - +found!.at)).toBeLessThan(60_000)
  })

  it('shows nothing of what is not kept, and forgets what is discarded or dropped, twice as once', async () => {
    const { files, keep, keys, bytesOf } = openNew(shelf())
    const half = files.draft()
    writeFileSync(half.path, 'half')
    expect(await files.has(half.key)).toBe(false)
    expect(await bytesOf(half.key)).toBeUndefined()
    expect(await keys()).toEqual([])
    await files.discard(half.key)
    expect(existsSync(half.path)).toBe(false)
    const [one, two] = [await keep(Buffer.from('one')), await keep(Buffer.from('two'))]
    for (let times = 0; times < 2; times++) {
      await files.discard(one.key)
      await files.drop(two.key)
    }
    expect(await keys()).toEqual([])
    expect(await bytesOf(two.key)).toBeUndefined()
  })

  it('puts a file on this machine’s disk for as long as it is worked on', async () => {
    const { files, keep, bytesOf } = openNew(shelf())
    const { key } = await keep(Buffer.from('a,b\n1,2\n'))
    expect(await files.onDisk(key, async (path) => readFileSync(path, 'utf8'))).toBe('a,b\n1,2\n')
    await expect(files.onDisk(key, () => Promise.reject(new Error('in the middle')))).rejects.toThrow('in the middle')
    await expect(files.onDisk(randomUUID(), async (path) => readFileSync(path))).rejects.toThrow()
    expect(readdirSync(files.incoming)).toEqual([])
    expect((await bytesOf(key))!.toString()).toBe('a,b\n1,2\n')
  })

  it('refuses every name that is no key of its own', async () => {
    const { files } = openNew(shelf())
    for (const name of ['../secret.key', 'incoming', `${randomUUID()}/..`, '', 'installation']) {
      await expect(files.read(name)).rejects.toThrow('not a key')
      await expect(files.has(name)).rejects.toThrow('not a key')
      await expect(files.drop(name)).rejects.toThrow('not a key')
    }
  })
})
