import type { FastifyInstance } from 'fastify'
import { errors, refuse } from '../../core/errors.ts'
import { MESSAGE_STREAM } from '../../features/messages/contract.ts'
import { isLiving } from '../auth/sessions.ts'
import type { Machine } from '../http/context.ts'
import { guard } from '../http/guard.ts'
import type { Hub } from './hub.ts'

/** Proxies close what is silent; a session that ended is noticed no later than this. */
const BEAT_MS = 25_000
/** Windows of one account; a browser opens one for all its tabs. */
const STREAMS_EACH = 8

/**
 * GET /api/message/stream: server-sent events that say "your box changed" and nothing else; what changed is asked for
 * by the ordinary calls, so that an event lost or doubled on the way loses and doubles nothing.
 */
export function addStream(app: FastifyInstance, machine: Machine, hub: Hub): void {
  const open = new Map<string, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const end of streams) end()
  })
  app.get(
    MESSAGE_STREAM,
    { onRequest: guard(machine, 'self.use'), config: { isUnmeasured: true } },
    (request, reply) => {
      const { session, ticket } = request
      const mine = open.get(session.accessId) ?? new Set()
      if (mine.size >= STREAMS_EACH) throw refuse(errors, 'TOO_MANY', { data: { retryAfterSeconds: 60 } })
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        // When it ends its socket ends too, or a server that stops would wait for it.
        connection: 'close',
      })
      raw.write('retry: 3000\nevent: box\ndata: {}\n\n')
      // A reader that takes nothing is told once when it takes again, not once for every event.
      const tell = () => {
        if (raw.writableLength === 0) raw.write('event: box\ndata: {}\n\n')
      }
      const leave = hub.listen(session.accessId, tell)
      const beat = setInterval(() => {
        isLiving(machine.database, ticket).then(
          (lives) => (lives ? raw.write(': beat\n\n') : end()),
          () => raw.write(': beat\n\n'),
        )
      }, BEAT_MS)
      const end = () => raw.end()
      raw.on('close', () => {
        clearInterval(beat)
        leave()
        mine.delete(end)
        if (mine.size === 0) open.delete(session.accessId)
      })
      open.set(session.accessId, mine.add(end))
    },
  )
}
