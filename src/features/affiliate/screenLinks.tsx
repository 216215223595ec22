import { Button } from '@mantine/core'
import { IconPlus, IconScan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount, money } from '../../kit/format/number.ts'
import { useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { linkList } from './contractLinks.ts'
import { LinkPanel } from './parts/LinkPanel.tsx'
import { useOwners } from './parts/useOwners.ts'
import { linksText } from './textLinks.ts'

const LinkForm = lazy(() => import('./parts/LinkForm.tsx'))
const ParseForm = lazy(() => import('./parts/ParseForm.tsx'))

/** Links with our sub ids, and the 口令 they are shared by (domain page S22.2). */
export default function LinksScreen() {
  const words = useText(linksText)
  const mayWrite = useMay('affiliate.write')
  const seesOurs = useMay('affiliate.read')
  const { filterOptions, withoutFilters } = useOwners()
  const [asked, setAsked] = useState<'add' | 'parse' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <ListPage
        list={linkList}
        text={linksText}
        filterOptions={filterOptions}
        withoutFilters={withoutFilters}
        primary={seesOurs ? ['accountId', 'partnerId', 'hasLink', 'hasToken'] : ['hasLink', 'hasToken']}
        headActions={
          seesOurs && (
            <>
              <Button
                variant="default"
                leftSection={<IconScan size={16} stroke={1.6} />}
                onClick={() => setAsked('parse')}
              >
                {words.actions.parse}
              </Button>
              {mayWrite && (
                <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAsked('add')}>
                  {words.actions.add}
                </Button>
              )}
            </>
          )
        }
        drawer={(id, done) => <LinkPanel key={id} id={id} onClose={done} />}
        card={(row) => <LinkCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      <Suspense>
        {asked === 'add' && <LinkForm onClose={close} />}
        {asked === 'parse' && <ParseForm onClose={close} />}
      </Suspense>
    </>
  )
}

/** A link on a small screen. */
function LinkCard({ row }: { row: ListRow<typeof linkList> }) {
  const { columns } = useText(linksText)
  return (
    <>
      <span className={rowStyles.names}>
        <b className="ellipsis">{row.title}</b>
        <small className="ellipsis">{[row.partnerName, row.subUnionId].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{columns.clicks}</small>
          {exactCount(row.clicks)}
        </span>
        <span>
          <small>{columns.orders}</small>
          {exactCount(row.orders)}
        </span>
        <span>
          <small>{row.feeFen === undefined ? columns.partnerFen : columns.feeFen}</small>
          {money(row.feeFen ?? row.partnerFen)}
        </span>
      </span>
    </>
  )
}
