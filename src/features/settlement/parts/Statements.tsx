import { Button } from '@mantine/core'
import { IconBell, IconEye, IconLock, IconPlus, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkReport } from '../../../core/bulk.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, money } from '../../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import type { Action, Selection } from '../../../kit/list/types.ts'
import { useFiltered } from '../../../kit/list/useList.ts'
import {
  sm4List,
  sm4Totals,
  statementIssueMany,
  statementLockMany,
  statementRemind,
  wlList,
  wlTotals,
} from '../contract/statements.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { BuildForm } from './BuildForm.tsx'
import { PartnerTiles } from './PartnerTiles.tsx'
import { Refused } from './Refused.tsx'
import type { TabProps } from './Room.tsx'
import styles from './settlement.module.css'
import { statementTones, stateTones } from './tones.ts'
import { useRefreshRoom } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const
const listTextOf = (product: 'wl' | 'sm4', language: 'zh-CN' | 'en-US') => ({
  title: text[language][product],
  columns: text[language].statements,
  choices: { state: text[language].states },
  filters: text[language].statementFilters,
})
const WORDS = {
  wl: { 'zh-CN': listTextOf('wl', 'zh-CN'), 'en-US': listTextOf('wl', 'en-US') },
  sm4: { 'zh-CN': listTextOf('sm4', 'zh-CN'), 'en-US': listTextOf('sm4', 'en-US') },
}
const BULK = { issue: statementIssueMany, lock: statementLockMany, remind: statementRemind } as const

/** The statements of a product: for operators all in their scope, for a partner its own. */
export function Statements({ product, tabs }: TabProps) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const page = usePage()
  const refresh = useRefreshRoom()
  const isStaff = useMay('settlement.write')
  const [isBuilding, setBuilding] = useState(false)
  const [report, setReport] = useState<BulkReport | null>(null)
  const open = (statement: string) => page.setSearch({ statement })
  const moveMany = async (verb: keyof typeof BULK, { target, count, clear }: Selection) => {
    const body = { issue: words.issueBody, lock: words.lockBody, remind: '' }[verb]
    const title = `${words.actions[verb]} · ${words.tiles.count(count)}`
    if (!(await confirm({ title, body, confirm: words.actions[verb] }))) return
    try {
      const done = await call(BULK[verb], { body: { target } })
      clear()
      if (done.refused.length > 0) setReport(done)
      else notify(`${words.done} · ${words.tiles.count(done.done)}`, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const bulkActions = (selection: Selection): Action[] => [
    { label: words.actions.issue, icon: <IconSend {...icon} />, run: () => void moveMany('issue', selection) },
    { label: words.actions.lock, icon: <IconLock {...icon} />, run: () => void moveMany('lock', selection) },
    { label: words.actions.remind, icon: <IconBell {...icon} />, run: () => void moveMany('remind', selection) },
  ]
  const list = product === 'wl' ? wlList : sm4List
  return (
    <>
      <ListPage
        list={list}
        text={WORDS[product]}
        summary={(filters) => (isStaff ? <Totals product={product} filters={filters} /> : <PartnerTiles />)}
        statusTones={statementTones}
        cells={{
          no: (row) => (
            <button type="button" className={styles.link} onClick={() => open(row.statementId)}>
              {row.no}
            </button>
          ),
          period: (row) => row.period.slice(0, 7),
          rev: (row) => `v${row.rev}`,
        }}
        primary={isStaff ? ['state', 'period', 'isHeld'] : ['state', 'period']}
        withoutFilters={['partnerId']}
        headActions={
          <>
            {tabs}
            {isStaff && (
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setBuilding(true)}>
                {words.actions.build}
              </Button>
            )}
          </>
        }
        rowActions={(row) => [
          { label: words.actions.view, icon: <IconEye {...icon} />, run: () => open(row.statementId) },
        ]}
        {...(isStaff && { bulkActions, bulkTakesAll: true })}
        card={(row) => (
          <button type="button" className={styles.card} onClick={() => open(row.statementId)}>
            <span>
              <b>{row.no}</b>
              <Status tone={stateTones[row.state]}>{names.states[row.state]}</Status>
            </span>
            <span>
              {row.partnerName ? `${row.partnerName} · ` : ''}
              {row.period.slice(0, 7)} · v{row.rev}
              <b className="tabular">{money(row.netFen)}</b>
            </span>
          </button>
        )}
        emptyState={<Empty title={words.empty.title}>{isStaff ? words.empty.body : words.empty.partner}</Empty>}
      />
      {isBuilding && <BuildForm product={product} onClose={() => setBuilding(false)} />}
      {report && (
        <Refused
          rows={report.refused.map(({ id, msg }) => ({ key: id, name: id, msg }))}
          onClose={() => setReport(null)}
        />
      )}
    </>
  )
}

/** The sums of the filter, as the file has them. */
function Totals({ product, filters }: { product: 'wl' | 'sm4'; filters: Record<string, string> }) {
  const words = useText(screenText)
  const { tiles } = words
  const { data } = useFiltered(product === 'wl' ? wlList : sm4List, product === 'wl' ? wlTotals : sm4Totals, filters)
  if (!data) return <KpiSkeleton tiles={5} />
  const waiting = data.states.find(({ state }) => state === 'pending_confirm')
  return (
    <KpiStrip
      label={tiles.net}
      tiles={[
        { label: tiles.statements, value: exactCount(data.statements) },
        { label: tiles.gross, value: money(data.grossFen) },
        { label: tiles.deduct, value: money(data.deductFen) },
        { label: tiles.adjust, value: money(data.adjustFen + data.carryFen) },
        { label: tiles.net, value: money(data.netFen) },
        { label: tiles.waiting, value: money(waiting?.netFen ?? 0), note: tiles.count(waiting?.statements ?? 0) },
      ]}
    />
  )
}
