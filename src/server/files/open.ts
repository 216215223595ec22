import { createHmac } from 'node:crypto'
import { readSecretKey } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import type { Bucket } from './bucket.ts'
import { type FileStore, openFiles } from './files.ts'
import type { BucketConfig } from './settings.ts'

/** Says which installation a bucket belongs to, and nothing about its key. */
export const ownerOf = (secretKey: Uint8Array): string => createHmac('sha256', secretKey).update('files').digest('hex')

/** The client of the store comes with the first bucket: who has none never loads it. */
export async function loadBucket(config: BucketConfig): Promise<Bucket> {
  return (await import('./bucket.ts')).openBucket(config)
}

export interface Store {
  files: FileStore
  /** Undefined: files lie in the data folder. */
  bucket: Bucket | undefined
  stop(): Promise<void>
}

/** The store the configuration names, after a look whether it can be used. Throws StartError. */
export async function openStore({ dataDir, secretKey, bucket: config }: Config): Promise<Store> {
  if (!config) return { files: openFiles(dataDir), bucket: undefined, stop: async () => {} }
  const bucket = await loadBucket(config)
  const owner = ownerOf(readSecretKey(dataDir, secretKey))
  try {
    await bucket.check(owner)
    await bucket.claim(owner)
  } catch (error) {
    bucket.close()
    throw error
  }
  return { files: openFiles(dataDir, bucket), bucket, stop: async () => bucket.close() }
}
