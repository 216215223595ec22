import { rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { may } from '../../core/can.ts'
import type { Endpoint, Input } from '../../core/contract.ts'
import { parseListQuery } from '../../core/listQuery.ts'
import type { Download, UploadedFile, Verb } from '../../core/verb.ts'
import { noteWrites } from '../db/writes.ts'
import { contextOf, type Machine, shareOf } from './context.ts'
import { sendDownload } from './downloads.ts'
import { envelopeOf, forSerializer, wrap } from './envelope.ts'
import { guard } from './guard.ts'
import { keyOf, once } from './idempotency.ts'
import { readAnywhere } from './reading.ts'
import { MULTIPART_OVERHEAD, receiveUpload } from './uploads.ts'
import { bodyCheck, refuseRepeated, wordsCheck } from './validation.ts'

const BODY_LIMIT = 1_048_576

/** Who must see what a request wrote: whoever sent it, where that is known. */
const writers = ({ session }: FastifyRequest): string[] => (session.accessId ? [session.accessId] : [])

/** Turns a verb into a route: permission, session, schema, verb, envelope. */
export function addVerb(app: FastifyInstance, machine: Machine, verb: Verb): void {
  const { endpoint } = verb
  const read = inputReader(endpoint)
  const isMutation = endpoint.method !== 'GET' && !endpoint.reads
  // Files come from the primary: what they are made of is read while they are sent.
  const isReadAnywhere = endpoint.method === 'GET' && !endpoint.raw && !endpoint.token

  const answer = async (request: FastifyRequest, upload?: UploadedFile): Promise<unknown> => {
    const input = read(request)
    if (isReadAnywhere) return readAnywhere(machine, request, (db) => verb.run(contextOf(machine, request, db), input))
    const database = shareOf(machine, request, endpoint.token ? machine.machines : machine.database)
    if (!isMutation) return verb.run(contextOf(machine, request, database), input)
    if (endpoint.ownTransaction)
      // Also what is refused may have left a trace.
      return verb
        .run(contextOf(machine, request, database, upload), input)
        .finally(() => noteWrites(database, writers(request)))
    const key = keyOf(request)
    return database.transaction(async (db) => {
      const run = () => verb.run(contextOf(machine, request, db, upload), input)
      const result = await (key === undefined ? run() : once(db, request, key, upload, run))
      await noteWrites(db, writers(request))
      return result
    })
  }

  const send = (reply: FastifyReply, result: unknown): FastifyReply =>
    endpoint.raw ? sendDownload(reply, result as Download) : reply.send(wrap(result ?? null))

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.uploadBytes ? endpoint.uploadBytes + MULTIPART_OVERHEAD : (endpoint.bodyBytes ?? BODY_LIMIT),
    schema: endpoint.raw ? {} : { response: { 200: forSerializer(envelopeOf(endpoint.reply ?? Type.Null())) } },
    onRequest: guard(machine, endpoint.permission, endpoint.token, endpoint.beforeFactor),
    handler: endpoint.uploadBytes
      ? async (request, reply) => {
          const upload = await receiveUpload(request, machine.files.incoming, endpoint.uploadBytes!)
          // What the verb kept has moved; what it did not keep goes.
          const result = await answer(request, upload).finally(() => rm(upload.path, { force: true }))
          return send(reply, result)
        }
      : async (request, reply) => send(reply, await answer(request)),
  })
}

/** Checks params, query, list filters and body, in this order. Throws INVALID, UNKNOWN_FIELD and those of the list query. */
function inputReader(endpoint: Endpoint): (request: FastifyRequest) => Input<Endpoint> {
  const params = wordsCheck(endpoint.params)
  const body = bodyCheck(endpoint.body)
  const query = queryReader(endpoint)
  return (request) =>
    ({
      params: params(request.params) ?? {},
      ...query(request),
      body: endpoint.uploadBytes ? undefined : body(request.body),
    }) as Input<Endpoint>
}

function queryReader({ query, filters }: Endpoint) {
  const check = wordsCheck(query)
  if (!filters) return (request: FastifyRequest) => ({ query: check(request.query) ?? {} })
  const own = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  return (request: FastifyRequest) => {
    const raw = request.query as Record<string, unknown>
    refuseRepeated(raw)
    const mine = Object.entries(raw).filter(([name]) => own.includes(name))
    const rest = Object.entries(raw).filter(([name]) => !own.includes(name))
    return {
      query: check(Object.fromEntries(mine)) ?? {},
      list: parseListQuery(filters, (needs) => may(request.session, needs), Object.fromEntries(rest)),
    }
  }
}
