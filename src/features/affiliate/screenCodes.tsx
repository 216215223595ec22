import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { actionsFrom } from '../../core/flow.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../kit/form/FormModal.tsx'
import { exactCount, money, rate } from '../../kit/format/number.ts'
import { shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Status } from '../../kit/list/Status.tsx'
import type { Action, StatusTones } from '../../kit/list/types.ts'
import { useAllows, useRefresh } from '../../kit/list/useList.ts'
import { CODE_ACTIONS, codeExtend, codeList, codeMove } from './contractLinks.ts'
import { codeFlow } from './flow.ts'
import { useOwners } from './parts/useOwners.ts'
import { codesText } from './textLinks.ts'

const CodeForm = lazy(() => import('./parts/CodeForm.tsx'))

type Row = ListRow<typeof codeList>
const tones = {
  status: { draft: 'grey', active: 'green', paused: 'orange', expired: 'grey', disabled: 'red' },
} as const satisfies StatusTones

/** Codes of our own, given to partners (domain page S22.4). */
export default function CodesScreen() {
  const { call, notify } = useApp()
  const words = useText(codesText)
  const refresh = useRefresh(codeList)
  const allows = useAllows()
  const mayWrite = useMay('affiliate.write')
  const seesOurs = useMay('affiliate.read')
  const { filterOptions, withoutFilters } = useOwners()
  const [isAdding, setAdding] = useState(false)
  const [extending, setExtending] = useState<Row | null>(null)
  const move = async (row: Row, action: (typeof CODE_ACTIONS)[number]) => {
    if (action === 'disable') {
      const { title, body } = words.disable
      const question = { title: title(row.code), body, confirm: words.actions.disable, isDanger: true }
      if (!(await confirm(question))) return
    }
    try {
      await call(codeMove, { params: { id: row.id }, body: { action, version: row.version } })
      notify(words.moved[action], 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const rowActions = (row: Row): Action[] => {
    const possible = actionsFrom(codeFlow, row.status, allows)
    return [
      ...CODE_ACTIONS.filter((action) => possible.includes(action)).map((action) => ({
        label: words.actions[action],
        run: () => void move(row, action),
        isDanger: action === 'disable',
      })),
      ...(mayWrite && row.status !== 'disabled' ? [{ label: words.actions.extend, run: () => setExtending(row) }] : []),
    ]
  }
  return (
    <>
      <ListPage
        list={codeList}
        text={codesText}
        statusTones={tones}
        filterOptions={filterOptions}
        withoutFilters={withoutFilters}
        primary={seesOurs ? ['status', 'kind', 'partnerId'] : ['status', 'kind']}
        headActions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAdding(true)}>
              {words.actions.add}
            </Button>
          )
        }
        rowActions={rowActions}
        card={(row) => <CodeCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      <Suspense>{isAdding && <CodeForm onClose={() => setAdding(false)} />}</Suspense>
      {extending && <ExtendForm row={extending} onClose={() => setExtending(null)} />}
    </>
  )
}

const DAYS = 30
function ExtendForm({ row, onClose }: { row: Row; onClose(): void }) {
  const { call, notify } = useApp()
  const { extendForm } = useText(codesText)
  const refresh = useRefresh(codeList)
  const today = dayOf(Date.now())
  const [to, setTo] = useState(addDays(today, DAYS))
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={extendForm.title(row.code)}
      confirm={extendForm.save}
      onClose={onClose}
      validate={() => {
        setFault(to >= today ? '' : extendForm.fault)
        return to >= today
      }}
      submit={async (idempotencyKey) => {
        const body = { to, version: row.version }
        await call(codeExtend, { params: { id: row.id }, body }, { idempotencyKey, quiet: true })
        notify(extendForm.saved, 'success')
        await refresh()
      }}
    >
      <DateField
        label={extendForm.to}
        min={today}
        value={to}
        error={fault || undefined}
        onChange={setTo}
        data-autofocus
      />
    </FormModal>
  )
}

/** A code on a small screen. */
function CodeCard({ row }: { row: Row }) {
  const { language } = useApp()
  const { columns, choices } = useText(codesText)
  return (
    <>
      <span className={rowStyles.names}>
        <b>{row.code}</b>
        <small>{row.partnerName ?? ''}</small>
        <small>
          <Status tone={tones.status[row.status]}>{choices.status[row.status]}</Status>
        </small>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{choices.kind[row.kind]}</small>
          {row.kind === 'fixed' ? money(row.amountFen) : rate(row.ratePpm)}
        </span>
        <span>
          <small>{columns.used}</small>
          {exactCount(row.used)}
        </span>
        <span>
          <small>{columns.validBefore}</small>
          {shortTime(row.validBefore, language)}
        </span>
      </span>
    </>
  )
}
