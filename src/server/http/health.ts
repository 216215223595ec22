import type { FastifyInstance } from 'fastify'
import type { Db } from '../../core/verb.ts'
import { checkReady } from './sql.ts'

/** `/healthz`: the process runs. `/readyz`: the database can be reached and carries our schema. */
export function addHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await checkReady(db)
      return reply.send({ status: 'ready' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
    }
  })
}
