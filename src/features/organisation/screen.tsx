import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import { PageContext, usePage } from '../../kit/hooks/page.ts'
import { Creators } from './parts/Creators.tsx'
import styles from './parts/organisation.module.css'
import { Partners } from './parts/Partners.tsx'
import { Structure } from './parts/Structure.tsx'
import { Suppliers } from './parts/Suppliers.tsx'
import { text } from './screenText.ts'

const TABS = ['structure', 'partners', 'suppliers', 'creators'] as const
type Tab = (typeof TABS)[number]
/** A tab puts the tabs among its head’s buttons: the title stands first. */
const PANEL: Record<Tab, (props: { tabs: ReactNode }) => ReactNode> = {
  structure: Structure,
  partners: Partners,
  suppliers: Suppliers,
  creators: Creators,
}

/** Lines, teams, partners, suppliers, creators and who is bound to whom (domain page 2.1). */
export default function OrganisationScreen() {
  const words = useText(text)
  const page = usePage()
  const tab = TABS.find((one) => one === page.search.tab) ?? 'structure'
  const Panel = PANEL[tab]
  // A list has the page's address to itself, beside the tab.
  const inner = useMemo(() => {
    const { tab: _, ...search } = page.search
    const setSearch: typeof page.setSearch = (next, options) => page.setSearch({ tab, ...next }, options)
    return { ...page, search, setSearch }
  }, [page, tab])
  return (
    <PageContext value={inner}>
      <Panel
        key={tab}
        tabs={
          <div className={styles.tabs}>
            <SegmentedControl
              aria-label={words.title}
              withItemsBorders={false}
              value={tab}
              onChange={(next) => page.setSearch({ tab: next })}
              data={TABS.map((one) => ({ value: one, label: words.tabs[one] }))}
            />
          </div>
        }
      />
    </PageContext>
  )
}
