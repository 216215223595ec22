import type { FastifyRequest } from 'fastify'
import type { Share } from '../db/budget.ts'
import { type Machine, shareOf } from './context.ts'

/** PostgreSQL's "read-only transaction": all there is on a replica. */
const READ_ONLY = '25006'
/** Routes that note something on their way, such as what was seen. They are found out once. */
const notingRoutes = new Set<string>()

/**
 * Answers a read from the replica where there is one that has what its caller wrote, else from the primary; from there
 * also when the replica fails. `read` may run twice.
 */
export async function readAnywhere<T>(
  machine: Machine,
  request: FastifyRequest,
  read: (db: Share) => Promise<T>,
): Promise<T> {
  const { replica } = machine
  const route = request.routeOptions.url ?? ''
  const elsewhere = notingRoutes.has(route) ? undefined : replica?.forReader(request.wroteXid)
  if (elsewhere)
    try {
      return await read(shareOf(machine, request, elsewhere))
    } catch (error) {
      if ((error as { code?: string }).code === READ_ONLY) notingRoutes.add(route)
      else if (!replica!.blames(error)) throw error
    }
  return read(shareOf(machine, request, machine.database))
}
