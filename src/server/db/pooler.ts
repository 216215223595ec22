import pg from 'pg'

/** What a statement of a request may take at most, as PostgreSQL writes it. */
const LIMIT = '5s'

/** What is wrong with the sessions a pooler hands out; undefined where they are as requests need them. */
export async function faultOfPooler(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as "limit"`,
    )
    const [{ zone, limit }] = rows as [{ zone: string; limit: string }]
    if (zone !== 'UTC') return `its sessions are in the time zone ${zone} instead of UTC`
    if (limit !== LIMIT) return `its sessions have statement_timeout=${limit} instead of ${LIMIT}`
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
