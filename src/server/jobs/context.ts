import type { Db, Files, JobCtx } from '../../core/verb.ts'
import type { Database } from '../db/pool.ts'
import { endTodos, sendNotices } from '../messages/messages.ts'
import { addJob } from './sql.ts'

/** What a job and a command see of the world: the database, or a transaction on it that may take its time. */
export function jobContext(database: Database, files: Files, now = new Date()): JobCtx {
  const on = (db: Db): JobCtx => ({
    db,
    transaction: (work) =>
      db === database ? database.transaction((inner) => work(inner, on(inner)), { timeoutMs: 0 }) : work(db, on(db)),
    notify: (...notices) => sendNotices(db, null, ...notices),
    endTodos: (bizType, bizId) => endTodos(db, bizType, bizId),
    enqueue: (job, payload) => addJob(db, job, payload),
    files,
    now,
  })
  return on(database)
}
