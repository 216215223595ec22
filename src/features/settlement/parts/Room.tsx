import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { screenText } from '../screenText.ts'
import { StatementPage } from './StatementPage.tsx'
import { Statements } from './Statements.tsx'

export interface TabProps {
  product: SettlementProduct
  /** Stands among the head's buttons. */
  tabs: ReactNode
}

const Adjustments = lazy(() => import('./Adjustments.tsx'))
const Payouts = lazy(() => import('./Payouts.tsx'))

const TABS = ['statements', 'adjustments', 'payouts'] as const
type Tab = (typeof TABS)[number]
const PARTS: Record<Tab, ComponentType<TabProps>> = {
  statements: Statements,
  adjustments: Adjustments,
  payouts: Payouts,
}

/** The tab a link names; one with filters or nothing means the statements. */
const tabOf = (name: string | undefined): Tab | null => TABS.find((tab) => tab === name) ?? null

/** A product's settlement: its tabs, or one statement of it (domain page S11, S12). */
export function Room({ product }: { product: SettlementProduct }) {
  const words = useText(screenText)
  const page = usePage()
  const isStaff = useMay('settlement.write')
  const linked = tabOf(page.search.tab)
  const [followed, follow] = useState(linked)
  const [chosen, choose] = useState<Tab>(linked ?? 'statements')
  // A message may lead here while another tab stands open.
  if (linked !== followed) {
    follow(linked)
    if (linked) choose(linked)
  }
  if (page.search.statement) return <StatementPage key={page.search.statement} id={page.search.statement} />
  const tabs = isStaff ? TABS : TABS.filter((tab) => tab !== 'adjustments')
  const Part = PARTS[chosen]
  const wordOf = (tab: Tab): string => {
    if (isStaff) return words.tabs[tab]
    return tab === 'payouts' ? words.tabs.ownPayouts : words.tabs.own
  }
  return (
    <Suspense fallback={<Loading />}>
      <Part
        key={chosen}
        product={product}
        tabs={
          <SegmentedControl
            aria-label={words.tabs.label}
            withItemsBorders={false}
            value={chosen}
            onChange={(tab) => {
              choose(tab as Tab)
              page.setSearch({}, { replace: true })
            }}
            data={tabs.map((tab) => ({ value: tab, label: wordOf(tab) }))}
          />
        }
      />
    </Suspense>
  )
}
