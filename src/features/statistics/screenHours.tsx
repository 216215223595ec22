import { HeatMap } from '../../kit/chart/HeatMap.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import type { View } from './query.ts'
import styles from './screen.module.css'
import { formatOf } from './screenFormat.ts'
import { useHours } from './screenUse.ts'
import { text } from './text.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Plays by weekday and hour: when people watch. */
export function Hours({ view }: { view: View }) {
  const { language } = useApp()
  const words = useText(text)
  const { data, error, refetch } = useHours(view)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || data.cells.length === 0)
    return (
      <>
        <b className={styles.heading}>{words.hours.title}</b>
        {data && <Empty title={words.hours.none}>{data.isKnown ? words.hours.noneWhy : words.hours.unknown}</Empty>}
      </>
    )
  const plays = new Map(data.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell.plays]))
  return (
    <HeatMap
      title={words.hours.title}
      note={words.hours.note(data.days)}
      rowsName={words.hours.weekday}
      rows={WEEKDAYS.map((weekday) => ({
        key: String(weekday),
        name: words.hours.weekdays[weekday - 1]!,
        values: HOURS.map((hour) => plays.get(weekday * 24 + hour) ?? null),
      }))}
      columns={HOURS.map((hour) => ({
        key: String(hour),
        name: String(hour).padStart(2, '0'),
        isMinor: hour % 4 !== 0,
      }))}
      format={formatOf('plays', language)}
    />
  )
}
