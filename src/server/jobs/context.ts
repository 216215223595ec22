import { scopeOf } from '../../core/scope.ts'
import type { Session } from '../../core/session.ts'
import type { Language } from '../../core/text.ts'
import { type Ctx, type Db, type Feature, type Files, type JobCtx, react } from '../../core/verb.ts'
import { writeAudit } from '../audit/audit.ts'
import { accountsOn } from '../auth/accounts.ts'
import { secrets } from '../auth/secrets.ts'
import { NOBODY } from '../auth/sessions.ts'
import { workingAccount } from '../auth/sql.ts'
import type { Database } from '../db/pool.ts'
import type { Replica } from '../db/replica.ts'
import { idsOf } from '../http/selections.ts'
import { freeze } from '../http/sql.ts'
import { mailer } from '../mail/mailer.ts'
import { endTodos, sendNotices } from '../messages/messages.ts'
import { outbound } from '../outbound/outbound.ts'
import { addJob } from './sql.ts'

const OWN_ADDRESS = '127.0.0.1'

/** What a job and a command see of the world: the database, or a transaction on it that may take its time. */
export function jobContext(
  database: Database,
  files: Files,
  now = new Date(),
  features: readonly Feature[] = [],
  signal?: AbortSignal,
  replica?: Replica,
): JobCtx {
  const on = (db: Db): JobCtx => {
    const job: JobCtx = {
      db,
      transaction: (work) =>
        db === database ? database.transaction((inner) => work(inner, on(inner)), { timeoutMs: 0 }) : work(db, on(db)),
      readElsewhere: replica && ((read) => readOn(replica, (inner) => read(inner, on(inner)))),
      notify: (...notices) => sendNotices(db, null, ...notices),
      endTodos: (bizType, bizId) => endTodos(db, bizType, bizId),
      enqueue: (job, payload, how) => addJob(db, job, payload, how),
      actAs: (userId, language) => actAs(job, userId, language),
      emit: (event, payload) => react(features, ctxOf(job, NOBODY, 'zh-CN'), event, payload),
      secrets,
      outbound,
      mailer,
      files,
      now,
      signal,
    }
    return job
  }
  const actAs = async (job: JobCtx, userId: string, language: Language): Promise<Ctx | undefined> => {
    const account = await workingAccount(job.db, userId)
    return account && ctxOf(job, { ...NOBODY, ...account }, language)
  }
  const ctxOf = (job: JobCtx, session: Session, language: Language): Ctx => {
    const { db } = job
    const userId = session.accessId || null
    const from = { clientIp: OWN_ADDRESS, requestId: 'job' }
    const ctx: Ctx = {
      session,
      ticket: '',
      scope: scopeOf(session),
      db,
      language,
      requestId: from.requestId,
      clientIp: from.clientIp,
      userAgent: '',
      now,
      // Of what nobody did the rows themselves tell.
      audit: async (...entries) => {
        if (userId) await writeAudit(db, { ...from, actorId: userId }, ...entries)
      },
      enqueue: job.enqueue,
      notify: job.notify,
      endTodos: job.endTodos,
      emit: (event, payload) => react(features, ctx, event, payload),
      idsOf: (target) => idsOf(db, userId ?? '0', target),
      accounts: accountsOn(db, userId),
      secrets,
      outbound,
      mailer,
      transaction: (run) =>
        job.transaction(async (_, inner) => run((userId && (await actAs(inner, userId, language))) || ctx)),
      files,
    }
    return ctx
  }
  return on(database)
}

/** Ended by an administrator, for no limit of ours stands there; wants to write. */
const NOT_THERE = ['57014', '25006']

/** One transaction of the replica that sees one instant; undefined when the primary is to be asked. */
async function readOn<T extends object>(replica: Replica, read: (db: Db) => Promise<T>): Promise<T | undefined> {
  const there = await replica.forJob()
  if (!there) return undefined
  try {
    return await there.transaction(async (db) => {
      await freeze(db)
      return read(db)
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!replica.blames(error) && !NOT_THERE.includes(code)) throw error
    return undefined
  }
}
