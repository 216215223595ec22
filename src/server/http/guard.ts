import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Permission, permissions, type Rule, type TokenScope } from '../../core/access.ts'
import { can, mayHold } from '../../core/can.ts'
import { errors, refuse } from '../../core/errors.ts'
import { ensureOn } from '../../kit/sql/settings.ts'
import { bearerOf, findSession, NOBODY } from '../auth/sessions.ts'
import { apiTokenOf, findApiToken } from '../auth/tokens.ts'
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
 * token and what the database knows of it. An endpoint is for people's sessions or, with a scope, for machines' tokens,
 * never for both. Throws UNAUTHENTICATED, FACTOR_NEEDED, FORBIDDEN, SCOPE_MISSING, SWITCHED_OFF.
 */
export function guard(machine: Machine, permission: Permission, scope?: TokenScope, beforeFactor = false) {
  const rule: Rule = permissions[permission]
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(API_HEADERS)
    reply.header('x-request-id', request.id)
    if (permission === 'public') {
      request.session = NOBODY
      return
    }
    if (scope) {
      const token = apiTokenOf(request.headers.authorization)
      const found = token && (await findApiToken(machine.database, token, clientIpOf(request)))
      if (!found) throw refuse(errors, 'UNAUTHENTICATED')
      await ensureOn(machine.database, 'switch.tokens')
      request.session = found.session
      request.ticket = token
      if (!found.scopes.includes(scope)) throw refuse(errors, 'SCOPE_MISSING', { params: { scope } })
      if (!mayHold(found.session, scope) || !can(found.session, rule)) throw refuse(errors, 'FORBIDDEN')
      return
    }
    const token = bearerOf(request.headers.authorization)
    const found = token && (await findSession(machine.database, token, clientIpOf(request)))
    if (!found) throw refuse(errors, 'UNAUTHENTICATED')
    request.session = found.session
    request.wroteXid = found.wroteXid
    request.ticket = token
    if (found.session.lacksFactor && !beforeFactor) throw refuse(errors, 'FACTOR_NEEDED')
    if (!can(found.session, rule)) throw refuse(errors, 'FORBIDDEN')
  }
}
