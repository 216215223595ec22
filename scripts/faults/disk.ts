import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGround } from './ground.ts'

const SIZE = '640m'
const PIECE = Buffer.alloc(1 << 20)
const WRITES = 40

/**
 * Fills the disk under a running server and frees it again, over and over; on a small disk in memory, which only root can
 * make. What is read must go on, what cannot be written must say so, and all must work again without anybody's help.
 */
export async function fillDisk(times: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder])
  const ground = await openGround(join(folder, 'data'), { DEMO: '1' })
  const ballast = join(folder, 'ballast')
  const sums = { written: 0, refused: 0, other: 0, unread: 0, lost: 0, unrecovered: 0 }
  try {
    await ground.start()
    await ground.signIn('admin')
    const { categories } = await ground.ask<{ categories: { id: string }[] }>('GET', '/api/articles/categories')
    const write = async (title: string): Promise<Response> =>
      ground.send('POST', '/api/articles', { title, categoryId: categories[0]!.id, lang: 'zh' })
    for (let time = 0; time < times; time++) {
      fill(ballast, folder)
      for (let at = 0; at < WRITES; at++) {
        const { status } = await write(`满盘 ${time} ${at}`)
        sums[status === 200 ? 'written' : status === 507 || status === 503 ? 'refused' : 'other']++
        if (!(await ground.send('GET', '/api/data?pageSize=20&total=none')).ok) sums.unread++
      }
      rmSync(ballast)
      await ground.until('/readyz', () => true, 30_000).catch(() => sums.unrecovered++)
      if (!(await write(`恢复 ${time}`)).ok) sums.unrecovered++
      else sums.written++
    }
    let kept = 0
    for (const title of ['满盘', '恢复'])
      for await (const _ of ground.rows('/api/articles', `keyword=${encodeURIComponent(title)}`)) kept++
    sums.lost = sums.written - kept
  } finally {
    await ground.stop()
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  return `${times} times full: of ${sums.written + sums.refused + sums.other} writes ${sums.written} were taken, ${sums.refused} refused for want of space, ${sums.other} otherwise; ${sums.unread} pages not readable meanwhile, ${sums.lost} of those taken lost, ${sums.unrecovered} times not working again once there was space`
}

function fill(file: string, folder: string): void {
  try {
    while (statfsSync(folder).bavail > 0) appendFileSync(file, PIECE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
