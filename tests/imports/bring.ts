import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '../../src/core/contract.ts'
import type { ImportTargetName } from '../../src/core/importing.ts'
import type { Ctx } from '../../src/core/verb.ts'
import {
  type ImportJob,
  importApply,
  importCheck,
  importDetail,
  importRefusals,
  importUndo,
  importUpload,
  type Mapping,
} from '../../src/features/imports/contract.ts'
import type { Database } from '../../src/server/db/pool.ts'
import { features } from '../../src/server/features.ts'
import { jobContext } from '../../src/server/jobs/context.ts'
import { type Actor, ctxFor } from '../world.ts'

export const NOW = new Date('2026-11-20T04:00:00Z')
const TURN = { check: 'check-import', apply: 'apply-import', undo: 'undo-import' }

/** Imports of every room on one database, each step as the server and its worker take it. */
export function importsOn(database: Database) {
  const as = (actor: Actor) => ctxFor(database, actor, { now: NOW })

  function ask<T = ImportJob>(ctx: Ctx, endpoint: Endpoint, input: Record<string, unknown> = {}): Promise<T> {
    const verb = features.flatMap(({ verbs = [] }) => verbs).find((one) => one.endpoint === endpoint)!
    const full = { params: {}, query: {}, body: undefined, list: undefined, ...input } as never
    if (endpoint.method === 'GET') return verb.run(ctx, full) as Promise<T>
    return database.transaction((db) => {
      const inside: Ctx = { ...ctx, db }
      return verb.run(inside, full)
    }) as Promise<T>
  }

  /** Runs the queued step, whether or not another worker would have. */
  async function work(ctx: Ctx, turn: keyof typeof TURN, job: ImportJob): Promise<ImportJob> {
    const found = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === TURN[turn])!
    await found.run(jobContext(database, ctx.files, NOW, features), {
      importId: job.id,
      actorId: ctx.session.accessId,
    })
    return read(ctx, job)
  }

  const read = (ctx: Ctx, { id }: ImportJob) => ask(ctx, importDetail, { params: { id } })

  async function upload(ctx: Ctx, target: ImportTargetName, rows: string[] | Buffer, name = 'file.csv') {
    const content = Array.isArray(rows) ? Buffer.from(rows.join('\n')) : rows
    const path = join(tmpdir(), `backlot-import-${randomUUID()}`)
    writeFileSync(path, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return ask({ ...ctx, upload: { name, path, bytes: content.length, sha256 } }, importUpload, { query: { target } })
  }

  async function check(ctx: Ctx, job: ImportJob, part: Partial<Mapping> = {}): Promise<ImportJob> {
    const body = { mapping: { ...job.mapping, ...part }, version: job.version }
    return work(ctx, 'check', await ask(ctx, importCheck, { params: { id: job.id }, body }))
  }

  async function apply(ctx: Ctx, job: ImportJob): Promise<ImportJob> {
    const body = { version: job.version }
    return work(ctx, 'apply', await ask(ctx, importApply, { params: { id: job.id }, body }))
  }

  async function undo(ctx: Ctx, job: ImportJob): Promise<ImportJob> {
    const body = { version: job.version }
    return work(ctx, 'undo', await ask(ctx, importUndo, { params: { id: job.id }, body }))
  }

  /** Row, reason pairs of an import's refused rows. */
  async function refusals(ctx: Ctx, { id }: ImportJob): Promise<string[]> {
    const { refusals } = await ask<{ refusals: { rowNo: number; reason: string }[] }>(ctx, importRefusals, {
      params: { id },
    })
    return refusals.map(({ rowNo, reason }) => `${rowNo} ${reason}`)
  }

  async function bring(ctx: Ctx, target: ImportTargetName, rows: string[] | Buffer, part: Partial<Mapping> = {}) {
    return apply(ctx, await check(ctx, await upload(ctx, target, rows), part))
  }

  return { as, ask, read, work, upload, check, apply, undo, refusals, bring }
}
