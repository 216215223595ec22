// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import fc from 'fast-check'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { csvOf } from '../format/csv.ts'
import { figureOf } from '../format/figure.ts'
import { type App, AppContext } from '../hooks/app.ts'
import { contrast } from '../theme/contrast.ts'
import { tokens } from '../theme/tokens.ts'
import { Bubble } from './Bubble.tsx'
import { HeatMap } from './HeatMap.tsx'
import { HEAT } from './palette.ts'
import { Radar } from './Radar.tsx'
import { StackedBars } from './StackedBars.tsx'
import { niceSteps, type Stack, squarify, topSeries } from './scale.ts'
import { Treemap } from './Treemap.tsx'
import { Waterfall } from './Waterfall.tsx'

const format = figureOf('count', 'en-US')
const percent = figureOf('rate', 'en-US')
let root: Root
let place: HTMLElement

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})

const app = { language: 'en-US', theme: 'light', upIsRed: false, session: null } as unknown as App
const show = (chart: ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <AppContext value={app}>{chart}</AppContext>
      </MantineProvider>,
    ),
  )
const marks = () => [...place.querySelectorAll<HTMLElement>('[data-mark]')]
const labels = () => marks().map((mark) => mark.getAttribute('aria-label'))
const press = (key: string) =>
  act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
const tableCells = async () => {
  await act(async () => place.querySelector<HTMLElement>('[aria-label="Show as table"]')!.click())
  return [...place.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))
}

describe('bars', () => {
  const open = vi.fn()
  const bars = (
    <StackedBars
      title="Plays"
      barsName="Day"
      bars={[
        { key: 'a', name: 'Nov 1' },
        { key: 'b', name: 'Nov 2' },
      ]}
      stacks={[
        { key: 'x', name: 'Douyin', values: [1200, -5] },
        { key: 'y', name: 'Other', values: [30, 7] },
      ]}
      format={format}
      height={200}
      onOpen={open}
    />
  )

  it('say their figures, open what they count, and are a table, corrections below zero included', async () => {
    await show(bars)
    expect(labels()).toEqual(['Nov 1: 1,230 in all, Douyin 1,200, Other 30', 'Nov 2: 2 in all, Douyin −5, Other 7'])
    marks()[1]!.click()
    expect(open).toHaveBeenCalledWith('b')
    expect(await tableCells()).toEqual([
      ['Day', 'Total', 'Douyin', 'Other'],
      ['Nov 1', '1,230', '1,200', '30'],
      ['Nov 2', '2', '−5', '7'],
    ])
  })

  it('are one stop of the tab key; arrows go on from it and show the figures', async () => {
    await show(bars)
    expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
    await act(async () => marks()[0]!.focus())
    await press('ArrowRight')
    expect(document.activeElement).toBe(marks()[1])
    expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
    expect(place.textContent).toContain('Nov 2  2')
    await press('ArrowRight')
    expect(document.activeElement).toBe(marks()[1])
    await press('Home')
    expect(document.activeElement).toBe(marks()[0])
    await press('Escape')
    expect(place.textContent).not.toContain('Nov 1  1,230')
  })
})

describe('a heat map', () => {
  it('is a grid with a name for every cell, a missing one apart from zero', async () => {
    await show(
      <HeatMap
        title="Hours"
        rowsName="Weekday"
        rows={[
          { key: '1', name: 'Mon', values: [0, null] },
          { key: '2', name: 'Tue', values: [5, 70] },
        ]}
        columns={[
          { key: '0', name: '00' },
          { key: '1', name: '01' },
        ]}
        format={format}
      />,
    )
    expect(labels()).toEqual(['Mon, 00 0', 'Mon, 01 —', 'Tue, 00 5', 'Tue, 01 70'])
    expect(place.querySelector('figure p')!.textContent).toBe('Lowest 0, highest 70 (Tue, 01)')
    await act(async () => marks()[1]!.focus())
    await press('ArrowDown')
    expect(document.activeElement).toBe(marks()[3])
    expect(await tableCells()).toEqual([
      ['Weekday', '00', '01'],
      ['Mon', '0', '—'],
      ['Tue', '5', '70'],
    ])
  })

  it.each(['light', 'dark'] as const)('gets farther from the ground step by step in %s', (theme) => {
    const distance = HEAT[theme].map((color) => contrast(color, tokens[theme].surface))
    expect(distance).toEqual([...distance].sort((a, b) => a - b))
    expect(distance.at(-1)).toBeGreaterThan(7)
  })
})

it('a treemap names size and change of each tile, the largest first, and leaves out what has none', async () => {
  const tile = (key: string, size: number, shade: number | null) => ({ key, name: key, size, shade, change: '+1%' })
  await show(
    <Treemap
      title="Categories"
      tilesName="Category"
      sizeName="Plays"
      shadeName="Change"
      tiles={[tile('small', 1, -1), tile('none', 0, null), tile('large', 9, 1)]}
      format={format}
      height={200}
    />,
  )
  expect(marks().map((mark) => mark.querySelector('span')!.textContent)).toEqual([
    'large Plays 9 Change +1%',
    'small Plays 1 Change +1%',
  ])
})

it('bubbles and a radar say their figures', async () => {
  await show(
    <>
      <Bubble
        title="Quadrants"
        bubblesName="Category"
        x={{ name: 'Supply', format: percent, most: 5_000 }}
        y={{ name: 'Plays', format: percent }}
        size={{ name: 'Total', format }}
        bubbles={[{ key: 'a', name: 'Food', x: 10_000, y: -20_000, size: 5 }]}
        quadrants={['1', '2', '3', '4']}
        height={200}
      />
      <Radar
        title="Compared"
        itemsName="Figure"
        axes={['a', 'b', 'c'].map((key) => ({ key, name: key, highest: 10, format }))}
        items={[{ key: 'x', name: 'Food', values: [1, null, 12] }]}
        height={200}
      />
    </>,
  )
  expect(labels()).toEqual(['Food Supply 1.00%, Plays −2.00%, Total 5', 'a: Food 1', 'b: Food —', 'c: Food 12'])
})

describe('scales', () => {
  it('the series left over are one, and no value is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: -50, max: 1000 }), { minLength: 3, maxLength: 3 })), (all) => {
        const series = all.map((values, at) => ({ key: String(at), name: String(at), values }))
        const top = topSeries(series, 5, (count) => `${count} others`)
        expect(top.length).toBeLessThanOrEqual(6)
        const sum = (some: readonly Stack[]) => some.flatMap(({ values }) => values).reduce((a, b) => a + b, 0)
        expect(sum(top)).toBe(sum(series))
      }),
    )
  })

  it('tiles have the areas of their values, lie inside and not on each other', () => {
    const area = { x: 0, y: 0, width: 640, height: 300 }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 30 }), (some) => {
        const values = some.toSorted((a, b) => b - a)
        const total = values.reduce((a, b) => a + b, 0)
        const rects = squarify(values, area)
        expect(rects).toHaveLength(values.length)
        for (const [at, { x, y, width, height }] of rects.entries()) {
          expect(width * height).toBeCloseTo((values[at]! / total) * 192_000, 3)
          expect(Math.min(x, y)).toBeGreaterThan(-0.001)
          expect(x + width).toBeLessThan(640.001)
          expect(y + height).toBeLessThan(300.001)
        }
      }),
    )
  })
})

it('a file quotes texts, guards formulas and leaves figures alone', () => {
  expect(csvOf([['a,b', '=1+1', { figure: '-5' }]])).toBe('\uFEFF"a,b",\'=1+1,-5\r\n')
})

describe('a waterfall', () => {
  const amounts = figureOf('money', 'en-US')
  /** The figures beside the bars, from the top. */
  const draw = async (...values: number[]) => {
    const steps = values.map((value, at) => ({
      ...{ key: String(at), name: `step ${at}`, value },
      isSum: at === 0 || at === values.length - 1,
    }))
    await show(<Waterfall title="money" stepsName="step" format={amounts} steps={steps} />)
    const figures = [...place.querySelectorAll('figure div[aria-hidden] > span')].map((one) => one.textContent)
    expect(place.querySelectorAll('hr')).toHaveLength(figures.length)
    return figures
  }

  it('has round figures beside it, one hairline each, and zooms in where all happens far up', async () => {
    const figures = await draw(486_240, -12_380, 18_460, -41_018, 451_302)
    expect(figures).toEqual(['¥5,000', '¥4,750', '¥4,500', '¥4,250', '¥4,000'])
    expect(place.textContent).toContain('scale from ¥4,000')
  })

  it('stands on zero where something falls deep, and shows what lies below', async () => {
    expect((await draw(100_000, -90_000, 10_000)).at(-1)).toBe('¥0')
    const figures = await draw(100_000, -150_000, -50_000)
    expect(figures).toContain('¥0')
    expect(figures.at(-1)).toBe('−¥800')
  })

  it('has a scale where nothing changes a sum, and where there is none', async () => {
    for (const sum of [451_302, 0]) expect((await draw(sum, sum)).length).toBeGreaterThan(1)
  })

  it('never has a line that is no whole number, nor one out of order', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(1e12), (low, more) => {
        const steps = niceSteps(low, low + more, 4)
        expect(steps.every(Number.isSafeInteger)).toBe(true)
        expect(steps[0]).toBeLessThanOrEqual(low)
        expect(steps.at(-1)).toBeGreaterThanOrEqual(low + more)
        expect(steps.length).toBeLessThanOrEqual(7)
        for (const [at, step] of steps.entries()) if (at > 0) expect(step).toBeGreaterThan(steps[at - 1]!)
      }),
      { seed: 20_261_122 },
    )
  })
})
