import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useMay, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { useStored } from '../../kit/hooks/useStored.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { useFiltered } from '../../kit/list/useList.ts'
import { riskList, riskSummary } from './contract.ts'
import { Console } from './parts/Console.tsx'
import { KeyHints } from './parts/KeySheet.tsx'
import { PartnerCases } from './parts/PartnerCases.tsx'
import styles from './parts/risk.module.css'
import { Statistics } from './parts/Statistics.tsx'
import { CaseTable } from './parts/Table.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const VIEWS = ['queue', 'table', 'statistics'] as const
type View = (typeof VIEWS)[number]
const NO_FILTERS = {}

/** A link to a case means the desk, a link with filters the list. */
const viewOf = ({ open, ...filters }: Record<string, string>): View | null =>
  open ? 'queue' : Object.keys(filters).length > 0 ? 'table' : null

/** Risk videos (domain page S7): for staff a review desk with the list and its statistics beside it, for a partner its own cases. */
export default function RiskScreen() {
  return useMay('riskVideos.write') ? <StaffScreen /> : <PartnerCases />
}

function StaffScreen() {
  const words = useText(screenText)
  const names = useText(text)
  const page = usePage()
  const [stored, store] = useStored('risk-view')
  const linked = viewOf(page.search)
  const [followed, follow] = useState(linked)
  const [chosen, choose] = useState<View | null>(linked)
  // A message may lead here while another view stands open.
  if (linked !== followed) {
    follow(linked)
    if (linked) choose(linked)
  }
  const view: View = chosen ?? VIEWS.find((one) => one === stored) ?? 'queue'
  const { data } = useFiltered(riskList, riskSummary, NO_FILTERS)
  const staff = data?.staff
  const picker = (
    <SegmentedControl
      aria-label={words.views.label}
      withItemsBorders={false}
      value={view}
      onChange={(next) => {
        choose(next as View)
        store(next)
        page.setSearch({}, { replace: true })
      }}
      data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
    />
  )
  if (view === 'table')
    return (
      <CaseTable
        actions={picker}
        onReview={(open) => {
          choose('queue')
          page.setSearch({ open })
        }}
      />
    )
  return (
    <>
      <PageHead
        title={names.title}
        note={
          staff && (
            <span className={styles.counts}>
              {words.head.mine} <b>{staff.mine}</b> · {words.head.pending} <b>{staff.pending}</b> · {words.head.overdue}{' '}
              <b data-late={staff.overdue > 0 || undefined}>{staff.overdue}</b>
            </span>
          )
        }
      >
        {view === 'queue' && <KeyHints />}
        {picker}
      </PageHead>
      {view === 'queue' ? (
        <Console counts={{ all: staff && data.open, mine: staff?.mine, appeals: data?.appealing }} />
      ) : (
        <Statistics />
      )}
    </>
  )
}
