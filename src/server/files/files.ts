import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Files } from '../../core/verb.ts'

/** Where finished files lie under their keys. A file is there whole or not at all. */
export interface Shelf {
  /** Takes a finished file away from this machine's disk. */
  put(key: string, path: string): Promise<void>
  read(key: string): Promise<Readable | undefined>
  has(key: string): Promise<boolean>
  drop(key: string): Promise<void>
  /** Every key with the time it was put there. */
  list(): AsyncIterable<{ key: string; at: Date }>
  /** Runs something on the file as it lies on this machine's disk, or on a copy made in `incoming`. */
  onDisk<T>(key: string, incoming: string, use: (path: string) => Promise<T>): Promise<T>
}

/** The store: finished files on their shelf, unfinished ones in a folder of this machine. */
export interface FileStore extends Files {
  incoming: string
  list: Shelf['list']
}

/** The shelf cannot be reached, or refuses. What was asked may be asked again. */
export class StoreLost extends Error {}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Keys are ours, never a name that came from outside. */
export const isKey = (name: string): boolean => KEY.test(name)

/** Opens the store under a data directory, making its folders; finished files lie there too unless another shelf is given. */
export function openFiles(dataDir: string, shelf: Shelf = openFolder(join(dataDir, 'files'))): FileStore {
  const incoming = join(dataDir, 'files', 'incoming')
  mkdirSync(incoming, { recursive: true })
  const own = (key: string): string => {
    if (!isKey(key)) throw new Error('not a key of ours')
    return key
  }
  return {
    incoming,
    draft() {
      const key = randomUUID()
      return { key, path: join(incoming, key) }
    },
    async discard(key) {
      await rm(join(incoming, own(key)), { force: true })
      await shelf.drop(key)
    },
    async keep({ path }) {
      const name = basename(path)
      const key = isKey(name) ? name : randomUUID()
      await shelf.put(key, path)
      return key
    },
    has: async (key) => shelf.has(own(key)),
    read: async (key) => shelf.read(own(key)),
    onDisk: async (key, use) => shelf.onDisk(own(key), incoming, use),
    drop: async (key) => shelf.drop(own(key)),
    list: () => shelf.list(),
  }
}

/** The shelf that is a folder, on the disk unfinished files lie on: putting one there is a rename. */
function openFolder(folder: string): Shelf {
  const pathOf = (key: string): string => join(folder, key)
  return {
    put: (key, path) => rename(path, pathOf(key)),
    async read(key) {
      const file = await open(pathOf(key)).catch(nothingThere)
      return file?.createReadStream()
    },
    has: async (key) => (await stat(pathOf(key)).catch(nothingThere)) !== undefined,
    drop: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const key of await readdir(folder)) {
        const found = isKey(key) ? await stat(pathOf(key)).catch(nothingThere) : undefined
        if (found) yield { key, at: found.mtime }
      }
    },
    onDisk: (key, _, use) => use(pathOf(key)),
  }
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
