import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { scopeOf } from '../src/core/scope.ts'
import { type Ctx, react } from '../src/core/verb.ts'
import { writeAudit } from '../src/server/audit/audit.ts'
import { accountsOn } from '../src/server/auth/accounts.ts'
import { secrets } from '../src/server/auth/secrets.ts'
import { findSession, NOBODY } from '../src/server/auth/sessions.ts'
import { type Account, DEMO_PASSWORD } from '../src/server/db/demo/accounts.ts'
import { testSize } from '../src/server/db/demo/size.ts'
import { type Database, openDatabase } from '../src/server/db/pool.ts'
import { features } from '../src/server/features.ts'
import { openFiles } from '../src/server/files/files.ts'
import { idsOf } from '../src/server/http/selections.ts'
import { addJob } from '../src/server/jobs/sql.ts'
import { mailer } from '../src/server/mail/mailer.ts'
import { endTodos, sendNotices } from '../src/server/messages/messages.ts'
import { outbound } from '../src/server/outbound/outbound.ts'

/**
 * The test world: one fixed, small world, drawn by the code that draws the demo, with sessions for every actor.
 *
 *     const { database } = await freshDatabase()                  // a clone of the world, dropped after the file
 *     const ctx = await ctxFor(database, 'partnerA')              // to call a verb: verb.run(ctx, input)
 *     app.inject({ url: '/api/data', headers: signedIn('leader') })   // to call the server
 *
 * The world: lines 1 and 2; teams 1 ⊃ 2 (line 1), 3 and 4 (line 2); partner A in team 1, C in team 2, B in team 3, D in
 * team 4; so the leader (team 1) sees A and C. 60 videos of 10 creators, 40 days of figures up to 2026-10-31. Creator 5
 * moved from one partner to another, creator 10 belongs to none, so its videos are unattributed. Do not write numbers
 * drawn by chance (plays, titles, dates) into a test: read them from the database.
 */
export const world = {
  from: '2026-09-22',
  through: testSize.through,
  lines: { first: '1', second: '2' },
  teams: { leaders: '1', below: '2', third: '3', fourth: '4' },
  partners: { A: '1', B: '2', C: '3', D: '4' },
  suppliers: { A: '1', B: '2' },
  creators: { moved: '5', unbound: '10' },
  /** By access key; the password of all is `password`. */
  users: {
    admin: '1',
    godot: '2',
    ops: '3',
    leader: '4',
    coo: '5',
    partner: '6',
    partner2: '7',
    supplier: '8',
    supplier2: '9',
    coo_sm4: '10',
    coo_wl: '11',
    partner_none: '12',
    suspended: '13',
  },
  password: DEMO_PASSWORD,
  /** An id that no row has. */
  missingId: '999999999',
} as const

/** The accounts the demo does not have. */
export const worldAccounts: readonly Account[] = [
  { key: 'coo_sm4', name: '运营甲', role: 'coo', state: 'sm4', line: 1 },
  { key: 'coo_wl', name: '运营乙', role: 'coo', state: 'wl', line: 2 },
  { key: 'partner_none', name: '合作方无产品', role: 'partner', partner: 1 },
  { key: 'suspended', name: '已停用', role: 'partner', state: 'sm4', partner: 1, status: 'disabled', reason: '测试' },
]

/** Who may ask: the fourteen of the access matrix, and godot and the plain coo beside them. Each has a session in the world. */
export const actors = {
  anonymous: null,
  expired: 'partner',
  revoked: 'partner',
  suspended: 'suspended',
  adminKeyAdmin: 'admin',
  adminOther: 'ops',
  leader: 'leader',
  cooMatch: 'coo_sm4',
  cooMismatch: 'coo_wl',
  partnerA: 'partner',
  partnerANone: 'partner_none',
  partnerB: 'partner2',
  supplierA: 'supplier',
  supplierB: 'supplier2',
  godot: 'godot',
  coo: 'coo',
} as const satisfies Record<string, keyof typeof world.users | null>
export type Actor = keyof typeof actors

/** The session token of an actor: the form of a real one, always the same. */
export const tokenOf = (actor: Actor): string => createHash('sha256').update(`world ${actor}`).digest('base64url')

/** The headers a client sends for an actor. */
export const signedIn = (actor: Actor): Record<string, string> =>
  actor === 'anonymous' ? {} : { authorization: `Bearer ${tokenOf(actor)}` }

let clones = 0

/** Dropping waits for a checkpoint, that is for the disk and whatever else the machine writes: longer than hooks may take. */
const DROP_LIMIT_MS = 120_000

/** A database of this test file's own, a clone of the world; closed and dropped after the file's tests. */
export async function freshDatabase(): Promise<{ database: Database; url: string }> {
  const { adminUrl, dropUrl, template } = inject('postgres')
  const name = `${template}_${process.pid}_${++clones}`
  await runOn(adminUrl, `create database ${name} template ${template}`)
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  const database = openDatabase(url, { size: 5 })
  afterAll(async () => {
    await database.end()
    await runOn(dropUrl, `drop database ${name} with (force)`)
    if (folder) rmSync(folder, { recursive: true, force: true })
    folder = undefined
  }, DROP_LIMIT_MS)
  return { database, url }
}

/** A context as the server gives it to verbs, for an actor of the world; `db` is the database itself, without a transaction. */
export async function ctxFor(database: Database, actor: Actor, options: Partial<Ctx> = {}): Promise<Ctx> {
  const clientIp = '127.0.0.1'
  const ticket = tokenOf(actor)
  const session = actor === 'anonymous' ? NOBODY : (await findSession(database, ticket, clientIp))?.session
  if (!session) throw new Error(`${actor} has no living session`)
  const on = (db: Ctx['db']): Ctx => {
    const ctx: Ctx = {
      session,
      ticket,
      scope: scopeOf(session),
      db,
      language: 'zh-CN',
      requestId: 'test',
      clientIp,
      userAgent: 'test',
      now: new Date(),
      audit: (...entries) => writeAudit(db, { actorId: session.accessId, clientIp, requestId: 'test' }, ...entries),
      enqueue: (job, payload, queue) => addJob(db, job, payload, queue),
      notify: (...notices) => sendNotices(db, session.accessId || null, ...notices),
      endTodos: (bizType, bizId) => endTodos(db, bizType, bizId),
      emit: (event, payload) => react(features, ctx, event, payload),
      idsOf: (target) => idsOf(db, session.accessId, target),
      accounts: accountsOn(db, session.accessId || null),
      secrets,
      outbound,
      mailer,
      transaction: (run) => database.transaction((inner) => run(on(inner))),
      files: openFiles(filesFolder()),
      ...options,
    }
    return ctx
  }
  return on(database)
}

let folder: string | undefined

/** Gone after the file, as the database is. */
function filesFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'backlot-files-'))
  return folder
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; dropUrl: string; template: string }
  }
}
