import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { ScannerPlace } from './files/scan.ts'
import { type BucketConfig, readBucket } from './files/settings.ts'
import type { MailConfig } from './mail/mailer.ts'
import { StartError } from './startError.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  host: string
  port: number
  /** Absolute: the embedded database, the files people upload, and those that are being written. */
  dataDir: string
  /** Where finished files lie; undefined: in the data folder. */
  bucket: BucketConfig | undefined
  /** Who looks through files people send; undefined: nobody. */
  scanner: ScannerPlace | undefined
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** Leads to PostgreSQL itself where DATABASE_URL leads through a pooler; else the same. */
  databaseDirectUrl: string | undefined
  /** A replica that answers reads; undefined: everything goes to the one database. */
  databaseReadUrl: string | undefined
  /** Fills an empty database with the demo world and its accounts, and listens on loopback only. */
  demo: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** 32 bytes in hex; undefined: the one kept in the data folder. */
  secretKey: string | undefined
  /** Where the union answers (docs/affiliate.md). */
  unionUrl: string
  /** Hosts inside of the own network that addresses people give may lead to. */
  outboundAllow: readonly string[]
  /** What letters go by; undefined: none are sent and nothing is offered. */
  mail: MailConfig | undefined
  /** What a scraper of /metrics brings; undefined: only this machine may ask. */
  metricsToken: string | undefined
  /** How long the server says "not ready" and goes on serving before it stops. */
  drainSeconds: number
}

/** Reads the environment. Throws StartError with one line that names the variable and what it may be. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined
  const refuse = (name: string, allowed: string): never => {
    throw new StartError(`${name}=${JSON.stringify(env[name])} is not valid: it must be ${allowed}`)
  }
  const unknown = Object.keys(env).find((name) => name.startsWith('BACKLOT_'))
  if (unknown)
    throw new StartError(
      `${unknown} is not a setting: there are HOST, PORT, DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, DEMO, LOG_LEVEL, SECRET_KEY, METRICS_TOKEN, DRAIN_SECONDS, OUTBOUND_ALLOW, SMTP_URL, MAIL_FROM, PUBLIC_URL, UNION_URL, SCAN_URL, FILES_URL, FILES_ENDPOINT, FILES_REGION, FILES_PATH_STYLE, FILES_ACCESS_KEY and FILES_SECRET_KEY`,
    )

  const port = given('PORT') ?? '8080'
  if (!/^\d{1,5}$/.test(port) || +port > 65_535) refuse('PORT', 'a number from 0 to 65535')

  const urlNamed = (name: string): string | undefined => {
    const url = given(name)
    if (url && !/^postgres(ql)?:\/\/[^\s]+$/.test(url))
      // The value may hold a password: it is not repeated.
      throw new StartError(`${name} is not valid: it must be an address like postgres://user:password@host:5432/name`)
    return url
  }
  const databaseUrl = urlNamed('DATABASE_URL')
  const databaseDirectUrl = urlNamed('DATABASE_DIRECT_URL')
  const databaseReadUrl = urlNamed('DATABASE_READ_URL')
  for (const [name, url] of Object.entries({
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_READ_URL: databaseReadUrl,
  }))
    if (url && !databaseUrl) throw new StartError(`${name} is only for use with DATABASE_URL`)

  const demo = given('DEMO') ?? (databaseUrl ? '0' : '1')
  if (demo !== '0' && demo !== '1') refuse('DEMO', '0 or 1')
  const host = given('HOST') ?? '127.0.0.1'
  if (!isIP(host) && !/^[a-zA-Z0-9.-]+$/.test(host)) refuse('HOST', 'an IP address or a host name')
  if (demo === '1' && !isLoopback(host))
    refuse('HOST', 'a loopback address such as 127.0.0.1 while DEMO=1, because the demo accounts have a known password')

  const unionUrl = given('UNION_URL') ?? 'https://api.jd.com/routerjson'
  if (!isUpstream(unionUrl)) refuse('UNION_URL', 'an https address, or an http address of this machine')

  const outboundAllow = (given('OUTBOUND_ALLOW') ?? '').split(/[\s,]+/).filter(Boolean)
  if (!outboundAllow.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host)))
    refuse('OUTBOUND_ALLOW', 'host names in lower case, each with or without a port, separated by commas')

  const smtpUrl = given('SMTP_URL')
  const mailFrom = given('MAIL_FROM')
  const publicUrl = given('PUBLIC_URL')?.replace(/\/$/, '')
  if (smtpUrl && !/^smtps?:\/\/[^\s/]+\/?$/.test(smtpUrl))
    // The value may hold a password: it is not repeated.
    throw new StartError('SMTP_URL is not valid: it must be an address like smtps://user:password@host:465')
  if (mailFrom && !/^([^<>\r\n]+<)?[^\s<>@]+@[^\s<>@]+>?$/.test(mailFrom))
    refuse('MAIL_FROM', 'an address like backlot@example.com or Backlot <backlot@example.com>')
  if (publicUrl && !/^https?:\/\/[^\s?#]+$/.test(publicUrl))
    refuse('PUBLIC_URL', 'an address like https://backlot.example.com')
  if (smtpUrl && !(mailFrom && publicUrl))
    throw new StartError(
      'SMTP_URL also needs MAIL_FROM and PUBLIC_URL: who letters come from, and where their links lead',
    )

  const [, scanHost, scanPort] =
    /^tcp:\/\/([a-zA-Z0-9.-]+|\[[0-9a-f:.]+\]):(\d{1,5})$/.exec(given('SCAN_URL') ?? '') ?? []
  if (given('SCAN_URL') && !scanHost) refuse('SCAN_URL', 'an address like tcp://127.0.0.1:3310')

  const secretKey = given('SECRET_KEY')
  if (secretKey && !/^[0-9a-f]{64}$/i.test(secretKey))
    // The value is a secret: it is not repeated.
    throw new StartError('SECRET_KEY is not valid: it must be 64 hexadecimal digits')

  const metricsToken = given('METRICS_TOKEN')
  if (metricsToken && !/^[\x21-\x7e]{16,200}$/.test(metricsToken))
    throw new StartError('METRICS_TOKEN is not valid: it must be 16 to 200 characters without spaces')
  const drain = given('DRAIN_SECONDS') ?? '0'
  if (!/^\d{1,2}$/.test(drain) || +drain > 60) refuse('DRAIN_SECONDS', 'a number from 0 to 60')

  const logLevel = LOG_LEVELS.find((level) => level === (given('LOG_LEVEL') ?? 'info'))
  return {
    host,
    port: +port,
    dataDir: resolve(given('DATA_DIR') ?? '.data'),
    bucket: readBucket(given),
    scanner: scanHost ? { host: scanHost.replace(/^\[|\]$/g, ''), port: Number(scanPort) } : undefined,
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
    databaseReadUrl,
    demo: demo === '1',
    logLevel: logLevel ?? refuse('LOG_LEVEL', LOG_LEVELS.join(', ')),
    secretKey,
    unionUrl,
    outboundAllow,
    mail: smtpUrl && mailFrom && publicUrl ? { smtpUrl, from: mailFrom, publicUrl } : undefined,
    metricsToken,
    drainSeconds: +drain,
  }
}

/** Keys and cookies go there: never in the clear over a network, and never with a password in the address. */
function isUpstream(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
