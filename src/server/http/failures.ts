import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errors, refuse } from '../../core/errors.ts'
import { pickLanguage } from '../../core/text.ts'
import { isConnectionError } from '../db/pool.ts'
import { StoreLost } from '../files/files.ts'

/** "1 MB": limits as people read them. */
export const sizeOf = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.round(bytes / 1_048_576)} MB` : `${Math.round(bytes / 1024)} KB`

export const tooLarge = (bytes: number): AppError => refuse(errors, 'TOO_LARGE', { params: { limit: sizeOf(bytes) } })

/** Our refusal for whatever was thrown. Nothing of an unexpected error reaches the outside. */
export function refusalFor(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  // Of PostgreSQL and of the files.
  if (code === '53100' || code === 'ENOSPC') return refuse(errors, 'STORAGE_FULL')
  // 57014: the statement took longer than a request may; 40001, 40P01: lost against another.
  if (isConnectionError(error) || error instanceof StoreLost || ['57014', '40001', '40P01'].includes(code))
    return refuse(errors, 'UNAVAILABLE', { data: { retryAfterSeconds: 2 } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return refuse(errors, 'UNSUPPORTED_TYPE')
  if (statusCode === 413) return tooLarge(request.routeOptions.bodyLimit ?? 0)
  if (statusCode === 404 || code === 'FST_ERR_BAD_URL') return refuse(errors, 'NOT_FOUND')
  if (statusCode >= 400 && statusCode < 500) return refuse(errors, 'BAD_JSON')
  return refuse(errors, 'INTERNAL')
}

/** Sends any error as the envelope, in the caller's language, with its true status. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalFor(error, request)
  if (refusal.status >= 500) request.log.error({ err: error, requestId: request.id }, refusal.reason)
  const { field, data } = refusal.details
  if (typeof data?.retryAfterSeconds === 'number') reply.header('retry-after', data.retryAfterSeconds)
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send({
      data: { reason: refusal.reason, ...(field !== undefined && { field }), requestId: request.id, ...data },
      status: 'fail',
      msg: refusal.explain(pickLanguage(request.headers['accept-language'])),
      code: refusal.status,
    })
}
