import type { Reply } from '../../core/contract.ts'
import type { ContentType } from '../../core/works.ts'
import { Donut } from '../../kit/chart/Donut.tsx'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { Empty } from '../../kit/feedback/State.tsx'
import { figureOf } from '../../kit/format/figure.ts'
import { rate, shortCount } from '../../kit/format/number.ts'
import { shortDay } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { dataAnalysis } from './contract.ts'
import { Authors } from './parts/Authors.tsx'
import { Figure } from './parts/Figure.tsx'
import { Frame } from './parts/Frame.tsx'
import { asShares, bySlot, SLOT_NAMES } from './parts/slots.ts'
import { useAnswer } from './parts/useAnswer.ts'
import styles from './parts/visualization.module.css'
import { text } from './text.ts'

type Answer = Reply<typeof dataAnalysis>

/** Analysis (data visualisation group): four courses, when is published and watched, whose works are watched. */
export default function AnalysisScreen() {
  const words = useText(text)
  return (
    <Frame title={words.analysis} query={useAnswer(dataAnalysis)}>
      {(answer) => (
        <>
          <h2 className={styles.heading}>{words.opinion}</h2>
          <Opinion answer={answer} />
          <div className={styles.pair}>
            <div className={`card ${styles.chart}`}>
              <Ratio answer={answer} />
            </div>
            <div className={`card ${styles.chart}`}>
              <Authors authors={answer.authors} />
            </div>
          </div>
          <div className={`card ${styles.chart}`}>
            <Periods answer={answer} />
          </div>
        </>
      )}
    </Frame>
  )
}

const HEIGHT = 120
const WEEK = 7

function Opinion({ answer: { days, shares } }: { answer: Answer }) {
  const { language } = useApp()
  const words = useText(text)
  const count = figureOf('count', language)
  const [before, last] = [days.at(-2), days.at(-1)]
  const figure = (key: 'plays' | 'newVideos' | 'comments' | 'shares') => (
    <Figure
      value={count.tile(last?.[key] ?? null)}
      exact={count.exact(last?.[key] ?? null)}
      now={last?.[key] ?? null}
      before={before?.[key] ?? null}
      note={words.yesterday}
    />
  )
  const week = days.slice(-WEEK)
  const weekBefore = days.slice(-2 * WEEK, -WEEK)
  const sharesWhole = shares.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={styles.cards}>
      <section className={`card ${styles.chart}`} title={words.cardsHelp.visitors}>
        <LineChart
          title={words.cards.visitors}
          days={week.map(({ day }) => day)}
          series={[
            { name: words.thisWeek, values: week.map(({ plays }) => plays) },
            { name: words.weekBefore, values: week.map((_, at) => weekBefore[at]?.plays ?? null), isBefore: true },
          ]}
          {...count}
          height={HEIGHT}
        />
        {figure('plays')}
      </section>
      <section className={`card ${styles.chart}`} title={words.cardsHelp.published}>
        <StackedBars
          title={words.cards.published}
          barsName={words.slot}
          bars={week.map(({ day }) => ({ key: day, name: shortDay(day, language) }))}
          stacks={[{ key: 'newVideos', name: words.cards.published, values: week.map(({ newVideos }) => newVideos) }]}
          format={count}
          height={HEIGHT}
        />
        {figure('newVideos')}
      </section>
      <section className={`card ${styles.chart}`} title={words.cardsHelp.comments}>
        <LineChart
          title={words.cards.comments}
          days={week.map(({ day }) => day)}
          series={[{ name: words.cards.comments, values: week.map(({ comments }) => comments) }]}
          {...count}
          height={HEIGHT}
        />
        {figure('comments')}
      </section>
      <section className={`card ${styles.chart} ${styles.ring}`} title={words.cardsHelp.shares}>
        <Donut
          title={words.cards.shares}
          slices={shares.map(({ contentType, value }) => ({
            key: contentType,
            name: words.contentType[contentType as ContentType],
            value,
          }))}
          format={count}
          whole={{ name: words.cards.shares, value: shortCount(sharesWhole, language) }}
          share={(fraction) => rate(Math.round(fraction * 1e6))}
        />
        {figure('shares')}
      </section>
    </div>
  )
}

/** When works are published, stacked of their formats. */
function Ratio({ answer: { published } }: { answer: Answer }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <StackedBars
      title={words.ratio}
      note={words.ratioNote}
      barsName={words.slot}
      bars={SLOT_NAMES.map((name) => ({ key: name, name }))}
      stacks={bySlot(published).map(({ contentType, values }) => ({
        key: contentType,
        name: words.contentType[contentType],
        values,
      }))}
      format={figureOf('count', language)}
      height={280}
    />
  )
}

/** How the plays of each format spread over the day. */
function Periods({ answer: { watched } }: { answer: Answer }) {
  const { language } = useApp()
  const words = useText(text)
  const types = bySlot(watched)
  if (types.length === 0)
    return (
      <Empty title={words.noHours} actions={null}>
        {words.noHoursWhy}
      </Empty>
    )
  return (
    <LineChart
      title={words.period}
      note={words.periodNote}
      days={SLOT_NAMES}
      nameOf={(slot) => slot}
      tickOf={(slot) => slot}
      series={types.map(({ contentType, values }) => ({
        name: words.contentType[contentType],
        values: asShares(values),
      }))}
      {...figureOf('rate', language)}
      height={260}
    />
  )
}
