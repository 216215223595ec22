import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Permission, permissions, type Rule } from '../../core/access.ts'
import { can } from '../../core/can.ts'
import { errors, refuse } from '../../core/errors.ts'
import { bearerOf, findSession, NOBODY } from '../auth/sessions.ts'
import { clientIpOf, type Machine } from './context.ts'

/** What every API answer carries: never cached, never a document a browser would run. */
const API_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/**
 * Decides before a byte of the body is read whether the caller may use an endpoint. The only things looked at are the
 * token and what the database knows of its session. Throws UNAUTHENTICATED, FORBIDDEN.
 */
export function guard(machine: Machine, permission: Permission) {
  const rule: Rule = permissions[permission]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(API_HEADERS)
    reply.header('x-request-id', request.id)
    if (permission === 'public') {
      request.session = NOBODY
      return
    }
    const token = bearerOf(request.headers.authorization)
    const session = token && (await findSession(machine.database, token, clientIpOf(request)))
    if (!session) throw refuse(errors, 'UNAUTHENTICATED')
    request.session = session
    request.ticket = token
    if (!can(session, rule)) throw refuse(errors, 'FORBIDDEN')
  }
}
