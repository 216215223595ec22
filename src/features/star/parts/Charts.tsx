import type { Reply } from '../../../core/contract.ts'
import { yuanOf } from '../../../core/money.ts'
import { StackedBars } from '../../../kit/chart/StackedBars.tsx'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, money, shortCount, shortMoney } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import type { starSummary } from '../contract.ts'
import { text } from '../text.ts'
import { Scatter } from './Scatter.tsx'
import styles from './star.module.css'

/** GMV by month, and what a thousand plays cost beside how many there were. */
export default function Charts({ summary }: { summary: Reply<typeof starSummary> }) {
  const { language } = useApp()
  const { charts } = useText(text)
  const page = usePage()
  const fen = {
    short: (value: number) => {
      const { digits, unit } = shortMoney(value, language)
      return unit && language === 'zh-CN' ? `${digits} ${unit}` : `${digits}${unit}`
    },
    exact: money,
    file: (value: number | null) => (value === null ? '' : yuanOf(value)),
  }
  const plays = {
    short: (value: number) => shortCount(value, language),
    exact: exactCount,
    file: (value: number | null) => (value === null ? '' : String(value)),
  }
  return (
    <div className={styles.charts}>
      <div className={`card ${styles.chart}`}>
        {summary.months.length > 0 ? (
          <StackedBars
            title={charts.gmv}
            barsName={charts.month}
            bars={summary.months.map(({ month }) => ({ key: month, name: month, tick: month.slice(2) }))}
            stacks={[{ key: 'gmv', name: 'GMV', values: summary.months.map(({ gmvFen }) => gmvFen) }]}
            format={fen}
            height={220}
          />
        ) : (
          <Empty title={charts.gmv}>{charts.none}</Empty>
        )}
      </div>
      <div className={`card ${styles.chart}`}>
        {summary.points.length > 0 ? (
          <Scatter
            title={charts.scatter}
            note={charts.scatterNote}
            pointsName={charts.order}
            x={{ name: charts.plays, format: plays }}
            y={{ name: charts.cpm, format: fen }}
            points={summary.points.map(({ id, title, plays: count, cpmFen }) => ({ id, title, x: count, y: cpmFen }))}
            description={charts.points(exactCount(summary.points.length))}
            height={220}
            onOpen={(id) => page.setSearch({ ...page.search, open: id })}
          />
        ) : (
          <Empty title={charts.scatter}>{charts.none}</Empty>
        )}
      </div>
    </div>
  )
}
