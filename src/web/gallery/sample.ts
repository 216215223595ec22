import { choice, count, day, delta, id, money, rate, text, trend } from '../../core/columns.ts'
import { defineList, type Page } from '../../core/contract.ts'
import { CallError } from '../../kit/hooks/app.ts'
import type { ListPageText } from '../../kit/list/types.ts'
import { galleryText } from './text.ts'

/** Which of its states the sample list shows. */
export const LIST_STATES = ['rows', 'loading', 'nothing', 'noMatch', 'failed', 'forbidden'] as const
export type ListState = (typeof LIST_STATES)[number]

/** A list with a column of most kinds. */
export const sampleList = (state: ListState) =>
  defineList({
    key: `sample-${state}`,
    path: `/sample/${state}`,
    permission: 'self.use',
    columns: {
      videoId: id({ internal: true }),
      title: text({ width: 260, filter: 'contains' }),
      state: choice(['live', 'waiting', 'failed'], { filter: 'any' }),
      statDate: day({ sort: true, filter: 'between' }),
      plays: count({ sort: true, filter: 'between' }),
      more: delta({}),
      share: rate({}),
      dueFen: money({ sort: true }),
      course: trend({}),
    },
    order: ['plays', 'desc'],
    rowId: 'videoId',
  })

const textOf = (words: (typeof galleryText)['zh-CN']) => ({
  title: words.video,
  columns: {
    title: words.video,
    state: words.state,
    statDate: words.day,
    plays: words.metric,
    more: words.compared,
    share: '%',
    dueFen: words.money,
    course: words.metric,
  },
  choices: { state: words.states },
  help: { plays: words.help },
})
export const sampleText: ListPageText = {
  'zh-CN': textOf(galleryText['zh-CN']),
  'en-US': textOf(galleryText['en-US']),
}

const STATES = ['live', 'waiting', 'failed'] as const

function rowsOf(titles: readonly string[]) {
  return titles.map((title, at) => ({
    videoId: String(at + 1),
    title,
    state: STATES[at % STATES.length],
    statDate: `2026-11-${18 + at}`,
    plays: [8_742, 621_480, 9_510_000, 0][at],
    more: [182, -2_548, 0, null][at],
    share: [329_000, 41_500, 1_000_000, null][at],
    dueFen: [808_393, 18_640_000, 0, -1_250][at],
    course: [3, 5, 4, 8, 7, 9, 12].map((value) => value * (at + 1)),
  }))
}

const never = () => new Promise<never>(() => undefined)

/** What a server would answer the sample list in its state; everything else is refused. */
export async function sampleAnswer(path: string, words: (typeof galleryText)['zh-CN']): Promise<never> {
  const state = /^\/sample\/(\w+)$/.exec(path)?.[1] as ListState | undefined
  const refused = (code: number) => new CallError(words.refused, code, { reason: 'SAMPLE', requestId: '018f3a90-7c1e' })
  if (!state || state === 'failed') throw refused(503)
  if (state === 'forbidden') throw refused(403)
  if (state === 'loading') return never()
  const list = state === 'rows' ? rowsOf(words.titles) : []
  const page: Page<unknown> = {
    list,
    total: list.length,
    totalIsExact: true,
    dataThrough: '2026-11-21',
    nextCursor: null,
  }
  return page as never
}
