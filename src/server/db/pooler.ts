import pg from 'pg'
import { REQUEST_TIMEOUT_MS } from './pool.ts'

/** What is wrong with the sessions a pooler hands out; undefined where they are as requests need them. */
export async function faultOfPooler(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('TimeZone') as zone, setting::int as "limitMs" from pg_settings where name = 'statement_timeout'`,
    )
    const [{ zone, limitMs }] = rows as [{ zone: string; limitMs: number }]
    if (zone !== 'UTC') return `its sessions are in the time zone ${zone} instead of UTC`
    if (limitMs !== REQUEST_TIMEOUT_MS)
      return `its sessions have statement_timeout=${limitMs}ms instead of ${REQUEST_TIMEOUT_MS}ms`
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
