import { promises as dns, type LookupAddress } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Outbound, OutboundError } from '../../core/outbound.ts'
import { isPublicAddress } from './address.ts'

export interface OutboundOptions {
  /** Hosts, with or without a port, that may be inside of the own network. */
  allowed?: readonly string[]
  timeoutMs?: number
  limitBytes?: number
  /** All addresses of a name. */
  resolve?(host: string): Promise<LookupAddress[]>
}

const TIMEOUT_MS = 8_000
const LIMIT_BYTES = 64 * 1024
const LOWEST_OWN_PORT = 1024

const resolveAll = (host: string): Promise<LookupAddress[]> => dns.lookup(host, { all: true, verbatim: true })

/**
 * The only door to addresses that people give: public ones alone, by http or https, without redirects. A name is resolved
 * once, and the connection goes to the very address that was looked at, so an answer that changes afterwards changes nothing.
 */
export function openOutbound({
  allowed = [],
  timeoutMs = TIMEOUT_MS,
  limitBytes = LIMIT_BYTES,
  resolve = resolveAll,
}: OutboundOptions = {}): Outbound {
  const isAllowed = ({ hostname, host }: URL): boolean => allowed.includes(hostname) || allowed.includes(host)

  const read = (address: string): URL => {
    if (!URL.canParse(address)) throw new OutboundError('address')
    // The parser writes decimal, octal, hexadecimal and full-width numbers as the dotted ones they are.
    const url = new URL(address)
    const { protocol, username, password, port, hostname } = url
    if (protocol !== 'https:' && protocol !== 'http:') throw new OutboundError('address')
    if (username || password || !hostname) throw new OutboundError('address')
    if (isAllowed(url)) return url
    if (port && Number(port) < LOWEST_OWN_PORT) throw new OutboundError('address')
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare) ? !isPublicAddress(bare) : !isPublicName(bare)) throw new OutboundError('internal')
    return url
  }

  return {
    check: (address) => void read(address),
    async post(address, { headers, body }) {
      const url = read(address)
      const deadline = AbortSignal.timeout(timeoutMs)
      const lookup: LookupFunction = (host, options, done) => {
        resolve(host).then(
          (found) => {
            if (found.length === 0) return done(new OutboundError('unreachable'), '')
            if (!isAllowed(url) && !found.every((one) => isPublicAddress(one.address)))
              return done(new OutboundError('internal'), '')
            if (options.all) return done(null, found)
            done(null, found[0]!.address, found[0]!.family)
          },
          () => done(new OutboundError('unreachable'), ''),
        )
      }
      const send = url.protocol === 'https:' ? secure : plain
      return new Promise((settle, fail) => {
        const refuse = (error: unknown) =>
          fail(error instanceof OutboundError ? error : new OutboundError(deadline.aborted ? 'timeout' : 'unreachable'))
        const sent = send(
          url,
          // A connection of its own, through no proxy of the environment; an answer has little room for headers too.
          {
            method: 'POST',
            agent: false,
            lookup,
            signal: deadline,
            maxHeaderSize: 16_384,
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          },
          (answer) => {
            let bytes = 0
            answer.on('data', (chunk: Buffer) => {
              bytes += chunk.length
              if (bytes > limitBytes) sent.destroy(new OutboundError('tooLarge'))
            })
            answer.on('end', () => settle({ status: answer.statusCode ?? 0 }))
            answer.on('error', refuse)
          },
        )
        sent.on('error', refuse)
        sent.end(body)
      })
    },
  }
}

/** Names that are no host of the internet, whatever a resolver says. */
const isPublicName = (name: string): boolean => {
  const host = name.replace(/\.$/, '')
  return host.includes('.') && !/\.(localhost|local|internal|intranet|lan|home|corp|arpa)$/.test(host)
}

let door: Outbound = openOutbound()
/** Sets which inside hosts may be spoken to; from the environment alone, never from a request. */
export function setOutbound(options: OutboundOptions): void {
  door = openOutbound(options)
}
/** The door as it is set now. */
export const outbound: Outbound = {
  check: (address) => door.check(address),
  post: (address, what) => door.post(address, what),
}
