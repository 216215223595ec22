import { addDays, dayOf } from '../../../core/time.ts'
import { change, exactCount, money, type Short, shorten } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useOpenPages } from '../../../kit/hooks/openPages.ts'
import { KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import type { Pending } from '../contract.ts'
import { text } from '../text.ts'
import type { Summary } from './summary.ts'
import styles from './workplace.module.css'

const STATISTICS = 'statistics_list'
const DATA = 'data_list'

/** What a number counts: a page and its filters. */
interface Target {
  page: string
  search?: Record<string, string>
}

const BILLS = ['settlement_wl', 'settlement_sm4'] as const
/** Where what waits is worked on. */
const WAITING: Record<Pending, readonly Target[]> = {
  payments: BILLS.map((page) => ({ page, search: { state: 'payable' } })),
  confirmations: [{ page: 'settlement_sm4', search: { state: 'pending_confirm' } }],
  accounts: [{ page: 'user_list', search: { status: 'invited' } }],
  tasks: [{ page: 'distribute_videos_list', search: { status: 'pending' } }],
}

const statisticsOf = (from: string, to: string): Target => ({ page: STATISTICS, search: { from, to } })

/** The specification's figures, each leading to its list where there is one the role may open. */
export function Tiles({ summary }: { summary: Summary }) {
  const words = useText(text).tiles
  return (
    <div className={styles.tiles}>
      <KpiStrip label={words.money} tiles={useMoneyTiles(summary)} />
      <KpiStrip label={words.content} tiles={useContentTiles(summary)} />
    </div>
  )
}

function useMoneyTiles({ balance, pending, renewals }: Summary): Tile[] {
  const { language } = useApp()
  const words = useText(text).tiles
  const opens = useOpens()
  const day = (one: string) => shortDay(one, language)
  return [
    ...(balance === undefined
      ? []
      : [
          {
            label: words.balance,
            help: words.balanceHelp,
            value: money(balance.owedFen).replace('¥', ''),
            note: balance.estimate ? words.balanceNote(money(balance.estimate.fen), day(balance.estimate.from)) : '',
            ...opens(...BILLS.map((page) => ({ page }))),
          },
        ]),
    {
      label: words.pending,
      help: words.pendingHelp[pending.kind],
      value: exactCount(pending.count),
      note: words.pendingNote[pending.kind],
      ...opens(...WAITING[pending.kind]),
    },
    {
      label: words.renewals,
      help: words.renewalsHelp,
      value: exactCount(renewals.count),
      note: renewals.next ? words.renewalsNext(day(renewals.next)) : words.renewalsNote,
    },
  ]
}

function useContentTiles({ online, days, dataThrough }: Summary): Tile[] {
  const { language } = useApp()
  const words = useText(text).tiles
  const opens = useOpens()
  const [before, last] = [days.at(-2), days.at(-1)]
  const ofDay = dataThrough ? [statisticsOf(dataThrough, dataThrough)] : []
  const isYesterday = dataThrough === addDays(dayOf(Date.now()), -1)
  const figure = (value: number | null | undefined) => {
    const { digits, unit }: Short =
      value == null ? { digits: exactCount(null), unit: '' } : shorten(value, language, decimalsOf(value, language))
    return { value: digits, unit, exact: exactCount(value) }
  }
  return [
    {
      label: words.online,
      help: words.onlineHelp,
      ...figure(online.total),
      note: last ? words.onlineNote(shortDay(last.day, language), exactCount(last.newVideos)) : '',
      ...opens({ page: DATA, search: { visibility: 'public' } }),
    },
    {
      label: words.putIn,
      help: words.putInHelp,
      ...figure(last?.activeVideos),
      trend: days.map((day) => day.activeVideos),
      change: change(last?.activeVideos, before?.activeVideos),
      note: words.vsBefore,
      ...opens(...ofDay),
    },
    {
      label: words.comments,
      help: words.commentsHelp,
      ...figure(last?.comments),
      trend: days.map((day) => day.comments),
      change: change(last?.comments, before?.comments),
      note: words.vsBeforeComments,
      ...opens(...ofDay),
    },
    {
      label: isYesterday || !dataThrough ? words.playsYesterday : words.playsOf(shortDay(dataThrough, language)),
      help: words.playsHelp,
      ...figure(last?.plays),
      trend: days.map((day) => day.plays),
      change: change(last?.plays, before?.plays),
      note: words.vsBefore,
      ...opens(...ofDay, { page: DATA, search: { sort: 'playDelta1d:desc' } }),
    },
  ]
}

/** 万 with one decimal, as the tiles of the lists have it. */
const decimalsOf = (value: number, language: string) => (language === 'zh-CN' && value >= 1e4 ? 1 : undefined)

/** Makes a tile lead to the first of its targets that the user may open. */
function useOpens(): (...targets: Target[]) => Pick<Tile, 'onOpen' | 'openLabel'> {
  const { go } = useApp()
  const words = useText(text).tiles
  const pages = useOpenPages()
  return (...targets) => {
    for (const { page, search } of targets) {
      const found = pages.find(({ name }) => name === page)
      if (found) return { onOpen: () => go(found.path, search), openLabel: `${words.open} · ${found.title}` }
    }
    return {}
  }
}
