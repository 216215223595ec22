import type { FastifyInstance } from 'fastify'
import { may } from '../../core/can.ts'
import { pageSchema } from '../../core/contract.ts'
import { parseListQuery } from '../../core/listQuery.ts'
import type { ListVerb } from '../../core/verb.ts'
import { contextOf, type Machine } from './context.ts'
import { envelopeOf, forSerializer, wrap } from './envelope.ts'
import { exportList } from './exports.ts'
import { guard } from './guard.ts'
import { readAnywhere } from './reading.ts'
import { refuseRepeated } from './validation.ts'

/** Adds a list's two routes: a page of it, and all rows of a filter as a file. */
export function addList(app: FastifyInstance, machine: Machine, verb: ListVerb): void {
  const { list } = verb
  const onRequest = guard(machine, list.permission)
  app.route({
    method: 'GET',
    url: list.path,
    schema: { response: { 200: forSerializer(envelopeOf(pageSchema(list))) } },
    onRequest,
    async handler(request, reply) {
      const raw = request.query as Record<string, unknown>
      refuseRepeated(raw)
      const query = parseListQuery(list, (needs) => may(request.session, needs), raw)
      return reply.send(
        wrap(await readAnywhere(machine, request, (db) => verb.page(contextOf(machine, request, db), query))),
      )
    },
  })
  app.route({
    method: 'GET',
    url: `${list.path}/export.csv`,
    onRequest,
    handler: (request, reply) => exportList(machine, verb, request, reply),
  })
}
