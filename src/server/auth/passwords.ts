import { hash, verify } from '@node-rs/argon2'
import { errors, refuse } from '../../core/errors.ts'

/** Argon2id with 19 MiB and two passes, the library's default and OWASP's first choice. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Two at a time leave the library's thread pool room for files and compression. */
const AT_ONCE = 2
const WAITING_AT_MOST = 50

/** The hash of a password nobody has: what an unknown name is compared with, so that it takes as long. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

let running = 0
const waiting: (() => void)[] = []

/** Hashing is the costliest thing a stranger can ask for: a bounded queue keeps it from taking the machine. */
async function inQueue<T>(run: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) throw refuse(errors, 'TOO_MANY', { data: { retryAfterSeconds: 2 } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await run()
  } finally {
    // A waiter takes over the place of the one who leaves.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** The PHC string of a password. Throws TOO_MANY when more than 50 wait. */
export const hashPassword = (password: string): Promise<string> => inQueue(() => hash(password, COST))

/** True when the password belongs to the hash; null takes as long and is never true. Throws TOO_MANY. */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  const matches = await inQueue(() => verify(phc ?? NOBODYS, password))
  return matches && phc !== null
}
