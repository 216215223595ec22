import { Skeleton, Tooltip } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { day as dayColumn } from '../../core/columns.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { change, exactCount, MISSING, money, rate } from '../../kit/format/number.ts'
import { shortDay } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { Delta } from '../../kit/list/Delta.tsx'
import { FilterPill } from '../../kit/list/filters/FilterPill.tsx'
import { splitRange } from '../../kit/list/filterValue.ts'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { Status } from '../../kit/list/Status.tsx'
import { dataDays } from './contract.ts'
import styles from './screen.module.css'
import { type Day, withGaps } from './screenDays.ts'
import { tones } from './screenTones.ts'
import type { Detail } from './screenVideo.tsx'
import { DayHistory } from './screenVideoHistory.tsx'
import { text } from './text.ts'

interface DayTableProps {
  /** Oldest first; the first one may only serve the second's comparison. */
  days: ReturnType<typeof withGaps>
  shown: number
  isShort?: boolean
  /** Asks where a day's numbers come from. */
  onDay?(day: string): void
}

/** Days, newest first, each against the day before it. */
export function DayTable({ days, shown, isShort, onDay }: DayTableProps) {
  const { language } = useApp()
  const words = useText(text)
  const seesIncome = days.some((day) => 'estIncomeFen' in day && day.estIncomeFen !== undefined)
  const columns = [
    { name: words.drawer.date },
    { name: words.drawer.playDelta, isNumeric: true },
    { name: words.drawer.change, isNumeric: true },
    { name: words.drawer.likes, isNumeric: true },
    ...(isShort
      ? []
      : [
          { name: words.drawer.comments, isNumeric: true },
          { name: words.drawer.shares, isNumeric: true },
        ]),
    { name: words.drawer.finishRate, isNumeric: true },
    ...(seesIncome ? [{ name: words.drawer.income, isNumeric: true }] : []),
    ...(isShort ? [] : [{ name: words.drawer.quality }]),
  ]
  const rows = days
    .map((day, index) => {
      const known = 'playCount' in day ? day : undefined
      return {
        key: day.statDate,
        cells: [
          onDay ? (
            <button
              key="day"
              type="button"
              className={styles.more}
              title={words.drawer.why(shortDay(day.statDate, language))}
              onClick={() => onDay(day.statDate)}
            >
              {shortDay(day.statDate, language)}
            </button>
          ) : (
            shortDay(day.statDate, language)
          ),
          exactCount(day.playDelta),
          <Delta key="delta" isPlain change={change(day.playDelta, days[index - 1]?.playDelta)} />,
          exactCount(known?.likeDelta),
          ...(isShort ? [] : [exactCount(known?.commentDelta), exactCount(known?.shareDelta)]),
          rate(known?.finishRate),
          ...(seesIncome ? [known ? money(known.estIncomeFen) : MISSING] : []),
          ...(isShort ? [] : [known ? <Quality key="quality" day={known} /> : MISSING]),
        ],
      }
    })
    .slice(-shown)
    .reverse()
  return <PlainTable label={words.drawer.tabs.days} columns={columns} rows={rows} />
}

/** A day's flag with its meaning, and how often the day was corrected. */
function Quality({ day: { qualityFlag, corrections } }: { day: Day }) {
  const words = useText(text)
  const flag = qualityFlag as keyof typeof words.choices.qualityFlag
  return (
    <Tooltip
      label={words.drawer.qualityHelp[flag]}
      multiline
      maw={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its meaning must be reachable by keyboard */}
      <span className={styles.quality} tabIndex={0}>
        <Status tone={tones.qualityFlag[flag]}>{words.choices.qualityFlag[flag]}</Status>
        {corrections > 0 && <small>{words.drawer.corrected(corrections)}</small>}
      </span>
    </Tooltip>
  )
}

const RANGE = dayColumn({ filter: 'between' })
const DEFAULT_DAYS = 90

/** Every delivered day within a range. */
export function AllDays({ video }: { video: Detail['video'] }) {
  const { call } = useApp()
  const words = useText(text)
  const [range, setRange] = useState(() => {
    const today = dayOf(Date.now())
    return `${addDays(today, -DEFAULT_DAYS)}..${addDays(today, -1)}`
  })
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  const [from, to] = splitRange(range)
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['data', 'days', video.videoId, from, to],
    queryFn: ({ signal }) =>
      call(dataDays, { params: { id: video.videoId }, query: { from, to } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const days = withGaps(data?.days ?? [])
  return (
    <>
      <div>
        <FilterPill
          label={words.drawer.range}
          column={{ ...RANGE, filter: 'between' }}
          value={range}
          options={[]}
          isOpen={isOpen}
          onOpen={setOpen}
          onChange={(value) => {
            const [first, last] = splitRange(value)
            if (first && last) setRange(value)
          }}
          isRequired
        />
      </div>
      {isError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={320} radius="lg" />
      ) : days.length === 0 ? (
        <Empty title={words.drawer.noDays}>{words.drawer.noDaysWhy}</Empty>
      ) : (
        <>
          {day && <DayHistory key={day} videoId={video.videoId} day={day} onClose={() => setDay(null)} />}
          <DayTable days={days} shown={days.length} onDay={setDay} />
        </>
      )}
    </>
  )
}
