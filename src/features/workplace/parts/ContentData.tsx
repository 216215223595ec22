import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { Empty } from '../../../kit/feedback/State.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { DAYS } from '../contract.ts'
import { text } from '../text.ts'
import { type Summary, useOpenPage } from './summary.ts'
import styles from './workplace.module.css'

/** Plays of the last eight finished days. */
export function ContentData({ summary: { days } }: { summary: Summary }) {
  const { language } = useApp()
  const words = useText(text)
  const statistics = useOpenPage('statistics_list')
  const data = useOpenPage('data_list')
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const more = statistics
    ? { path: statistics.path, search: { from: first ?? '', to: last ?? '' } }
    : data && { path: data.path }
  return (
    <section className={`card ${styles.chart}`}>
      {days.length > 0 ? (
        <LineChart
          title={words.contentData}
          controls={
            <>
              <span className={styles.aside}>{words.contentDataNote(DAYS)}</span>
              {more && (
                <PageLink className={styles.more} {...more}>
                  {words.more}
                </PageLink>
              )}
            </>
          }
          days={days.map(({ day }) => day)}
          series={[{ name: words.plays, values: days.map(({ plays }) => plays) }]}
          {...figureOf('count', language)}
          height={208}
        />
      ) : (
        <Empty title={words.noData} />
      )}
    </section>
  )
}
