import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'

interface Export {
  status: string
  failure: string | null
  rowCount: number
  sha256: string | null
  totals: { label: string; value: string }[]
  columnNames: string[]
}

const isOver = ({ status }: Export): boolean => status !== 'queued' && status !== 'running'

/**
 * Kills the server in the middle of exports of the whole data list, `kills` times in all: every third export twice. An
 * export that died once must come out whole by itself, one that died twice must fail once and say so; nobody may fetch
 * a file before it is done, and no half file may stay.
 */
export async function killExports(ground: Ground, kills: number): Promise<string> {
  const draw = drawn('exports')
  await ground.start()
  await ground.signIn('admin')
  const order = async (columns: string[]): Promise<string> =>
    (await ground.ask('POST', '/api/exports', { listKey: 'data', query: '', columns, format: 'csv', bom: true })).id
  const see = (id: string) => ground.ask<Export>('GET', `/api/exports/${id}`)

  // One that nobody disturbs says how long it takes and what must come out.
  const began = performance.now()
  const first = await order([])
  const whole = await ground.until<Export>(`/api/exports/${first}`, isOver)
  const takesMs = performance.now() - began
  const { columnNames: columns } = whole
  console.log(`undisturbed: ${whole.rowCount.toLocaleString('en')} rows in ${(takesMs / 1000).toFixed(1)} s`)
  const lines = (await fetchFile(ground, first)).lines
  await ground.ask('DELETE', `/api/exports/${first}`)

  const sums = { killed: 0, exports: 0, resumed: 0, failed: 0, early: 0, wrong: 0, strays: 0 }
  while (sums.killed < kills) {
    const turns = sums.exports % 3 === 2 && kills - sums.killed > 1 ? 2 : 1
    // Orders that differ, or they would be one.
    const shift = (sums.exports % (columns.length - 1)) + 1
    const id = await order([...columns.slice(shift), ...columns.slice(0, shift)])
    sums.exports++
    for (let turn = 0; turn < turns; turn++) {
      await ground.until<Export>(`/api/exports/${id}`, ({ status }) => status !== 'queued')
      await wait(draw() * takesMs)
      const early = await ground.send('GET', `/api/exports/${id}/file`)
      await early.body?.cancel()
      if (early.ok && !isOver(await see(id))) sums.early++
      await ground.kill()
      sums.killed++
      await ground.start()
    }
    const end = await ground.until<Export>(`/api/exports/${id}`, isOver)
    if (end.status === 'done') {
      sums.resumed++
      sums.wrong += await check(ground, id, end, whole, lines)
    } else if (end.failure === 'INTERRUPTED' && turns === 2) {
      sums.failed++
      if ((await ground.send('GET', `/api/exports/${id}/file`)).ok) sums.early++
    } else sums.wrong++
    await ground.ask('DELETE', `/api/exports/${id}`)
    sums.strays += readdirSync(join(ground.files, 'incoming')).length
    console.log(JSON.stringify(sums))
  }
  return `${sums.killed} kills in ${sums.exports} exports of ${whole.rowCount.toLocaleString('en')} rows: ${sums.resumed} came out whole, ${sums.failed} failed once after dying twice; ${sums.wrong} wrong in rows, checksum or totals, ${sums.early} files to be had too early, ${sums.strays} half files left`
}

/** 0 when the file is what the export says and has the rows, lines and totals of an undisturbed one. */
async function check(ground: Ground, id: string, end: Export, whole: Export, wholeLines: number): Promise<0 | 1> {
  const { status, sha256, lines } = await fetchFile(ground, id)
  const sorted = (one: Export) => JSON.stringify(one.totals.map(({ label, value }) => `${label} ${value}`).sort())
  const isRight =
    status === 200 &&
    sha256 === end.sha256 &&
    end.rowCount === whole.rowCount &&
    lines === wholeLines &&
    sorted(end) === sorted(whole)
  if (!isRight) console.error(id, status, lines, end, whole)
  return isRight ? 0 : 1
}

async function fetchFile(ground: Ground, id: string): Promise<{ status: number; sha256: string; lines: number }> {
  const answer = await ground.send('GET', `/api/exports/${id}/file`)
  const sum = createHash('sha256')
  let lines = 0
  for await (const chunk of answer.body!) {
    sum.update(chunk)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  }
  return { status: answer.status, sha256: sum.digest('hex'), lines }
}
