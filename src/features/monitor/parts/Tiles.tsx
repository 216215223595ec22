import { addDays, startOf } from '../../../core/time.ts'
import { figureOf } from '../../../kit/format/figure.ts'
import { change, exactCount, MISSING, rate, shorten } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import { text } from '../text.ts'
import type { Monitor } from './useMonitor.ts'

const HOUR_MS = 3_600_000

/** Six figures that say whether somebody must look further down. */
export function Tiles({ monitor: { at, api, plays, ingest, jobs, online } }: { monitor: Monitor }) {
  const { go, language } = useApp()
  const words = useText(text)
  const { recent, course } = api
  const sum = (pick: (queue: Monitor['jobs']['queues'][number]) => number) =>
    jobs.queues.reduce((total, queue) => total + pick(queue), 0)
  const through = ingest.dataThrough
  const tiles: Tile[] = [
    {
      label: words.through,
      value: through ? shortDay(through, language) : MISSING,
      note: through
        ? words.throughNote(Math.max(0, Math.floor((Date.parse(at) - +startOf(addDays(through, 1))) / HOUR_MS)))
        : words.none,
      onOpen: () => go('/dashboard/statistics'),
    },
    plays
      ? {
          label: words.plays(shortDay(plays.day, language)),
          ...digitsOf(shorten(plays.sum, language)),
          exact: figureOf('count', language).exact(plays.sum),
          trend: plays.values,
          change: change(plays.sum, plays.sumBefore),
          note: words.playsNote,
        }
      : { label: words.plays(''), value: MISSING, note: words.none },
    {
      label: words.p95,
      value: recent.p95Ms === null ? MISSING : exactCount(recent.p95Ms),
      ...(recent.p95Ms !== null && { unit: 'ms' }),
      ...(course.length > 1 && { trend: course.map(({ p95Ms }) => p95Ms) }),
      note: words.requests(exactCount(recent.requests)),
    },
    {
      label: words.errors,
      value: recent.requests ? rate(Math.round((recent.failed / recent.requests) * 1_000_000), 2) : MISSING,
      help: words.errorsHelp,
      note: words.failedCount(exactCount(recent.failed)),
    },
    {
      label: words.work,
      value: exactCount(sum(({ waiting }) => waiting)),
      note: words.workNote(exactCount(sum(({ running }) => running)), exactCount(sum(({ failed }) => failed))),
    },
    { label: words.online, value: exactCount(online.total), note: words.onlineNote },
  ]
  return <KpiStrip label={words.tiles} tiles={tiles} />
}

const digitsOf = ({ digits, unit }: { digits: string; unit: string }) => ({ value: digits, unit })
