import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { useMay, useText } from '../../../kit/hooks/app.ts'
import { PageContext, type PageLocation, usePage } from '../../../kit/hooks/page.ts'
import { screenText } from '../screenText.ts'
import { StatementPage } from './StatementPage.tsx'
import { Statements } from './Statements.tsx'
import styles from './settlement.module.css'

export interface TabProps {
  product: SettlementProduct
  /** Stands among the head's buttons. */
  tabs: ReactNode
}

const Overview = lazy(() => import('./Overview.tsx'))
const Accruals = lazy(() => import('./Accruals.tsx'))
const Adjustments = lazy(() => import('./Adjustments.tsx'))
const Payouts = lazy(() => import('./Payouts.tsx'))
const Reconcile = lazy(() => import('./Reconcile.tsx'))
const Rates = lazy(() => import('./Rates.tsx'))

const TABS = ['overview', 'accruals', 'statements', 'adjustments', 'payouts', 'reconcile', 'rates'] as const
type Tab = (typeof TABS)[number]
const PARTS: Record<Tab, ComponentType<TabProps>> = {
  overview: Overview,
  accruals: Accruals,
  statements: Statements,
  adjustments: Adjustments,
  payouts: Payouts,
  reconcile: Reconcile,
  rates: Rates,
}

/** A tab's own location: the room keeps which tab it is, and a statement opens above them all. */
function within(page: PageLocation, tab: Tab): PageLocation {
  const { tab: _, ...search } = page.search
  const kept: Record<string, string> = tab === 'statements' ? {} : { tab }
  return {
    ...page,
    search,
    setSearch: (next, options) =>
      page.setSearch('statement' in next || 'tab' in next ? next : { ...next, ...kept }, options),
  }
}

interface TabsProps {
  label: string
  chosen: Tab
  tabs: { value: Tab; label: string }[]
  onChoose(tab: string): void
}

/** The room's tabs; where they are wider than the screen the chosen one is in sight. */
function Tabs({ label, chosen, tabs, onChoose }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [box, tab] = [row.current, row.current?.querySelector<HTMLElement>('label[data-active]')]
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [chosen])
  return (
    <div ref={row} className={styles.tabs}>
      <SegmentedControl aria-label={label} withItemsBorders={false} value={chosen} onChange={onChoose} data={tabs} />
    </div>
  )
}

/** A product's settlement: its tabs, or one statement of it (domain page S11, S12). */
export function Room({ product }: { product: SettlementProduct }) {
  const words = useText(screenText)
  const page = usePage()
  const isStaff = useMay('settlement.write')
  const mayReconcile = useMay('settlement.reconcile') && product === 'wl'
  // A price of plays has no shares.
  const mayRate = useMay('plans.write') && product === 'wl'
  if (page.search.statement) return <StatementPage key={page.search.statement} id={page.search.statement} />
  const isOpen: Record<Tab, boolean> = {
    overview: isStaff,
    accruals: true,
    statements: true,
    adjustments: isStaff,
    payouts: true,
    reconcile: mayReconcile,
    rates: mayRate,
  }
  const tabs = TABS.filter((tab) => isOpen[tab])
  const chosen = tabs.find((tab) => tab === page.search.tab) ?? 'statements'
  const Part = PARTS[chosen]
  const wordOf = (tab: Tab): string => {
    if (isStaff) return words.tabs[tab]
    if (tab === 'accruals') return words.tabs.estimates
    return tab === 'payouts' ? words.tabs.ownPayouts : words.tabs.own
  }
  return (
    <Suspense fallback={<Loading />}>
      <PageContext value={within(page, chosen)}>
        <Part
          key={chosen}
          product={product}
          tabs={
            <Tabs
              label={words.tabs.label}
              chosen={chosen}
              onChoose={(tab) => page.setSearch(tab === 'statements' ? {} : { tab }, { replace: true })}
              tabs={tabs.map((tab) => ({ value: tab, label: wordOf(tab) }))}
            />
          }
        />
      </PageContext>
    </Suspense>
  )
}
