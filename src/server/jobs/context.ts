import { scopeOf } from '../../core/scope.ts'
import type { Language } from '../../core/text.ts'
import { type Ctx, type Db, type Feature, type Files, type JobCtx, react } from '../../core/verb.ts'
import { writeAudit } from '../audit/audit.ts'
import { accountsOn } from '../auth/accounts.ts'
import { secrets } from '../auth/secrets.ts'
import { NOBODY } from '../auth/sessions.ts'
import { workingAccount } from '../auth/sql.ts'
import type { Database } from '../db/pool.ts'
import { idsOf } from '../http/selections.ts'
import { endTodos, sendNotices } from '../messages/messages.ts'
import { addJob } from './sql.ts'

const OWN_ADDRESS = '127.0.0.1'

/** What a job and a command see of the world: the database, or a transaction on it that may take its time. */
export function jobContext(
  database: Database,
  files: Files,
  now = new Date(),
  features: readonly Feature[] = [],
): JobCtx {
  const on = (db: Db): JobCtx => ({
    db,
    transaction: (work) =>
      db === database ? database.transaction((inner) => work(inner, on(inner)), { timeoutMs: 0 }) : work(db, on(db)),
    notify: (...notices) => sendNotices(db, null, ...notices),
    endTodos: (bizType, bizId) => endTodos(db, bizType, bizId),
    enqueue: (job, payload, how) => addJob(db, job, payload, how),
    actAs: (userId, language) => actAs(on(db), userId, language),
    secrets,
    files,
    now,
  })
  const actAs = async (job: JobCtx, userId: string, language: Language): Promise<Ctx | undefined> => {
    const { db } = job
    const account = await workingAccount(db, userId)
    if (!account) return undefined
    const session = { ...NOBODY, ...account }
    const from = { actorId: userId, clientIp: OWN_ADDRESS, requestId: 'job' }
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
      audit: (...entries) => writeAudit(db, from, ...entries),
      enqueue: job.enqueue,
      notify: job.notify,
      endTodos: job.endTodos,
      emit: (event, payload) => react(features, ctx, event, payload),
      idsOf: (target) => idsOf(db, userId, target),
      accounts: accountsOn(db, userId),
      secrets,
      transaction: (run) => job.transaction(async (_, inner) => run((await actAs(inner, userId, language)) ?? ctx)),
      files,
    }
    return ctx
  }
  return on(database)
}
