import { Button } from '@mantine/core'
import { IconListSearch, IconRefresh, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount, money } from '../../kit/format/number.ts'
import { shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import type { Selection } from '../../kit/list/types.ts'
import { useRefresh } from '../../kit/list/useList.ts'
import { orderList, orderReattribute } from './contractOrders.ts'
import { OrderPanel } from './parts/OrderPanel.tsx'
import { OrderTiles } from './parts/OrderTiles.tsx'
import { PasteForm } from './parts/PasteForm.tsx'
import { StateCell } from './parts/StateCell.tsx'
import { UploadModal } from './parts/UploadModal.tsx'
import { useOwners } from './parts/useOwners.ts'
import { ordersText } from './text.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** Promotion orders of the union (domain page S22.5); partners see those of their own sub-channel. */
export default function OrdersScreen() {
  const { call, notify } = useApp()
  const words = useText(ordersText)
  const refresh = useRefresh(orderList)
  const seesOurs = useMay('affiliate.read')
  const mayWrite = useMay('affiliate.write')
  const [asked, setAsked] = useState<'upload' | 'paste' | null>(null)
  const { accounts, filterOptions, withoutFilters } = useOwners()
  const reattribute = async ({ target, count, clear }: Selection) => {
    const { title, body } = words.reattribute
    if (!(await confirm({ title: title(exactCount(count)), body }))) return
    try {
      const { done } = await call(orderReattribute, { body: { target } })
      notify(words.done.reattributed(exactCount(done)), 'success')
      clear()
      await refresh()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <ListPage
        list={orderList}
        text={ordersText}
        summary={(filters) => <OrderTiles filters={filters} />}
        cells={{ state: (row) => <StateCell state={row.state} code={row.validCode} /> }}
        filterOptions={filterOptions}
        withoutFilters={withoutFilters}
        primary={seesOurs ? ['state', 'orderDate', 'reportDate', 'partnerId'] : ['state', 'orderDate', 'reportDate']}
        headActions={
          <>
            <Button variant="default" leftSection={<IconListSearch {...icon} />} onClick={() => setAsked('paste')}>
              {words.actions.paste}
            </Button>
            {mayWrite && (
              <Button variant="default" leftSection={<IconUpload {...icon} />} onClick={() => setAsked('upload')}>
                {words.actions.upload}
              </Button>
            )}
          </>
        }
        bulkActions={
          mayWrite
            ? (selection) => [
                {
                  label: words.actions.reattribute,
                  icon: <IconRefresh {...icon} />,
                  run: () => void reattribute(selection),
                },
              ]
            : undefined
        }
        bulkTakesAll
        drawer={(id, close) => <OrderPanel key={id} id={id} onClose={close} />}
        card={(row) => <OrderCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      {asked === 'upload' && <UploadModal accounts={accounts} onClose={() => setAsked(null)} />}
      {asked === 'paste' && <PasteForm onClose={() => setAsked(null)} />}
    </>
  )
}

/** A row on a small screen. */
function OrderCard({ row }: { row: ListRow<typeof orderList> }) {
  const { language } = useApp()
  const { columns, detail } = useText(ordersText)
  return (
    <>
      <span className={rowStyles.names}>
        <b className="ellipsis">{row.skuName || row.skuId}</b>
        <small className="ellipsis">
          {[row.orderId, 'partnerName' in row ? (row.partnerName ?? detail.unowned) : row.creatorName]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <small>
          <StateCell state={row.state} code={row.validCode} />
        </small>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{columns.orderedAt}</small>
          {shortTime(row.orderedAt, language)}
        </span>
        <span>
          <small>{columns.estBaseFen}</small>
          {money(row.estBaseFen)}
        </span>
        <span>
          <small>{columns.partnerFen}</small>
          {money(row.partnerFen)}
        </span>
      </span>
    </>
  )
}
