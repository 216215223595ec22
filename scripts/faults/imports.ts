import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'

export interface Import {
  id: string
  status: string
  failure: string | null
  version: number
  mapping: Record<string, unknown>
  counts: { rows: number; taken: number; fresh: number } | null
}

const KILLS_EACH = 10
const DAYS = 20
/** An earlier campaign may have been broken off: its videos are not ours. */
const OURS = randomUUID().slice(0, 8)

/**
 * Kills the server in the middle of imports, ten times each and `kills` times in all, before it lets them end. All rows
 * must be there once, or none; the same file sent again must find nothing new; taking it back must leave what was before.
 */
export async function killImports(ground: Ground, kills: number, rows: number): Promise<string> {
  const draw = drawn('imports')
  await ground.start()
  await ground.signIn('admin')
  const videosOf = async (name: string) => {
    const { total } = await ground.ask('GET', `/api/data?pageSize=1&keyword=${encodeURIComponent(name)}`)
    return total as number
  }
  const wholeCount = rows / DAYS
  const one = await bring(ground, fileOf(`${OURS} 无干扰`, rows))
  const began = performance.now()
  await apply(ground, one)
  await ground.until<Import>(`/api/imports/${one.id}`, isOver)
  const takesMs = performance.now() - began
  await takeBack(ground, one.id)
  console.log(`undisturbed: ${rows.toLocaleString('en')} rows in ${(takesMs / 1000).toFixed(1)} s`)

  const sums = { killed: 0, imports: 0, whole: 0, halves: 0, doubled: 0, differs: 0 }
  while (sums.killed < kills) {
    const name = `${OURS} 宕机演练${sums.imports}号`
    const file = fileOf(name, rows)
    const job = await bring(ground, file)
    await apply(ground, job)
    sums.imports++
    for (let turn = 0; turn < KILLS_EACH && sums.killed < kills; turn++) {
      await wait(draw() * takesMs)
      await ground.kill()
      sums.killed++
      await ground.start()
      // Whole or not at all, at any moment.
      const now = await ground.ask<Import>('GET', `/api/imports/${job.id}`)
      if (isOver(now)) break
      const seen = await videosOf(name)
      if (seen !== 0 && seen !== wholeCount) sums.halves++
    }
    const end = await ground.until<Import>(`/api/imports/${job.id}`, isOver)
    const isWhole = end.status === 'applied' && end.counts?.fresh === rows && (await videosOf(name)) === wholeCount
    if (isWhole) sums.whole++
    else console.error(end, await videosOf(name))
    const again = await bring(ground, file)
    if (again.counts?.fresh !== 0) sums.doubled++
    await ground.ask('POST', `/api/imports/${again.id}/cancel`)
    await takeBack(ground, job.id)
    if ((await videosOf(name)) !== 0) sums.differs++
    console.log(JSON.stringify(sums))
  }
  return `${sums.killed} kills in ${sums.imports} imports of ${rows.toLocaleString('en')} rows: ${sums.whole} whole in the end, ${sums.halves} half visible in between, ${sums.doubled} with rows to add when sent again, ${sums.differs} that left something behind when taken back`
}

const isOver = ({ status }: Import): boolean => status === 'applied' || status === 'failed'

/** A file as a platform hands it out: so many videos on so many days. */
export function fileOf(name: string, rows: number): File {
  const lines = ['视频ID,标题,日期,播放量,点赞数']
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8)
  for (let row = 0; row < rows; row++) {
    const [video, day] = [Math.floor(row / DAYS), row % DAYS]
    lines.push(
      `k${mark}${video},${name} ${video},2026-10-${String(day + 1).padStart(2, '0')},${(day + 1) * 1000 + video},${day * 10}`,
    )
  }
  return new File([lines.join('\n')], `${name}.csv`, { type: 'text/csv' })
}

export async function bring(ground: Ground, file: File): Promise<Import> {
  const form = new FormData()
  form.append('file', file)
  const job = await ground.ask<Import>('POST', '/api/imports', form)
  const mapping = { ...job.mapping, platform: job.mapping.platform ?? 'douyin' }
  await ground.ask('POST', `/api/imports/${job.id}/check`, { mapping, version: job.version })
  return ground.until<Import>(`/api/imports/${job.id}`, ({ status }) => status !== 'checking')
}

export const apply = (ground: Ground, { id, version }: Import) =>
  ground.ask('POST', `/api/imports/${id}/apply`, { version })

export async function takeBack(ground: Ground, id: string): Promise<void> {
  const { version } = await ground.ask<Import>('GET', `/api/imports/${id}`)
  await ground.ask('POST', `/api/imports/${id}/undo`, { version })
  await ground.until<Import>(`/api/imports/${id}`, ({ status }) => status !== 'undoing')
}
