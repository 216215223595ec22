import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords: RFC 6238 over RFC 4226, with the parameters every authenticator understands. */

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after now that are taken as well: clocks differ. */
const DRIFT = 1
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, as people type it: base32, 32 letters. */
export const newSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code of one time step. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The time step a code belongs to, if it is right and later than the last one taken; undefined otherwise. */
export function stepOf(secret: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  for (let step = current - DRIFT; step <= current + DRIFT; step++)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) return step
  return undefined
}

/** What an authenticator reads from the picture. */
export const uriOf = (accessKey: string, secret: string): string =>
  `otpauth://totp/Backlot:${encodeURIComponent(accessKey)}?secret=${secret}&issuer=Backlot`

/** Ten codes for the day the device is lost, `abcde-fghij`: 50 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const text = toBase32(randomBytes(7)).slice(0, 10).toLowerCase()
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })

/** A recovery code in the one spelling that is hashed. */
export const foldRecovery = (code: string): string => code.trim().toLowerCase().replace(/[\s-]/g, '')
