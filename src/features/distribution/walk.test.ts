import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { openDistribution } from '../../../tests/distribution.ts'
import { world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { jobContext } from '../../server/jobs/context.ts'
import { clock } from './clock.ts'
import { flow, STATES } from './flow.ts'

const { database, task, rowOf, act, submit, receiptsOf, checkLast, tell, ask } = await openDistribution()
const files = {
  keep: async () => '',
  draft: () => ({ key: '', path: '' }),
  discard: async () => {},
  has: async () => false,
  read: async () => undefined,
  onDisk: () => Promise.reject(new Error('no file is kept here')),
  drop: async () => {},
}
const runClock = () => clock.run(jobContext(database, files), {})

/** Everything that can happen to a task, as it really happens. */
const moves: Record<string, (id: string) => Promise<{ status: number } | unknown>> = {
  accept: (id) => act('supplierA', id, 'accept'),
  reject: (id) => act('supplierA', id, 'reject', { reason: '档期已满' }),
  download: (id) => act('supplierA', id, 'download'),
  submit: (id) => submit('supplierA', id),
  withdraw: async (id) => {
    const [first] = await receiptsOf(id)
    return ask('supplierA', 'POST', `/api/distribute-videos/${id}/withdraw`, { receiptId: first?.receiptId ?? '1' })
  },
  pass: (id) => checkLast(id, true),
  fail: (id) => checkLast(id, false),
  finish: (id) => act('adminOther', id, 'finish'),
  extend: (id) => act('adminOther', id, 'extend', { deadline: '2096-12-31' }),
  recall: (id) => act('adminOther', id, 'recall', { reason: '素材有误', severity: 'normal' }),
  confirm: (id) => act('supplierA', id, 'confirm-recall'),
  restrict: async (id) => tell('restricted', (await rowOf(id)).videoId, '71'),
  restore: async (id) => tell('restored', (await rowOf(id)).videoId, '71'),
  deadline: async (id) => {
    await database.rows(sql`update distribution set deadline_at = now() - interval '1 second' where id = ${id}`)
    await runClock()
  },
  due: async (id) => {
    await database.rows(
      sql`update distribution set takedown_due_at = now() - interval '1 second' where id = ${id} and status = 'recalling'`,
    )
    await runClock()
  },
}

const arrows = new Set(
  Object.values(flow.actions).flatMap(({ from, to }) => (from as readonly string[]).map((state) => `${state} → ${to}`)),
)

it('walks only along declared arrows, whatever people, clock and risk do in whatever order', async () => {
  const seen = new Set<string>()
  const walk = fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 8, maxLength: 16 })
  // Half of the walks begin with what usually happens, or the later states would hardly be reached.
  const usual = fc.constantFrom([], ['accept', 'download', 'submit'], ['accept', 'download', 'submit', 'pass'])
  await fc.assert(
    fc.asyncProperty(usual, walk, async (first, rest) => {
      const id = await task(world.suppliers.A)
      const { videoId } = await rowOf(id)
      for (const name of [...first, ...rest]) {
        const before = (await rowOf(id)).status
        await moves[name]!(id)
        const after = (await rowOf(id)).status
        expect(STATES).toContain(after)
        if (after !== before) expect(arrows, name).toContain(`${before} → ${after}`)
        seen.add(after)
      }
      await database.rows(sql`delete from dist_receipt where distribution_id = ${id}`)
      await database.rows(sql`delete from dist_download where distribution_id = ${id}`)
      await database.rows(sql`delete from dist_hold where video_id = ${videoId}`)
      await database.rows(sql`delete from distribution where id = ${id}`)
    }),
    { numRuns: 40, seed: 20261120 },
  )
  expect([...seen].sort()).toEqual([...STATES].sort())
}, 120_000)

it('is drawn as it is declared', () => {
  const page = readFileSync(new URL('../../../docs/flows/distribution.md', import.meta.url), 'utf8')
  expect(page).toContain(diagramOf(flow))
})
