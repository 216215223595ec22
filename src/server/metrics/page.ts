import { timingSafeEqual } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors, refuse } from '../../core/errors.ts'
import { hashToken } from '../auth/accounts.ts'
import type { Database } from '../db/pool.ts'
import { PLACES, type Replica } from '../db/replica.ts'
import type { Hub } from '../events/hub.ts'
import type { Calls } from '../files/bucket.ts'
import { clientIpOf } from '../http/context.ts'
import { metric, requestMetrics } from './exposition.ts'
import type { Meter } from './meter.ts'
import { type Gauges, readGauges } from './sql.ts'

export interface MetricsOptions {
  database: Database
  replica?: Replica | undefined
  hub?: Hub | undefined
  meter: Meter
  /** Who asks must bring it; without one only this machine may ask, and not through a proxy. */
  token?: string | undefined
  /** Of the store of files, where it is not a folder. */
  storeCalls?: Calls | undefined
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/** A proxy on this machine speaks from loopback for the whole world; what it adds gives it away. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isLoopback(clientIpOf(request)) && !FORWARDED.some((name) => name in request.headers)
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(hashToken(given), hashToken(token))
}

/** How often the event loop is looked at. */
const EVERY_MS = 10

/** GET /metrics: this process and the shared queues in the Prometheus text format. To others it does not exist. */
export function addMetrics(
  app: FastifyInstance,
  { database, replica, hub, meter, token, storeCalls }: MetricsOptions,
): void {
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS })
  // What is measured is the whole time between two looks.
  const lateness = (percentile: number) => Math.max(0, delay.percentile(percentile) / 1e6 - EVERY_MS) / 1000
  delay.enable()
  app.addHook('onClose', async () => delay.disable())
  app.get('/metrics', { config: { isUnmeasured: true } }, async (request, reply) => {
    if (!mayRead(request, token)) throw refuse(errors, 'NOT_FOUND')
    // A database that is away is itself something to tell.
    const gauges = await readGauges(database).catch(() => undefined)
    const { totalCount, idleCount, waitingCount } = database.pool
    const lines = [
      ...metric('gauge', 'process_start_time_seconds', 'When the process started', [
        [{}, Math.round(Date.now() / 1000 - process.uptime())],
      ]),
      ...metric('gauge', 'process_resident_memory_bytes', 'Memory in use', [[{}, process.memoryUsage.rss()]]),
      ...metric('gauge', 'nodejs_heap_size_used_bytes', 'Of that, what the program keeps', [
        [{}, process.memoryUsage().heapUsed],
      ]),
      ...(await openFiles()),
      ...metric('gauge', 'nodejs_eventloop_lag_seconds', 'How late the event loop was since the last reading', [
        [{ quantile: '0.5' }, lateness(50)],
        [{ quantile: '0.99' }, lateness(99)],
      ]),
      ...metric('gauge', 'backlot_database_connections', 'Connections of the request pool', [
        [{ state: 'busy' }, totalCount - idleCount],
        [{ state: 'idle' }, idleCount],
      ]),
      ...metric('gauge', 'backlot_database_waiting', 'Requests that wait for a connection', [[{}, waitingCount]]),
      ...metric('gauge', 'backlot_database_up', 'Whether the database answered', [[{}, gauges ? 1 : 0]]),
      ...(gauges ? gaugeMetrics(gauges) : []),
      ...(hub
        ? metric('gauge', 'backlot_event_streams', 'Streams of messages that are open', [[{}, hub.count()]])
        : []),
      ...(replica ? replicaMetrics(replica) : []),
      ...metric(
        'counter',
        'backlot_files_requests_total',
        'What the store of files was asked, by operation and result',
        [...(storeCalls?.values() ?? [])].map(({ operation, result, count }) => [{ operation, result }, count]),
      ),
      ...requestMetrics(meter.totals()),
    ]
    delay.reset()
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}

/** Files and sockets of the process, where the system tells. */
async function openFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd').catch(() => undefined)
  return open ? metric('gauge', 'process_open_fds', 'Open files and sockets', [[{}, open.length]]) : []
}

function replicaMetrics({ state, counts }: Replica): string[] {
  const { isUsed, lagMs } = state()
  return [
    ...metric('gauge', 'backlot_replica_used', 'Whether the replica answers reads', [[{}, isUsed ? 1 : 0]]),
    ...(lagMs === null
      ? []
      : metric('gauge', 'backlot_replica_lag_seconds', 'How far the replica is behind', [[{}, lagMs / 1000]])),
    ...metric(
      'counter',
      'backlot_reads_total',
      'Reads a replica may answer, by who did: the replica, or the primary and why',
      PLACES.map((place) => [{ place }, counts[place]]),
    ),
  ]
}

function gaugeMetrics({ dataAgeSeconds, ...gauges }: Gauges): string[] {
  const { waiting, scheduled, running, failed, oldestWaitSeconds, dirtyDays, dirtyHours } = gauges
  return [
    ...metric('gauge', 'backlot_jobs', 'Jobs in the queues', [
      [{ state: 'waiting' }, waiting],
      [{ state: 'scheduled' }, scheduled],
      [{ state: 'running' }, running],
      [{ state: 'failed' }, failed],
    ]),
    ...metric('gauge', 'backlot_job_oldest_wait_seconds', 'How long the job that is due longest has waited', [
      [{}, oldestWaitSeconds],
    ]),
    ...metric('gauge', 'backlot_rollup_waiting', 'Days and hours that wait to be added up anew', [
      [{ grain: 'day' }, dirtyDays],
      [{ grain: 'hour' }, dirtyHours],
    ]),
    ...(dataAgeSeconds === null
      ? []
      : metric('gauge', 'backlot_data_age_seconds', 'How long ago the newest delivered day ended', [
          [{}, dataAgeSeconds],
        ])),
  ]
}
