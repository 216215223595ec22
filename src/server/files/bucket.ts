import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { sha256Of } from '../../kit/sheet/file.ts'
import { StartError } from '../startError.ts'
import { isKey, type Shelf, StoreLost } from './files.ts'
import type { BucketConfig } from './settings.ts'

/** How often the bucket was asked, by what and how it went. */
export type Calls = Map<string, { operation: string; result: 'ok' | 'failed'; count: number }>

export interface Bucket extends Shelf {
  calls: Calls
  /** Throws StartError when the bucket cannot be written, read and cleared, or holds the files of another installation. */
  check(owner: string | undefined): Promise<void>
  /** Marks it as this installation's. */
  claim(owner: string): Promise<void>
  close(): void
}

/** 10,000 parts are the most a file may have: 80 GB. */
const PART_BYTES = 8 << 20
const PARTS_AT_ONCE = 2
const [CONNECT_LIMIT_MS, SILENCE_LIMIT_MS, TRIES] = [3_000, 30_000, 3]
const OWNER = 'installation'

/**
 * The shelf that is a prefix of a bucket in an S3-compatible store. An object becomes visible when its last part has
 * arrived; its SHA-256 travels with it and is compared whenever it is read.
 */
export function openBucket(config: BucketConfig): Bucket {
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.isPathStyle,
    ...(config.endpoint && { endpoint: config.endpoint }),
    ...(config.keys && { credentials: config.keys }),
    maxAttempts: TRIES,
    // Newer checksums are unknown to many compatible stores. Every part is signed with its SHA-256 all the same.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
  })
  const at = (name: string) => ({ Bucket: config.bucket, Key: config.prefix + name })
  const calls: Calls = new Map()
  const count = (operation: string, result: 'ok' | 'failed'): void => {
    const known = calls.get(operation + result) ?? { operation, result, count: 0 }
    calls.set(operation + result, { ...known, count: known.count + 1 })
  }
  /** Undefined when there is no such object. Throws StoreLost. */
  const ask = async <T>(operation: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      const answer = await run()
      count(operation, 'ok')
      return answer
    } catch (error) {
      const isMissing = ['NoSuchKey', 'NotFound'].includes((error as Error).name)
      count(operation, isMissing ? 'ok' : 'failed')
      if (isMissing) return undefined
      throw new StoreLost(`${operation} failed at the store of files`, { cause: error })
    }
  }
  const put = (name: string, body: string) =>
    ask('put', () => client.send(new PutObjectCommand({ ...at(name), Body: body })))
  const get = (name: string) => ask('get', () => client.send(new GetObjectCommand(at(name))))
  const drop = async (name: string): Promise<void> => {
    await ask('delete', () => client.send(new DeleteObjectCommand(at(name))))
  }
  const textOf = async (name: string): Promise<string | undefined> => {
    const found = await get(name)
    return found && text(found.Body as Readable)
  }
  const read = async (key: string): Promise<Readable | undefined> => {
    const found = await get(key)
    if (!found) return undefined
    const checked = comparing(found.Metadata?.sha256)
    // Whoever reads hears of a failure; nobody waits for this.
    pipeline(found.Body as Readable, checked).catch(() => {})
    return checked
  }

  return {
    calls,
    read,
    drop,
    async put(key, path) {
      const Metadata = { sha256: await sha256Of(path) }
      await ask('put', () =>
        new Upload({
          client,
          params: { ...at(key), Body: createReadStream(path, { highWaterMark: 1 << 20 }), Metadata },
          partSize: PART_BYTES,
          queueSize: PARTS_AT_ONCE,
        }).done(),
      )
      await rm(path)
    },
    has: async (key) => (await ask('head', () => client.send(new HeadObjectCommand(at(key))))) !== undefined,
    async *list() {
      let from: string | undefined
      do {
        const page = await ask('list', () =>
          client.send(
            new ListObjectsV2Command({ Bucket: config.bucket, Prefix: config.prefix, ContinuationToken: from }),
          ),
        )
        for (const { Key = '', LastModified } of page?.Contents ?? []) {
          const key = Key.slice(config.prefix.length)
          if (isKey(key) && LastModified) yield { key, at: LastModified }
        }
        from = page?.NextContinuationToken
      } while (from)
    },
    async onDisk(key, incoming, use) {
      const body = await read(key)
      if (!body) throw new Error(`the file ${key} is gone`)
      const path = join(incoming, randomUUID())
      try {
        await pipeline(body, createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async check(owner) {
      const probe = `probe-${randomUUID()}`
      try {
        await client.send(new ListObjectsV2Command({ Bucket: config.bucket, Prefix: config.prefix }))
        await put(probe, probe)
        const isSame = (await textOf(probe)) === probe
        await drop(probe)
        if (!isSame) throw new Error('what was written does not come back')
      } catch (error) {
        throw new StartError(`The files at ${config.place} cannot be written and read: ${reasonOf(error)}`)
      }
      const other = owner && (await textOf(OWNER))
      if (other && other !== owner)
        throw new StartError(
          `${config.place} holds the files of an installation with another SECRET_KEY: give each a prefix of its own in FILES_URL`,
        )
    },
    claim: async (owner) => void (await put(OWNER, owner)),
    close: () => client.destroy(),
  }
}

/** Passes bytes on and fails at their end when they are not those that were put there. */
function comparing(sha256: string | undefined): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(piece: Buffer, _, next) {
      hash.update(piece)
      next(null, piece)
    },
    flush(next) {
      const isSame = !sha256 || hash.digest('hex') === sha256
      next(isSame ? null : new StoreLost('the store gave other bytes than it was given'))
    },
  })
}

function reasonOf(thrown: unknown): string {
  const error = (thrown instanceof StoreLost ? thrown.cause : thrown) as Error & { code?: string }
  switch (error.code ?? error.name) {
    case 'ECONNREFUSED':
      return 'nothing listens there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown'
    case 'NoSuchBucket':
    case 'NotFound':
      return 'there is no such bucket'
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return 'the keys are refused'
    case 'AccessDenied':
    case 'Forbidden':
      return 'the keys may not list, write, read and delete there'
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return 'the bucket is in another region than FILES_REGION says'
    case 'CredentialsProviderError':
      return 'no keys are set and this machine has none'
    default:
      return error.message || error.name
  }
}
