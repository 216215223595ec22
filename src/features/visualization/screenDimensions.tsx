import type { Reply } from '../../core/contract.ts'
import { CONTENT_TYPES, type Platform } from '../../core/works.ts'
import { Donut } from '../../kit/chart/Donut.tsx'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { Radar } from '../../kit/chart/Radar.tsx'
import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { Empty } from '../../kit/feedback/State.tsx'
import { type FigureKind, figureOf } from '../../kit/format/figure.ts'
import { change, exactCount, rate } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { multiDimension } from './contract.ts'
import { Figure } from './parts/Figure.tsx'
import { Frame } from './parts/Frame.tsx'
import { useAnswer } from './parts/useAnswer.ts'
import styles from './parts/visualization.module.css'
import { text } from './text.ts'

type Answer = Reply<typeof multiDimension>
type Day = Answer['days'][number]

const OVERVIEW = ['newVideos', 'plays', 'interactions', 'activeVideos'] as const
const TRENDS = ['plays', 'interactions', 'newVideos', 'incomeFen'] as const
type Metric = (typeof OVERVIEW)[number] | (typeof TRENDS)[number]

const figureIn = (day: Day, metric: Metric): number =>
  metric === 'interactions' ? day.likes + day.comments + day.shares : day[metric]
const sumOf = (days: readonly Day[], metric: Metric): number | null =>
  days.length > 0 ? days.reduce((sum, day) => sum + figureIn(day, metric), 0) : null
const kindOf = (metric: Metric): FigureKind => (metric === 'incomeFen' ? 'money' : 'count')

/** Multi-dimension analysis (data visualisation group). */
export default function DimensionsScreen() {
  const words = useText(text)
  return (
    <Frame title={words.dimensions} query={useAnswer(multiDimension)}>
      {(answer) => (
        <>
          <div className={styles.pair}>
            <Overview days={answer.days} />
            <div className={styles.stack}>
              <div className={`card ${styles.chart}`}>
                <Actions days={answer.days} />
              </div>
              <div className={`card ${styles.chart}`}>
                <Subjects subjects={answer.subjects} />
              </div>
            </div>
          </div>
          <h2 className={styles.heading}>{words.contrast}</h2>
          <div className={styles.cards}>
            {TRENDS.map((metric) => (
              <Contrast key={metric} metric={metric} answer={answer} />
            ))}
          </div>
          <div className={`card ${styles.chart}`}>
            <h2 className={styles.heading}>
              {words.sources} · {words.sourcesNote}
            </h2>
            <Sources sources={answer.sources} />
          </div>
        </>
      )}
    </Frame>
  )
}

/** Four figures, and their courses on one scale: each begins at 100. */
function Overview({ days }: { days: Answer['days'] }) {
  const { language } = useApp()
  const words = useText(text)
  const count = figureOf('count', language)
  const [first, before, last] = [days[0], days.at(-2), days.at(-1)]
  const index = (day: Day, metric: Metric) => {
    const base = first ? figureIn(first, metric) : 0
    return base > 0 ? Math.round((figureIn(day, metric) / base) * 100) : null
  }
  return (
    <div className={styles.stack}>
      <KpiStrip
        label={words.overview}
        tiles={OVERVIEW.map((metric) => {
          const now = last ? figureIn(last, metric) : null
          const { digits, unit } = count.tile(now)
          return {
            label: words.metrics[metric],
            value: digits,
            unit,
            exact: count.exact(now),
            change: change(now, before && figureIn(before, metric)),
            note: words.yesterday,
          }
        })}
      />
      <div className={`card ${styles.chart}`}>
        <LineChart
          title={words.overview}
          note={words.overviewNote}
          days={days.map(({ day }) => day)}
          series={OVERVIEW.map((metric) => ({
            name: words.metrics[metric],
            values: days.map((day) => index(day, metric)),
          }))}
          {...count}
          height={404}
        />
      </div>
    </div>
  )
}

const ACTIONS = ['likes', 'comments', 'shares'] as const

/** What people did with what they watched, on the newest day. */
function Actions({ days }: { days: Answer['days'] }) {
  const { language } = useApp()
  const words = useText(text)
  const last = days.at(-1)
  return (
    <StackedBars
      title={words.actions}
      barsName={words.action}
      bars={ACTIONS.map((action) => ({ key: action, name: words.actionNames[action] }))}
      stacks={[{ key: 'count', name: words.count, values: ACTIONS.map((action) => last?.[action] ?? 0) }]}
      format={figureOf('count', language)}
      height={150}
    />
  )
}

/** Which subjects each format is watched for. */
function Subjects({ subjects }: { subjects: Answer['subjects'] }) {
  const { language } = useApp()
  const words = useText(text)
  const axes = [...new Map(subjects.map((one) => [one.categoryId, one])).values()]
  if (axes.length < 3) return <Empty title={words.subjects} />
  const plays = new Map(subjects.map((one) => [`${one.categoryId} ${one.contentType}`, one.plays]))
  const types = CONTENT_TYPES.filter((type) => subjects.some(({ contentType }) => contentType === type))
  const whole = new Map(
    types.map((type) => [
      type,
      subjects.filter(({ contentType }) => contentType === type).reduce((sum, one) => sum + one.plays, 0),
    ]),
  )
  const share = (categoryId: string, type: (typeof types)[number]) =>
    whole.get(type)! > 0 ? Math.round(((plays.get(`${categoryId} ${type}`) ?? 0) / whole.get(type)!) * 1e6) : 0
  return (
    <Radar
      title={words.subjects}
      note={words.subjectsNote}
      itemsName={words.subjects}
      axes={axes.map(({ categoryId, nameZh, nameEn }) => ({
        key: categoryId,
        name: language === 'zh-CN' ? nameZh : nameEn,
        highest: Math.max(...types.map((type) => share(categoryId, type))),
        format: figureOf('rate', language),
      }))}
      items={types.map((type) => ({
        key: type,
        name: words.contentType[type],
        values: axes.map(({ categoryId }) => share(categoryId, type)),
      }))}
      height={240}
    />
  )
}

/** One metric over two weeks beside the two weeks before. */
function Contrast({ metric, answer: { days, daysBefore } }: { metric: (typeof TRENDS)[number]; answer: Answer }) {
  const { language } = useApp()
  const words = useText(text)
  const format = figureOf(kindOf(metric), language)
  const [now, before] = [sumOf(days, metric), sumOf(daysBefore, metric)]
  return (
    <section className={`card ${styles.chart}`}>
      <LineChart
        title={words.trends[metric]}
        days={days.map(({ day }) => day)}
        series={[
          { name: words.last14, values: days.map((day) => figureIn(day, metric)) },
          {
            name: words.before14,
            values: days.map((_, at) => (daysBefore[at] ? figureIn(daysBefore[at], metric) : null)),
            isBefore: true,
          },
        ]}
        {...format}
        height={120}
      />
      <Figure value={format.tile(now)} exact={format.exact(now)} now={now} before={before} note={words.versus14} />
    </section>
  )
}

const PARTS = 5

/** Where the works of each format were published. */
function Sources({ sources }: { sources: Answer['sources'] }) {
  const { language } = useApp()
  const words = useText(text)
  const types = CONTENT_TYPES.filter((type) => sources.some(({ contentType }) => contentType === type))
  if (types.length === 0) return <Empty title={words.noWorks} />
  return (
    <div className={styles.thirds}>
      {types.map((type) => {
        const own = sources.filter(({ contentType }) => contentType === type).sort((a, b) => b.works - a.works)
        const whole = own.reduce((sum, { works }) => sum + works, 0)
        const rest = own.slice(PARTS)
        return (
          <Donut
            key={type}
            title={words.contentType[type]}
            slices={[
              ...own.slice(0, PARTS).map(({ platform, works }) => ({
                key: platform,
                name: words.platform[platform as Platform],
                value: works,
              })),
              ...(rest.length > 0
                ? [{ key: 'rest', name: words.rest, value: rest.reduce((sum, { works }) => sum + works, 0) }]
                : []),
            ]}
            format={figureOf('count', language)}
            whole={{ name: words.works, value: exactCount(whole) }}
            share={(fraction) => rate(Math.round(fraction * 1e6))}
          />
        )
      })}
    </div>
  )
}
