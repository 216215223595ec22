import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../core/verb.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

let key: Uint8Array | undefined

/** Sets the key that everything sealed on this installation is sealed with. */
export function setSecretKey(bytes: Uint8Array): void {
  key = bytes
}

function theKey(): Uint8Array {
  if (!key) throw new Error('no secret key is set')
  return key
}

/** The key there is, without making one. */
export function findSecretKey(dataDir: string, given: string | undefined): Uint8Array | undefined {
  const isThere = given !== undefined || existsSync(join(dataDir, 'secret.key'))
  return isThere ? readSecretKey(dataDir, given) : undefined
}

/** The key of the environment, else the one kept in the data folder, made at the first start and readable by its owner alone. */
export function readSecretKey(dataDir: string, given: string | undefined): Uint8Array {
  if (given) return Buffer.from(given, 'hex')
  const path = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}

/** Encrypts a text (AES-256-GCM); it opens again only for the same purpose, e.g. the same account. */
function seal(text: string, purpose: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', theKey(), nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()])
}

/** Throws when the bytes were sealed with another key or for another purpose, or were changed. */
function unseal(sealed: Uint8Array, purpose: string): string {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', theKey(), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

export const secrets: Ctx['secrets'] = { seal, unseal }
