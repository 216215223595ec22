import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Files } from '../../core/verb.ts'

/** A folder of files under our own names. Unfinished files lie in `incoming` on the same disk, so keeping is a rename. */
export interface FileStore extends Files {
  incoming: string
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Opens the store under a data directory, making its folders. */
export function openFiles(dataDir: string): FileStore {
  const folder = join(dataDir, 'files')
  const incoming = join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true })
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('not a key of ours')
    return join(folder, key)
  }
  return {
    incoming,
    path: pathOf,
    draft() {
      const key = randomUUID()
      return { key, path: join(incoming, key) }
    },
    async discard(key) {
      await rm(pathOf(key), { force: true })
      await rm(join(incoming, key), { force: true })
    },
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async keep(file) {
      const name = basename(file.path)
      const key = KEY.test(name) ? name : randomUUID()
      await rename(file.path, pathOf(key))
      return key
    },
    drop: (key) => rm(pathOf(key), { force: true }),
  }
}
