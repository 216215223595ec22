import { createHash } from 'node:crypto'
import { parseListQuery } from '../src/core/listQuery.ts'
import type { Period } from '../src/core/period.ts'
import type { Scope } from '../src/core/scope.ts'
import { addDays, dayOf } from '../src/core/time.ts'
import type { Db, Statement } from '../src/core/verb.ts'
import { answerOf } from '../src/features/categories/server.ts'
import { dataList } from '../src/features/data/contract.ts'
import { dataSource, fenceVideos, readDataThrough } from '../src/features/data/sql.ts'
import * as workplace from '../src/features/workplace/sql.ts'
import { readPage } from '../src/kit/sql/list.ts'

/** What the bench asks as an administrator: of the data list, or of another endpoint by its own statements. */
export interface Question {
  name: string
  query: Record<string, string>
  other?: { path(period: Period): string; ask(db: Db, period: Period): Promise<unknown> }
  /** Rows to skip by following cursors before the question is asked. */
  skipRows?: number
}

const everyone: Scope = { kind: 'all' }

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
      ask: (db, period) => answerOf({ db, scope: everyone, now: new Date() }, period),
    },
  },
  {
    name: 'workplace, in one round trip',
    query: {},
    other: { path: () => '/api/workplace/summary', ask: askWorkplace },
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
  await askPage(listening, through, query)
  return { question, path: `/api/data?${new URLSearchParams(query)}`, statements }
}

/** A page of the data list. */
export async function askPage(db: Db, through: string | null, query: Record<string, string>) {
  const source = dataSource('zh-CN', through, null, everyone)
  return readPage(
    {
      db,
      list: dataList,
      source,
      query: parseListQuery(dataList, may, query),
      fence: fenceVideos(everyone),
      may,
    },
    through,
  )
}

/** The data list's rows a query means, as its tiles ask for them. */
export const setOf = (through: string, query: Record<string, string>) => ({
  ...{ list: dataList, query: parseListQuery(dataList, may, query), scope: everyone, through, may },
})

/** What the landing page sends for an administrator, in one request. */
export async function askWorkplace(db: Db, { from, to }: Period): Promise<void> {
  const admin = { accessId: '1', accessRoles: 'admin' as const }
  await Promise.all([
    workplace.readThrough(db),
    workplace.readDays(db, everyone, from, to),
    workplace.readBills(db, everyone, admin.accessId),
    workplace.readRenewals(db, everyone, to, addDays(to, 30)),
    workplace.readOnline(db, everyone),
    workplace.readPopular(db, everyone, ['img']),
    workplace.readPopular(db, everyone, ['horizontalVideo', 'verticalVideo']),
    workplace.readNotices(db, admin, { ...admin, partnerId: null }),
    workplace.readRecent(db, admin.accessId, []),
    workplace.readQuick(db, admin.accessId),
  ])
}

async function cursorAfter(
  db: Db,
  through: string | null,
  query: Record<string, string>,
  rows: number,
): Promise<string> {
  let cursor: string | undefined
  for (let skipped = 0; skipped < rows; skipped += 200) {
    const page = await askPage(db, through, { ...query, pageSize: '200', ...(cursor ? { cursor } : {}) })
    if (!page.nextCursor) throw new Error(`there are not ${rows} rows to skip`)
    cursor = page.nextCursor
  }
  return cursor!
}
