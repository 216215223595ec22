import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../core/verb.ts'
import type { Meter } from './meter.ts'
import { addMinutes } from './sql.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: answers that stay open for hours, and the questions of probes. */
    isUnmeasured?: boolean
  }
}

/** Counts every answer of an app by its route; whatever is no call of the API counts as a page. */
export function measure(app: FastifyInstance, meter: Meter): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url = '', config } = request.routeOptions
    if (config?.isUnmeasured) return
    const route = /^\/(api|ingest)\//.test(url)
      ? url
      : request.is404 && /^\/(api|ingest)\//.test(request.url)
        ? 'none'
        : 'page'
    meter.observe(request.method, route, reply.statusCode, reply.elapsedTime)
  })
}

const EVERY_MS = 60_000

/** Writes what was counted to the database once a minute, and the rest when it stops. */
export function startRecording(db: Db, meter: Meter, warn: (error: unknown) => void): { stop(): Promise<void> } {
  // A restarted container has the host name and the process number of the one before.
  const process = `${hostname()}:${randomBytes(4).toString('hex')}`
  let writing = Promise.resolve()
  const write = () => {
    writing = writing.then(async () => {
      const minutes = meter.take()
      try {
        await addMinutes(db, process, minutes)
      } catch (error) {
        meter.putBack(minutes)
        warn(error)
      }
    })
    return writing
  }
  const timer = setInterval(() => void write(), EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}
