import { Button, Select, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { FormModal } from '../../kit/form/FormModal.tsx'
import { exactCount, money, rate } from '../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Status } from '../../kit/list/Status.tsx'
import type { StatusTones } from '../../kit/list/types.ts'
import { useFiltered, useRefresh } from '../../kit/list/useList.ts'
import { couponAdd, couponList, couponRemove, couponSummary, MAX_COUPONS } from './contractLinks.ts'
import { useOwners } from './parts/useOwners.ts'
import { couponsText } from './textLinks.ts'

type Row = ListRow<typeof couponList>
const tones = {
  status: { unknown: 'grey', notStarted: 'blue', active: 'green', exhausted: 'orange', ended: 'grey', invalid: 'red' },
} as const satisfies StatusTones

/** The pool of the union's coupons (domain page S22.3). */
export default function CouponsScreen() {
  const { call, notify } = useApp()
  const words = useText(couponsText)
  const refresh = useRefresh(couponList)
  const mayWrite = useMay('affiliate.write')
  const { filterOptions } = useOwners()
  const [isAdding, setAdding] = useState(false)
  const remove = async (row: Row) => {
    if (!(await confirm({ ...words.remove, confirm: words.actions.remove, isDanger: true }))) return
    try {
      await call(couponRemove, { params: { id: row.id } })
      notify(words.removed, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  return (
    <>
      <ListPage
        list={couponList}
        text={couponsText}
        summary={() => <CouponTiles />}
        statusTones={tones}
        cells={{ couponUrl: (row) => <CouponName url={row.couponUrl} /> }}
        filterOptions={filterOptions}
        primary={['status', 'accountId', 'isOdd']}
        headActions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAdding(true)}>
              {words.actions.add}
            </Button>
          )
        }
        rowActions={
          mayWrite ? (row) => [{ label: words.actions.remove, isDanger: true, run: () => void remove(row) }] : undefined
        }
        card={(row) => <CouponCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      {isAdding && <CouponForm accounts={filterOptions.accountId} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Coupons of a site differ at the end of their links: the beginning gives way. */
function CouponName({ url }: { url: string }) {
  const { hostname } = new URL(url)
  const end = url.slice(-END)
  return (
    <span className="ellipsis flat" title={url}>
      {url.length > hostname.length + END + PREFIX ? `${hostname}/…${end}` : url.slice(PREFIX)}
    </span>
  )
}
const PREFIX = 'https://'.length
const END = 18

function CouponTiles() {
  const { tiles } = useText(couponsText)
  const { data, isError } = useFiltered(couponList, couponSummary, {})
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  const tile = (label: string, value: number) => ({ label, value: exactCount(value) })
  return (
    <KpiStrip
      label={tiles.label}
      tiles={[
        tile(tiles.total, data.total),
        tile(tiles.active, data.active),
        tile(tiles.ending, data.ending),
        tile(tiles.exhausted, data.exhausted),
      ]}
    />
  )
}

interface CouponFormProps {
  accounts: { value: string; label: string }[]
  onClose(): void
}
function CouponForm({ accounts, onClose }: CouponFormProps) {
  const { call, notify } = useApp()
  const { form } = useText(couponsText)
  const refresh = useRefresh(couponList)
  const [accountId, setAccount] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [faults, setFaults] = useState<{ accountId?: string; urls?: string }>({})
  const urls = [...new Set(typed.split(/\s+/).filter(Boolean))]
  return (
    <FormModal
      title={form.title}
      confirm={form.save}
      onClose={onClose}
      validate={() => {
        const isGood = urls.length > 0 && urls.length <= MAX_COUPONS && urls.every((url) => url.startsWith('https://'))
        const found = {
          ...(accountId ? {} : { accountId: form.accountFault }),
          ...(isGood ? {} : { urls: form.fault }),
        }
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      onRefused={(error) => {
        if (error.field !== 'urls' && error.field !== 'accountId') return false
        setFaults({ [error.field]: error.message })
        return true
      }}
      submit={async (idempotencyKey) => {
        const body = { accountId: accountId!, urls }
        const { added, known } = await call(couponAdd, { body }, { idempotencyKey, quiet: true })
        notify(form.saved(added, known), 'success')
        await refresh()
      }}
    >
      <Select label={form.account} data={accounts} value={accountId} onChange={setAccount} error={faults.accountId} />
      <Textarea
        label={form.urls}
        description={form.hint}
        value={typed}
        error={faults.urls}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autosize
        minRows={5}
        maxRows={12}
        data-autofocus
      />
    </FormModal>
  )
}

/** A coupon on a small screen. */
function CouponCard({ row }: { row: Row }) {
  const { columns, choices } = useText(couponsText)
  return (
    <>
      <span className={rowStyles.names}>
        <b className="ellipsis">
          <CouponName url={row.couponUrl} />
        </b>
        <small>
          <Status tone={tones.status[row.status]}>{choices.status[row.status]}</Status>
        </small>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{columns.discountFen}</small>
          {money(row.discountFen)}
        </span>
        <span>
          <small>{columns.thresholdFen}</small>
          {money(row.thresholdFen)}
        </span>
        <span>
          <small>{columns.remainRate}</small>
          {rate(row.remainRate)}
        </span>
      </span>
    </>
  )
}
