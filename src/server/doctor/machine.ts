import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSecretKey } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { loadBucket, ownerOf } from '../files/open.ts'
import { type Finding, fail, ok, warn } from './doctor.ts'

const GB = 1e9
const OTHERS = 0o077

/** Settings that are each allowed and do not go together. */
export function checkSettings(config: Config): Finding[] {
  const { databaseUrl, demo, drainSeconds, host, metricsToken, secretKey, dataDir } = config
  const found: Finding[] = []
  if (databaseUrl && demo)
    found.push(warn('DEMO=1 with DATABASE_URL: the demo accounts have a known password', 'set DEMO=0'))
  if (databaseUrl && !secretKey)
    found.push(
      warn(
        'SECRET_KEY is not set: every server process with a DATA_DIR of its own seals with another key',
        'set the same SECRET_KEY for all',
      ),
    )
  if (databaseUrl && drainSeconds === 0)
    found.push(warn('DRAIN_SECONDS=0: a balancer sends requests to a server that stops', 'set it to 5 or more'))
  if (!/^(localhost|::1|127\.)/.test(host)) {
    found.push(warn(`HOST=${host}: the server speaks plain HTTP`, 'listen on loopback behind a proxy with TLS'))
    if (!metricsToken) found.push(warn('no METRICS_TOKEN: no other machine may ask for /metrics', 'set one'))
  }
  const key = join(dataDir, 'secret.key')
  if (secretKey || existsSync(key)) {
    const isOpen = !secretKey && process.platform !== 'win32' && (statSync(key).mode & OTHERS) !== 0
    found.push(isOpen ? fail(`${key} can be read by others`, `chmod 600 ${key}`) : ok('the key is there'))
  } else found.push(warn('there is no key yet', 'the first start makes one; keep it apart from the backups'))
  return found
}

/** The store of files, where it is not a folder: writes, reads and drops an object of no meaning. */
export async function checkBucket({ bucket: config, dataDir, secretKey }: Config): Promise<Finding[]> {
  if (!config) return []
  const bucket = await loadBucket(config)
  try {
    const key = findSecretKey(dataDir, secretKey)
    await bucket.check(key && ownerOf(key))
    return [ok(`files can be written and read at ${config.place}`)]
  } catch (error) {
    return [fail((error as Error).message, 'look at FILES_URL and its companions')]
  } finally {
    bucket.close()
  }
}

/** Room on the disk, and whether files can be written the way the product does. */
export async function checkMachine(dataDir: string): Promise<Finding[]> {
  const incoming = join(dataDir, 'files', 'incoming')
  const found: Finding[] = []
  try {
    await mkdir(incoming, { recursive: true })
    const draft = join(incoming, randomUUID())
    await writeFile(draft, 'doctor')
    await rename(draft, `${draft}.kept`)
    await rm(`${draft}.kept`)
    found.push(ok(`files can be written in ${dataDir}`))
  } catch (error) {
    return [
      fail(
        `files cannot be written in ${dataDir}: ${(error as Error).message}`,
        'give the folder to the server’s user',
      ),
    ]
  }
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, share] = [bavail * bsize, bavail / blocks]
  const room = `${(free / GB).toFixed(1)} GB free on the disk of ${dataDir}`
  if (free < GB / 2) found.push(fail(room, 'make room: writes are about to fail'))
  else if (free < 5 * GB || share < 0.1) found.push(warn(room, 'a week of exports and the next backup need room'))
  else found.push(ok(room))
  return found
}
