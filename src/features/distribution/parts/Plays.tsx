import { PLAIN_POINTS, PlainLine } from '../../../kit/chart/PlainLine.tsx'
import { colorsOf } from '../../../kit/chart/series.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, shortCount, signed } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { text } from '../text.ts'
import type { Detail } from './Drawer.tsx'
import styles from './distribution.module.css'

/** How the supplier's posts run: their totals by day, apart from the original's. */
export function Plays({ days }: { days: Detail['days'] }) {
  const { language, theme } = useApp()
  const words = useText(text).drawer
  if (days.length === 0) return <Empty title={words.noPlays}>{words.noPlaysWhy}</Empty>
  const last = days.slice(-PLAIN_POINTS)
  return (
    <section className={`${styles.section} ${styles.plays}`}>
      <h3>{words.playsTitle}</h3>
      {last.length > 1 && (
        <PlainLine
          days={last.map(({ statDate }) => statDate)}
          values={last.map(({ playCount }) => playCount)}
          color={colorsOf([{ name: words.plays, values: [] }], theme)[0]!}
          height={180}
          description={words.playsTitle}
          short={(value) => shortCount(value, language)}
          exact={exactCount}
        />
      )}
      <PlainTable
        label={words.playsTitle}
        columns={[
          { name: words.date },
          { name: words.plays, isNumeric: true },
          { name: words.change, isNumeric: true },
        ]}
        rows={days
          .map(({ statDate, playCount }, at) => ({
            key: statDate,
            cells: [
              shortDay(statDate, language),
              exactCount(playCount),
              at === 0 ? MISSING : signed(playCount - days[at - 1]!.playCount),
            ],
          }))
          .reverse()}
      />
    </section>
  )
}
