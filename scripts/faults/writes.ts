import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { visitEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { drawn, type Ground, POLL_MS } from './ground.ts'

const WRITERS = 20
const LONGEST_MS = 3_000

interface Write {
  title: string
  key: string
  id: string | null
}

/**
 * Kills the server under twenty writers, again and again. A writer that hears nothing sends the same request with the
 * same key until it is answered. In the end every article anybody was told of is there, none twice, each with its audit row.
 */
export async function killWrites(ground: Ground, kills: number): Promise<string> {
  const draw = drawn('writes')
  const mark = randomUUID().slice(0, 8)
  await ground.start()
  await ground.signIn('admin')
  const { categories } = await ground.ask<{ categories: { id: string }[] }>('GET', '/api/articles/categories')
  const categoryId = categories[0]!.id
  const writes: Write[] = []
  let isOver = false
  let unheard = 0

  async function write(): Promise<void> {
    while (!isOver) {
      const one: Write = { title: `${mark} ${writes.length}`, key: randomUUID(), id: null }
      writes.push(one)
      while (one.id === null) {
        const answer = await ground
          .send('POST', '/api/articles', { title: one.title, categoryId, lang: 'zh' }, one.key)
          .then(async (response) => ({ ok: response.ok, status: response.status, body: await response.text() }))
          .catch(() => undefined)
        if (answer?.ok) one.id = JSON.parse(answer.body).data.id
        else if (answer && answer.status < 500 && answer.status !== 429) throw new Error(answer.body)
        else {
          if (!answer) unheard++
          await wait(POLL_MS)
        }
      }
    }
  }

  const writers = Array.from({ length: WRITERS }, write)
  let slowestMs = 0
  for (let kill = 0; kill < kills; kill++) {
    await wait(draw() * LONGEST_MS)
    await ground.kill()
    const died = performance.now()
    await ground.start()
    slowestMs = Math.max(slowestMs, performance.now() - died)
  }
  isOver = true
  await Promise.all(writers)

  const { there, audited } = await readBack(ground.dataDir, mark)
  const sums = {
    lost: writes.filter(({ title, id }) => !there.get(title)?.includes(id!)).length,
    doubled: [...there.values()].filter((ids) => ids.length > 1).length,
    unaudited: writes.filter(({ id }) => !audited.has(id!)).length,
  }
  return `${kills} kills under ${WRITERS} writers, ${writes.length.toLocaleString('en')} writes, ${unheard.toLocaleString('en')} tries cut off or not taken and sent again: ${sums.lost} lost, ${sums.doubled} doubled, ${sums.unaudited} without an audit row; serving again after at most ${(slowestMs / 1000).toFixed(1)} s`
}

/** What the database itself has: the ids of each title, and which of them were audited. A list would take an hour to turn. */
async function readBack(dataDir: string, mark: string) {
  const { url } = await visitEmbedded(dataDir)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; title: string; isAudited: boolean }>(
      `select article_id::text as id, title, exists (
         select from audit_log where action = 'article.create' and entity = 'article' and entity_id = article_id::text) as "isAudited"
       from article_draft where starts_with(title, $1)`,
      [mark],
    )
    const there = new Map<string, string[]>()
    for (const { id, title } of rows) there.set(title, [...(there.get(title) ?? []), id])
    return { there, audited: new Set(rows.filter(({ isAudited }) => isAudited).map(({ id }) => id)) }
  } finally {
    await client.end()
  }
}
