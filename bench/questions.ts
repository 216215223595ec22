import { createHash } from 'node:crypto'
import { parseListQuery } from '../src/core/listQuery.ts'
import type { Period } from '../src/core/period.ts'
import { addDays, dayOf } from '../src/core/time.ts'
import type { Db, Statement } from '../src/core/verb.ts'
import { answerOf } from '../src/features/categories/server.ts'
import { dataList } from '../src/features/data/contract.ts'
import { dataSource, fenceVideos, readDataThrough } from '../src/features/data/sql.ts'
import { readPage } from '../src/kit/sql/list.ts'

/** What the bench asks as an administrator: of the data list, or of another endpoint by its own statements. */
export interface Question {
  name: string
  query: Record<string, string>
  other?: { path(period: Period): string; ask(db: Db, period: Period): Promise<unknown> }
  /** Rows to skip by following cursors before the question is asked. */
  skipRows?: number
}

export const questions: Question[] = [
  { name: 'page of 20', query: { platform: 'douyin', total: 'none' } },
  { name: 'page of 20 with its total', query: { platform: 'douyin' } },
  { name: 'page 5,000 by cursor', query: { platform: 'douyin', total: 'none' }, skipRows: 5_000 * 20 },
  { name: 'title search, two characters', query: { keyword: '菜市', total: 'none' } },
  {
    name: 'statistics by category, 30 days',
    query: {},
    other: {
      path: ({ from, to }) => `/api/statistics-content-category?from=${from}&to=${to}`,
      ask: (db, period) => answerOf({ db, scope: { kind: 'all' }, now: new Date() }, period),
    },
  },
]

export interface Prepared {
  question: Question
  path: string
  /** The statements Backlot sends for it, caught on their way to the database: the reference runs the same ones. */
  statements: (Statement & { name: string })[]
}

const may = () => true

/** Finds the cursor of a deep page and the statements of a question. */
export async function prepare(db: Db, question: Question): Promise<Prepared> {
  const through = await readDataThrough(db)
  const cursor = question.skipRows ? await cursorAfter(db, through, question.query, question.skipRows) : undefined
  const query = { ...question.query, ...(cursor ? { cursor } : {}) }
  const statements: Prepared['statements'] = []
  const note = ({ text, values }: Statement) => {
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
    statements.push({
      name,
      text,
      values: values.map((value) => (value instanceof Date ? value.toISOString() : value)),
    })
  }
  const listening: Db = {
    rows(statement) {
      note(statement)
      return db.rows(statement)
    },
    one(statement) {
      note(statement)
      return db.one(statement)
    },
  }
  if (question.other) {
    const to = through ?? dayOf(Date.now())
    const period = { from: addDays(to, -29), to }
    await question.other.ask(listening, period)
    return { question, path: question.other.path(period), statements }
  }
  await ask(listening, through, query)
  return { question, path: `/api/data?${new URLSearchParams(query)}`, statements }
}

async function ask(db: Db, through: string | null, query: Record<string, string>) {
  const source = dataSource('zh-CN', through, null, { kind: 'all' })
  return readPage(
    {
      db,
      list: dataList,
      source,
      query: parseListQuery(dataList, may, query),
      fence: fenceVideos({ kind: 'all' }),
      may,
    },
    through,
  )
}

async function cursorAfter(
  db: Db,
  through: string | null,
  query: Record<string, string>,
  rows: number,
): Promise<string> {
  let cursor: string | undefined
  for (let skipped = 0; skipped < rows; skipped += 200) {
    const page = await ask(db, through, { ...query, pageSize: '200', ...(cursor ? { cursor } : {}) })
    if (!page.nextCursor) throw new Error(`there are not ${rows} rows to skip`)
    cursor = page.nextCursor
  }
  return cursor!
}
