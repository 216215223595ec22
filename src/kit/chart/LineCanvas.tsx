import { LineChart as Lines } from 'echarts/charts'
import { GridComponent, MarkPointComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { shortDay } from '../format/time.ts'
import { useApp } from '../hooks/app.ts'
import { tokens } from '../theme/tokens.ts'
import type { LineChartProps } from './LineChart.tsx'
import { withoutZeros } from './scale.ts'
import { colorsOf } from './series.ts'

register([Lines, GridComponent, TooltipComponent, MarkPointComponent, SVGRenderer])

type LineCanvasProps = Omit<LineChartProps, 'nameOf'> & { description: string; nameOf(day: string): string }

const FONT = '"Inter Variable", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** The drawing of a line chart: the only part that needs ECharts, in a chunk of its own. */
export default function LineCanvas(props: LineCanvasProps) {
  const { theme, language } = useApp()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  useEffect(() => {
    const made = init(place.current!, null, { renderer: 'svg' })
    chart.current = made
    // A kept-alive page has no width while it is hidden.
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) made.resize()
    })
    watch.observe(place.current!)
    return () => {
      watch.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(props, theme, props.tickOf ?? ((day) => shortDay(day, language))), true)
  })
  return <div ref={place} role="img" aria-label={props.description} style={{ height: props.height }} />
}

function optionOf(props: LineCanvasProps, theme: 'light' | 'dark', axisName: (day: string) => string) {
  const { days, series, short, right, peak, partial } = props
  const color = tokens[theme]
  const colors = colorsOf(series, theme)
  const axisText = { color: color.t3, fontSize: 12 }
  const scale = (format: (value: number) => string, hasLines: boolean) => ({
    type: 'value',
    splitNumber: 4,
    // All values are whole: between 0 and 1 there is nothing to mark.
    minInterval: 1,
    alignTicks: true,
    splitLine: { show: hasLines, lineStyle: { color: color.line } },
    axisLabel: { ...axisText, formatter: (value: number) => withoutZeros(format(value)) },
  })
  return {
    animation: false,
    textStyle: { fontFamily: FONT, fontSize: 12, color: color.t3 },
    grid: { left: 4, right: right ? 4 : 20, top: peak ? 32 : 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: theme === 'dark' ? color.fill : color.surface,
      borderColor: color.line,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { color: color.t1, fontSize: 12, fontFamily: FONT },
      axisPointer: { lineStyle: { color: color.t3, type: [3, 3] } },
      formatter: (points: { dataIndex: number }[]) => tooltip(props, points[0]?.dataIndex ?? 0),
    },
    xAxis: {
      type: 'category',
      data: days,
      boundaryGap: false,
      axisLine: { lineStyle: { color: color.line } },
      axisTick: { show: false },
      axisLabel: {
        ...axisText,
        margin: 10,
        hideOverlap: true,
        // Counted from the newest day, which is always named.
        interval: (index: number) => (days.length - 1 - index) % Math.max(1, Math.ceil(days.length / 5)) === 0,
        formatter: axisName,
      },
    },
    yAxis: right ? [scale(short, true), scale(right.short, false)] : scale(short, true),
    series: series.flatMap(({ name, values, isRight, isBefore }, index) => {
      const own = { name, type: 'line', yAxisIndex: isRight ? 1 : 0, color: colors[index], z: isBefore ? 1 : 2 }
      const runs = isBefore ? [] : runsOf(partial ?? [])
      const isPartial = (at: number) => runs.some(([first, last]) => first <= at && at <= last)
      const whole = values.map((value, at) => (isPartial(at) ? null : value))
      return [
        {
          ...own,
          data: whole,
          symbol: 'circle',
          symbolSize: 6,
          // A day between two gaps has no line to show it.
          showSymbol: whole.some((value, at) => value !== null && whole[at - 1] == null && whole[at + 1] == null),
          lineStyle: isBefore ? { width: 1.5, type: [4, 4] } : { width: 2 },
          areaStyle:
            index === 0 && series.every((one, at) => at === 0 || one.isBefore || one.isRight)
              ? { opacity: 0.08 }
              : undefined,
          markPoint: peak && index === 0 ? peakOf(values, short, peak, color) : undefined,
        },
        ...runs.map(([first, last]) => ({
          ...own,
          // From the whole point before to the whole point after, so that the line does not break.
          data: values.map((value, at) => ({
            value: first - 1 <= at && at <= last + 1 ? value : null,
            symbolSize: isPartial(at) ? 7 : 0,
          })),
          symbol: 'circle',
          showSymbol: true,
          itemStyle: { color: color.surface, borderColor: colors[index], borderWidth: 2 },
          lineStyle: { width: 2, type: [2, 3], color: colors[index] },
        })),
      ]
    }),
  }
}

/** First and last index of every stretch of partial points. */
function runsOf(partial: readonly boolean[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const [at, isPartial] of partial.entries()) {
    if (!isPartial) continue
    const run = runs.at(-1)
    if (run && run[1] === at - 1) run[1] = at
    else runs.push([at, at])
  }
  return runs
}

function peakOf(
  values: readonly (number | null)[],
  short: (value: number) => string,
  words: (value: string) => string,
  color: { t1: string; surface: string },
) {
  const top = values.reduce<number>(
    (best, value) => Math.max(best, value ?? Number.NEGATIVE_INFINITY),
    Number.NEGATIVE_INFINITY,
  )
  if (!Number.isFinite(top)) return undefined
  return {
    silent: true,
    symbol: 'circle',
    symbolSize: 8,
    itemStyle: { borderColor: color.surface, borderWidth: 2 },
    label: {
      formatter: words(short(top)),
      position: 'top',
      color: color.t1,
      fontSize: 12,
      fontWeight: 500,
      distance: 6,
    },
    data: [{ coord: [values.indexOf(top), top] }],
  }
}

/** Built as elements, so that no name can become markup. */
function tooltip({ days, series, exact, right, nameOf }: LineCanvasProps, index: number): HTMLElement {
  const box = document.createElement('div')
  box.append(line(nameOf(days[index] ?? '')))
  for (const { name, values, isRight } of series) {
    const write = isRight && right ? right.exact : exact
    box.append(line(`${name}  ${write(values[index] ?? null)}`))
  }
  return box
}

function line(text: string): HTMLElement {
  const element = document.createElement('div')
  element.textContent = text
  return element
}
