import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { addDays, dayOf, daysBetween } from '../../../core/time.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { Waterfall } from '../../../kit/chart/Waterfall.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { Pick } from '../../../kit/form/Pick.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { exactCount, money, rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { KpiSkeleton, KpiStrip, type Tile } from '../../../kit/list/KpiStrip.tsx'
import { sm4Overview, wlOverview } from '../contract/accruals.ts'
import { text } from '../overviewText.ts'
import { screenText } from '../screenText.ts'
import styles from './overview.module.css'
import type { TabProps } from './Room.tsx'

type Wl = Reply<typeof wlOverview>
type Sm4 = Reply<typeof sm4Overview>
const UNPAID = 'locked,invoiced,payable,paying,pay_failed'
const CHART = 240

/** A month of a product: what came in, what goes out, what is ours; each figure opens the rows that make it. */
export default function Overview({ product, tabs }: TabProps) {
  const { call, language } = useApp()
  const words = useText(text)
  const titles = useText(screenText).titles
  const page = usePage()
  const asked = page.search.period
  const query = asked && /^20\d\d-(0[1-9]|1[0-2])-01$/.test(asked) ? { period: asked } : {}
  const found = useQuery({
    queryKey: ['settlement', 'overview', product, query.period, language],
    queryFn: async ({ signal }) =>
      product === 'wl'
        ? { wl: await call(wlOverview, { query }, { signal, quiet: true }) }
        : { sm4: await call(sm4Overview, { query }, { signal, quiet: true }) },
    placeholderData: (before) => before,
  })
  const wl = found.data && 'wl' in found.data ? found.data.wl : undefined
  const sm4 = found.data && 'sm4' in found.data ? found.data.sm4 : undefined
  const data = wl ?? sm4
  return (
    <>
      <PageHead title={titles[product]}>
        {tabs}
        {data && data.periods.length > 0 && (
          <Pick
            label={words.month}
            value={data.period}
            options={data.periods}
            nameOf={(period) => period.slice(0, 7)}
            onChange={(period) => page.setSearch({ period }, { replace: true })}
          />
        )}
      </PageHead>
      <div className={styles.page} aria-busy={found.isPending}>
        {found.isError && !data ? (
          <div className="card">
            <Failed error={found.error} onRetry={() => void found.refetch()} />
          </div>
        ) : !data ? (
          <KpiSkeleton tiles={6} />
        ) : data.periods.length === 0 ? (
          <div className="card">
            <Empty title={words.empty}>{words.emptyBody}</Empty>
          </div>
        ) : wl ? (
          <WlMonth data={wl} />
        ) : (
          sm4 && <Sm4Month data={sm4} />
        )}
      </div>
    </>
  )
}

/** Opens the rows of a month: its lines, its statements, its adjustments. */
function useOpen(period: string) {
  const page = usePage()
  const last = addDays(`${addDays(period, 31).slice(0, 7)}-01`, -1)
  return {
    lines: (more: Record<string, string> = {}) =>
      page.setSearch({ tab: 'accruals', earnDate: `${period}..${last}`, ...more }),
    statements: (state: string) => page.setSearch({ tab: 'statements', period: `${period}..${period}`, state }),
    adjustments: () => page.setSearch({ tab: 'adjustments' }),
  }
}

/** What both products have: what cannot be billed, is disputed, is to be paid. */
function useStanding({ period, heldFen, disputedFen, toPayFen }: Wl | Sm4): Tile[] {
  const words = useText(text)
  const open = useOpen(period)
  return [
    {
      ...{ label: words.held, value: money(heldFen), help: words.help.held },
      ...{ onOpen: () => open.lines({ isHeld: 'true' }), openLabel: words.open(words.held) },
    },
    {
      ...{ label: words.disputed, value: money(disputedFen), help: words.help.disputed },
      ...{ onOpen: () => open.statements('disputed'), openLabel: words.open(words.disputed) },
    },
    {
      ...{ label: words.toPay, value: money(toPayFen), help: words.help.toPay },
      ...{ onOpen: () => open.statements(UNPAID), openLabel: words.open(words.toPay) },
    },
  ]
}

function WlMonth({ data }: { data: Wl }) {
  const { language } = useApp()
  const words = useText(text)
  const open = useOpen(data.period)
  const standing = useStanding(data)
  const figure = figureOf('money', language)
  const steps: Record<Wl['waterfall'][number]['step'], () => void> = {
    upstream: () => open.lines(),
    refunds: () => open.lines({ lineType: 'refund' }),
    violations: () => open.lines({ lineType: 'violation,invalid_traffic' }),
    corrections: () => open.lines({ lineType: 'correction,conflict' }),
    adjustments: open.adjustments,
    partners: () => open.lines(),
    margin: () => open.lines(),
  }
  const toLines = (label: string): Partial<Tile> => ({ onOpen: () => open.lines(), openLabel: words.open(label) })
  return (
    <>
      <KpiStrip
        label={words.tiles}
        tiles={[
          {
            ...{ label: words.income, value: money(data.incomeFen), help: words.help.income },
            ...{ note: words.videos(exactCount(data.videos)), ...toLines(words.income) },
          },
          {
            ...{ label: words.payable, value: money(data.payableFen), help: words.help.payable },
            ...{ note: words.final(money(data.finalFen)), ...toLines(words.payable) },
          },
          {
            ...{ label: words.margin, value: money(data.marginFen), help: words.help.margin },
            ...{ note: words.marginRate(rate(data.marginPpm)), ...toLines(words.margin) },
          },
          ...standing,
        ]}
      />
      {data.unattributedFen > 0 && <p className={styles.notice}>{words.unattributed(money(data.unattributedFen))}</p>}
      <div className={styles.stack}>
        <Panel>
          <Waterfall
            title={words.waterfall}
            stepsName={words.step}
            format={figure}
            steps={data.waterfall.map(({ step, amountFen }) => ({
              ...{ key: step, name: words.steps[step], value: amountFen },
              isSum: step === 'upstream' || step === 'margin',
              isMove: step === 'partners',
            }))}
            onOpen={(step) => steps[step as keyof typeof steps]()}
          />
        </Panel>
        <Panel>
          <LineChart
            {...figure}
            title={words.byDay}
            days={data.days.map(({ day }) => day)}
            series={[
              { name: words.income, values: data.days.map(({ incomeFen }) => incomeFen) },
              { name: words.payable, values: data.days.map(({ payableFen }) => payableFen) },
            ]}
            height={CHART}
          />
        </Panel>
      </div>
    </>
  )
}

function Sm4Month({ data }: { data: Sm4 }) {
  const { language } = useApp()
  const words = useText(text)
  const open = useOpen(data.period)
  const standing = useStanding(data)
  return (
    <>
      <KpiStrip
        label={words.tiles}
        tiles={[
          {
            ...{ label: words.payable, value: money(data.payableFen), help: words.help.payable },
            ...{ note: words.final(money(data.finalFen)) },
            ...{ onOpen: () => open.lines(), openLabel: words.open(words.payable) },
          },
          {
            ...{ label: words.plays, value: exactCount(data.plays), help: words.help.plays },
            ...{ note: words.videos(exactCount(data.videos)) },
            ...{ onOpen: () => open.lines(), openLabel: words.open(words.plays) },
          },
          {
            ...{ label: words.cut, value: money(data.cutFen), help: words.help.cut },
            ...{ onOpen: () => open.lines(), openLabel: words.open(words.cut) },
          },
          ...standing,
        ]}
      />
      {data.budget !== undefined && <Budget period={data.period} budget={data.budget} />}
      <Panel>
        <LineChart
          {...figureOf('money', language)}
          title={words.byDayPlays}
          days={data.days.map(({ day }) => day)}
          series={[
            { name: words.payable, values: data.days.map(({ payableFen }) => payableFen) },
            { name: words.plays, values: data.days.map(({ plays }) => plays), isRight: true },
          ]}
          right={figureOf('count', language)}
          height={CHART}
        />
      </Panel>
    </>
  )
}

/** How far the month's budget is used, beside how far the month has passed. */
function Budget({ period, budget }: { period: string; budget: NonNullable<Sm4['budget']> | null }) {
  const words = useText(text)
  const open = useOpen(period)
  if (!budget)
    return (
      <Panel>
        <div className={styles.budgetHead}>
          <h2>{words.budget}</h2>
          <span>{words.noBudget}</span>
        </div>
      </Panel>
    )
  const { budgetFen, usedFen } = budget
  const next = `${addDays(period, 31).slice(0, 7)}-01`
  const today = dayOf(Date.now())
  const passed = today >= next ? 1 : today < period ? 0 : daysBetween(period, today) / daysBetween(period, next)
  const used = budgetFen > 0 ? Math.max(0, usedFen) / budgetFen : 1
  const isOver = usedFen >= budgetFen
  return (
    <Panel>
      <div className={styles.budgetHead}>
        <h2>{words.budget}</h2>
        <span>{words.budgetPace(rate(used * 1_000_000), rate(passed * 1_000_000))}</span>
        <b>
          <button type="button" className={styles.link} onClick={() => open.lines()}>
            {words.budgetUsed(money(usedFen), money(budgetFen))}
          </button>
        </b>
      </div>
      <div className={styles.track} data-over={isOver || undefined} aria-hidden>
        <i style={{ width: `${Math.min(100, used * 100)}%` }} />
        {passed < 1 && <u style={{ left: `${passed * 100}%` }} />}
      </div>
      <p className={styles.body}>{isOver ? words.budgetOver : words.budgetLeft(money(budgetFen - usedFen))}</p>
    </Panel>
  )
}

const Panel = ({ children }: { children: ReactNode }) => <div className={`card ${styles.panel}`}>{children}</div>
