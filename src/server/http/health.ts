import type { FastifyInstance } from 'fastify'
import type { Db } from '../../core/verb.ts'
import { checkReady } from './sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers "not ready" from now on and lets connections go after their answer, while everything is still served. */
    drain(): void
  }
}

/** Lends an app `drain`; returns whether it was called. */
export function drainable(app: FastifyInstance): () => boolean {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.addHook('onRequest', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return () => isDraining
}

const LOOK_EVERY_MS = 100

/**
 * Lets an app end while somebody is still sending the head of a request, which nobody has read and nobody answers: once
 * closing has begun and nothing is under way for two looks, connections that are left are cut.
 */
export function letGo(app: FastifyInstance): void {
  let underWay = 0
  app.server.on('request', (_, response) => {
    underWay++
    response.once('close', () => underWay--)
  })
  let looking: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    let calm = 0
    looking = setInterval(() => {
      calm = underWay === 0 ? calm + 1 : 0
      if (calm >= 2) app.server.closeAllConnections()
    }, LOOK_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(looking))
}

const unmeasured = { config: { isUnmeasured: true } }

/** `/healthz`: the process runs. `/readyz`: it is not about to stop, and the database can be reached and carries our schema. */
export function addHealth(app: FastifyInstance, db: Db, isDraining: () => boolean): void {
  app.get('/healthz', unmeasured, async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', unmeasured, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return reply.code(503).send({ status: 'stopping' })
    try {
      await checkReady(db)
      return reply.send({ status: 'ready' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
    }
  })
}
