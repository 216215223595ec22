import type { FastifyRequest } from 'fastify'
import { scopeOf } from '../../core/scope.ts'
import type { Session } from '../../core/session.ts'
import { pickLanguage } from '../../core/text.ts'
import { type Ctx, type Db, type Feature, react, type UploadedFile } from '../../core/verb.ts'
import { writeAudit } from '../audit/audit.ts'
import { accountsOn } from '../auth/accounts.ts'
import { secrets } from '../auth/secrets.ts'
import type { Budget, Share } from '../db/budget.ts'
import type { Database } from '../db/pool.ts'
import type { Replica } from '../db/replica.ts'
import type { FileStore } from '../files/files.ts'
import { addJob } from '../jobs/sql.ts'
import { mailer } from '../mail/mailer.ts'
import { endTodos, sendNotices } from '../messages/messages.ts'
import { outbound } from '../outbound/outbound.ts'
import { idsOf } from './selections.ts'

/** What the machine room lends to every verb. */
export interface Machine {
  database: Database
  /** Connections of the requests machines send; what people wait for goes before them. */
  machines: Database
  /** Each account's share of the pools. */
  budget: Budget
  /** Where reads of signed-in people may go. */
  replica?: Replica | undefined
  files: FileStore
  features: Feature[]
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
    ticket: string
    /** The newest transaction the caller's account must see. */
    wroteXid: string | null
  }
}

/** The socket's address; there is no proxy header that a caller could set. IPv4 inside IPv6 is written as IPv4. */
export const clientIpOf = (request: FastifyRequest): string =>
  (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')

/** The caller's share of a pool. On public endpoints there is no account, and throttles stand before them. */
export const shareOf = ({ budget }: Machine, { session }: FastifyRequest, database: Database): Share =>
  session.accessId ? budget(session.accessId, database) : database

/** The verb's view of the world for one request, on a connection or inside a transaction. */
export function contextOf(machine: Machine, request: FastifyRequest, db: Db | Share, upload?: UploadedFile): Ctx {
  const { session } = request
  const clientIp = clientIpOf(request)
  const ctx: Ctx = {
    session,
    ticket: request.ticket,
    scope: scopeOf(session),
    db,
    language: pickLanguage(request.headers['accept-language']),
    requestId: request.id,
    clientIp,
    userAgent: (request.headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, 300),
    now: new Date(),
    audit: (...entries) => writeAudit(db, { actorId: session.accessId, clientIp, requestId: request.id }, ...entries),
    enqueue: (job, payload, how) => addJob(db, job, payload, how),
    notify: (...notices) => sendNotices(db, session.accessId || null, ...notices),
    endTodos: (bizType, bizId) => endTodos(db, bizType, bizId),
    emit: (event, payload) => react(machine.features, ctx, event, payload),
    idsOf: (target) => idsOf(db, session.accessId, target),
    get accounts() {
      return accountsOn(db, session.accessId || null)
    },
    secrets,
    outbound,
    mailer,
    transaction: (run) =>
      'transaction' in db ? db.transaction((inner) => run(contextOf(machine, request, inner, upload))) : run(ctx),
    files: machine.files,
    replica: machine.replica?.state(),
  }
  if (upload) ctx.upload = upload
  return ctx
}
