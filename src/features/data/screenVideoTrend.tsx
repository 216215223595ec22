import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { LineChart } from '../../kit/chart/LineChart.tsx'
import { Empty } from '../../kit/feedback/State.tsx'
import { figureOf } from '../../kit/format/figure.ts'
import {
  change,
  changePoints,
  exactCount,
  money,
  rate,
  shortCount,
  shorten,
  shortMoney,
} from '../../kit/format/number.ts'
import { fullTime, shortTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { KpiStrip, type Tile } from '../../kit/list/KpiStrip.tsx'
import styles from './screen.module.css'
import { type GapDay, isDay, withGaps } from './screenDays.ts'
import type { Detail } from './screenVideo.tsx'
import { DayTable } from './screenVideoDays.tsx'
import { text } from './text.ts'

const RECENT_DAYS = 4

/** The figures, the curve of 30 days, what is known of the video, and its last days. */
export function VideoTrend({ detail, onAllDays }: { detail: Detail; onAllDays(): void }) {
  const words = useText(text)
  const { video } = detail
  const days = withGaps(detail.days)
  return (
    <>
      <Figures detail={detail} days={days} />
      {video.settlementExcludedReason !== null && (
        <p className={styles.note}>{words.drawer.excludedBecause(video.settlementExcludedReason)}</p>
      )}
      {days.length > 0 ? <Curve days={days} /> : <Empty title={words.drawer.noDays}>{words.drawer.noDaysWhy}</Empty>}
      <Info video={video} />
      {days.length > 0 && (
        <section className={styles.section}>
          <div className={styles.sectionHead}>
            <h3>{words.drawer.recent(Math.min(RECENT_DAYS, days.length))}</h3>
            <button type="button" className={styles.more} onClick={onAllDays}>
              {words.drawer.allDays}
            </button>
          </div>
          <DayTable days={days.slice(-RECENT_DAYS - 1)} shown={RECENT_DAYS} isShort />
        </section>
      )}
    </>
  )
}

function Figures({ detail: { video }, days }: { detail: Detail; days: GapDay[] }) {
  const { language } = useApp()
  const words = useText(text)
  const [before, last] = [days.at(-2), days.at(-1)]
  const total = shorten(video.playCount, language)
  const income = shortMoney(video.estIncomeFen, language)
  const settled = shortMoney(video.settledIncomeFen, language)
  const finish = isDay(last) ? last.finishRate : null
  const finishBefore = isDay(before) ? before.finishRate : null
  const tiles: Tile[] = [
    { label: words.drawer.totalPlays, value: total.digits, unit: total.unit, exact: exactCount(video.playCount) },
    {
      label: words.drawer.lastDay,
      value: exactCount(video.playDelta1d),
      change: change(last?.playDelta, before?.playDelta),
      note: words.vsBefore,
    },
    {
      label: words.columns.finishRate,
      value: rate(video.finishRate),
      change: changePoints(finish, finishBefore, language),
    },
    ...(video.estIncomeFen === undefined
      ? []
      : [
          {
            label: words.columns.estIncomeFen,
            value: income.digits,
            unit: income.unit,
            exact: money(video.estIncomeFen),
            note: [words.settled, settled.digits, settled.unit].filter(Boolean).join(' '),
          },
        ]),
  ]
  return <KpiStrip label={words.drawer.tabs.trend} tiles={tiles} isSmall />
}

const METRICS = ['plays', 'likes', 'comments', 'shares', 'income'] as const
type Metric = (typeof METRICS)[number]

function metricOf(day: GapDay, metric: Metric): number | null {
  if (!isDay(day)) return null
  switch (metric) {
    case 'plays':
      return day.playDelta
    case 'likes':
      return day.likeDelta
    case 'comments':
      return day.commentDelta
    case 'shares':
      return day.shareDelta
    case 'income':
      return day.estIncomeFen ?? null
  }
}

function Curve({ days }: { days: GapDay[] }) {
  const { language } = useApp()
  const words = useText(text)
  const [metric, setMetric] = useState<Metric>('plays')
  const seesIncome = days.some((day) => isDay(day) && day.estIncomeFen !== undefined)
  const isMoney = metric === 'income'
  return (
    <LineChart
      title={words.drawer.curve[metric]}
      controls={
        <SegmentedControl
          aria-label={words.trend.metric}
          value={metric}
          onChange={(value) => setMetric(value as Metric)}
          data={METRICS.filter((one) => one !== 'income' || seesIncome).map((value) => ({
            value,
            label: words.drawer.metrics[value],
          }))}
        />
      }
      days={days.map(({ statDate }) => statDate)}
      series={[{ name: words.drawer.metrics[metric], values: days.map((day) => metricOf(day, metric)) }]}
      {...figureOf(isMoney ? 'money' : 'count', language)}
      height={200}
      peak={words.drawer.peak}
    />
  )
}

function Info({ video }: { video: Detail['video'] }) {
  const { language } = useApp()
  const words = useText(text)
  const quality = words.choices.qualityFlag[video.qualityFlag as keyof typeof words.choices.qualityFlag]
  const share = video.playCount > 0 ? Math.round((video.effectivePlayCount / video.playCount) * 1e6) : null
  const product = video.productCode as keyof typeof words.choices.productCode | null
  const entries: [name: string, value: string][] = [
    [words.columns.platformItemId, video.platformItemId],
    [
      words.columns.effectivePlayCount,
      `${shortCount(video.effectivePlayCount, language)}${share === null ? '' : ` (${rate(share)})`}`,
    ],
    [words.columns.publishedAt, fullTime(video.publishedAt)],
    [words.columns.interactionRate, rate(video.interactionRate, 2)],
    [words.columns.productCode, product ? words.choices.productCode[product] : '—'],
    [
      words.columns.qualityFlag,
      video.metricUpdatedAt
        ? `${quality} · ${words.drawer.updated(shortTime(video.metricUpdatedAt, language))}`
        : quality,
    ],
    [words.columns.riskState, words.choices.riskState[video.riskState as keyof typeof words.choices.riskState]],
    [words.drawer.account, video.creatorAccount ?? '—'],
  ]
  return (
    <section className={styles.section}>
      <h3>{words.drawer.info}</h3>
      <dl className={styles.info}>
        {entries.map(([name, value]) => (
          <Entry key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  )
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
