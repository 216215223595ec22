import { IconArrowMerge, IconGavel, IconUserCheck } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { COVER_SIZES, Cover } from '../../../kit/list/Cover.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Action, Density, Selection } from '../../../kit/list/types.ts'
import { riskList, riskMerge } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { AssignForm, BulkDecision, Report } from './Bulk.tsx'
import { Level } from './Level.tsx'
import { ReportButton } from './ReportForm.tsx'
import styles from './risk.module.css'
import { Tiles } from './Tiles.tsx'
import { tones } from './tones.ts'
import { type CaseRow, useNow, useRefreshRisk, useRiskOptions } from './useRisk.ts'

const icon = { size: 16, stroke: 1.6 } as const
const PRIMARY = ['state', 'severity', 'label', 'assigneeId']

type Bulk = { form: 'decide' | 'assign'; selection: Selection } | null
export type BulkResult = { done: number; refused: { id: string; msg: string }[] }

/** All cases as a list: every filter, saved queues as saved views, and the same decision for many. */
export function CaseTable({ actions, onReview }: { actions: ReactNode; onReview(caseId: string): void }) {
  const { call } = useApp()
  const words = useText(screenText)
  const options = useRiskOptions()
  const refresh = useRefreshRisk()
  const now = useNow(60_000)
  const [bulk, setBulk] = useState<Bulk>(null)
  const [report, setReport] = useState<BulkResult | null>(null)
  const people = useMemo(
    () => ({
      assigneeId: options?.reviewers.map(({ id, name }) => ({ value: id, label: name })) ?? [],
      partnerId: options?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    }),
    [options],
  )
  const merge = async ({ target, clear }: Selection) => {
    if (!(await confirm({ title: words.bulk.mergeTitle, body: words.bulk.mergeBody, confirm: words.bulk.merge })))
      return
    const done = await call(riskMerge, { body: { target } })
    clear()
    await refresh()
    setReport(done)
  }
  const bulkActions = (selection: Selection): Action[] => [
    { label: words.bulk.decide, icon: <IconGavel {...icon} />, run: () => setBulk({ form: 'decide', selection }) },
    { label: words.bulk.assign, icon: <IconUserCheck {...icon} />, run: () => setBulk({ form: 'assign', selection }) },
    { label: words.bulk.merge, icon: <IconArrowMerge {...icon} />, run: () => void merge(selection).catch(() => {}) },
  ]
  const finished = (done: BulkResult) => {
    bulk?.selection.clear()
    setReport(done)
  }
  return (
    <>
      <ListPage
        list={riskList}
        text={text}
        headActions={
          <>
            {actions}
            <ReportButton />
          </>
        }
        summary={(filters) => <Tiles filters={filters} />}
        cells={{
          title: (row, density) => <TitleCell row={row} density={density} />,
          severity: (row) => row.severity && <Level severity={row.severity} />,
          slaDueAt: (row) => <Due row={row} now={now} />,
        }}
        statusTones={tones}
        filterOptions={people}
        primary={PRIMARY}
        withoutFilters={WITHOUT}
        rowActions={(row) => [
          { label: SETTLED.has(row.state) ? words.look : words.views.queue, run: () => onReview(row.caseId) },
        ]}
        bulkActions={bulkActions}
        bulkTakesAll
        card={(row) => <CaseCard row={row} now={now} />}
      />
      {bulk?.form === 'decide' && (
        <BulkDecision selection={bulk.selection} onDone={finished} onClose={() => setBulk(null)} />
      )}
      {bulk?.form === 'assign' && (
        <AssignForm selection={bulk.selection} onDone={finished} onClose={() => setBulk(null)} />
      )}
      {report && <Report result={report} onClose={() => setReport(null)} />}
    </>
  )
}

const WITHOUT = ['creatorId']
/** Nothing is left to be decided. */
const SETTLED = new Set(['decided', 'closed', 'merged'])

export function TitleCell({ row, density }: { row: CaseRow; density: Density }) {
  const size = COVER_SIZES[density]
  return (
    <span className={styles.titleCell}>
      {size && (
        <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={size[0]} height={size[1]} />
      )}
      <span className={styles.rowText}>
        <span className="ellipsis" title={row.title}>
          {row.title}
        </span>
        {density === 'large' && <small className="ellipsis">{row.caseNo}</small>}
      </span>
    </span>
  )
}

function Due({ row, now }: { row: CaseRow; now: number }) {
  const words = useText(screenText)
  if (!row.slaDueAt || !['pending', 'claimed', 'escalated'].includes(row.state)) return '—'
  const minutes = (Date.parse(row.slaDueAt) - now) / 60_000
  return (
    <span className={styles.due} data-late={minutes < 0 || undefined}>
      {words.due(minutes)}
    </span>
  )
}

export function CaseCard({ row, now }: { row: CaseRow; now: number }) {
  const names = useText(text)
  return (
    <span className={styles.cardRow}>
      <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={88} height={50} />
      <span className={styles.rowText}>
        <b className="ellipsis">{row.title}</b>
        <span className={styles.rowFacts}>
          {row.severity && <Level severity={row.severity} />}
          <span>{names.choices.label[row.label]}</span>
          <span>· {names.choices.state[row.state]}</span>
          {row.slaDueAt && <Due row={row} now={now} />}
        </span>
        {row.effects && <small className="ellipsis">{row.effects}</small>}
      </span>
    </span>
  )
}
