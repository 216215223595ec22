import { Button } from '@mantine/core'
import {
  IconBan,
  IconCalendarPlus,
  IconCheck,
  IconDownload,
  IconLink,
  IconPlus,
  IconRotate2,
  IconShare,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { actionsFrom } from '../../core/flow.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Action, Selection } from '../../kit/list/types.ts'
import { useAllows } from '../../kit/list/useList.ts'
import { distributionList, receiptList } from './contract.ts'
import { EXTENDABLE, flow } from './flow.ts'
import { TaskDrawer } from './parts/Drawer.tsx'
import { DeadlineCell, TaskCard, type TaskRow, TitleCell } from './parts/Row.tsx'
import { Suppliers } from './parts/Suppliers.tsx'
import { Tiles } from './parts/Tiles.tsx'
import { tones } from './parts/tones.ts'
import { useActs } from './parts/useActs.tsx'
import { useDistributionOptions } from './parts/useOptions.ts'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 } as const
const WIZARD = '/form/step'

/** Distributed videos (domain page S8): what operators sent, what a supplier has to do. */
export default function DistributionScreen() {
  const app = useApp()
  const words = useText(text)
  const allows = useAllows()
  const manages = useMay('distributions.manage')
  const acts = useActs()
  const [isSuppliersOpen, setSuppliersOpen] = useState(false)
  const { suppliers, batches, categories } = useDistributionOptions()

  const rowActions = (row: TaskRow): Action[] => {
    const aim = { distId: row.distId, version: row.version }
    const may: readonly string[] = actionsFrom(flow, row.status, allows)
    const offered: [isThere: boolean, Action][] = [
      [
        may.includes('accept'),
        { label: words.actions.accept, icon: <IconCheck {...icon} />, run: () => void acts.accept(aim) },
      ],
      [
        may.includes('download') || may.includes('downloadAgain'),
        {
          label: row.hasFile ? words.actions.downloadFile : words.actions.downloadBrief,
          icon: <IconDownload {...icon} />,
          run: () => void acts.download({ ...aim, hasFile: row.hasFile }),
        },
      ],
      [
        may.includes('submit'),
        {
          label: words.actions.submit,
          icon: <IconLink {...icon} />,
          run: () => acts.submit({ distId: row.distId, platforms: row.platforms }),
        },
      ],
      [
        may.includes('confirmRecall'),
        { label: words.actions.confirmRecall, icon: <IconCheck {...icon} />, run: () => void acts.confirmRecall(aim) },
      ],
      [
        may.includes('finish'),
        { label: words.actions.finish, icon: <IconCheck {...icon} />, run: () => void acts.finish(aim) },
      ],
      [
        manages && EXTENDABLE.includes(row.status),
        { label: words.actions.extend, icon: <IconCalendarPlus {...icon} />, run: () => acts.extend(aim) },
      ],
      [
        manages && ['rejected', 'expired', 'recalled'].includes(row.status),
        {
          label: words.actions.resend,
          icon: <IconShare {...icon} />,
          run: () => app.go(WIZARD, { videos: row.videoId! }),
        },
      ],
      [
        may.includes('reject'),
        { label: words.actions.reject, icon: <IconX {...icon} />, run: () => acts.reject(aim), isDanger: true },
      ],
      [
        may.includes('recall'),
        { label: words.actions.recall, icon: <IconRotate2 {...icon} />, run: () => acts.recall(aim), isDanger: true },
      ],
    ]
    return offered.flatMap(([isThere, action]) => (isThere ? [action] : []))
  }

  const bulkActions = ({ target, count, clear }: Selection): Action[] => {
    const aim = { target, count, clear }
    return manages
      ? [
          { label: words.actions.extend, icon: <IconCalendarPlus {...icon} />, run: () => acts.extend(aim) },
          { label: words.actions.finish, icon: <IconCheck {...icon} />, run: () => void acts.finish(aim) },
          { label: words.actions.recall, icon: <IconRotate2 {...icon} />, run: () => acts.recall(aim), isDanger: true },
        ]
      : [
          { label: words.actions.accept, icon: <IconCheck {...icon} />, run: () => void acts.accept(aim) },
          { label: words.actions.reject, icon: <IconBan {...icon} />, run: () => acts.reject(aim), isDanger: true },
          {
            label: words.actions.confirmRecall,
            icon: <IconRotate2 {...icon} />,
            run: () => void acts.confirmRecall(aim),
          },
        ]
  }
  const create = (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => app.go(WIZARD)}>
      {words.actions.create}
    </Button>
  )
  return (
    <>
      <ListPage
        list={distributionList}
        text={text}
        summary={(filters) => <Tiles filters={filters} />}
        cells={{
          title: (row, density) => <TitleCell row={row} density={density} />,
          deadlineAt: (row) => <DeadlineCell row={row} />,
        }}
        statusTones={tones}
        filterOptions={{ supplierId: suppliers, batchId: batches, categoryId: categories }}
        primary={manages ? ADMIN_FILTERS : SUPPLIER_FILTERS}
        rowActions={rowActions}
        bulkActions={bulkActions}
        bulkTakesAll
        headActions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload {...icon} />}
              onClick={() => void app.download(`${receiptList.path}/export.csv`).catch(() => {})}
            >
              {words.actions.exportLinks}
            </Button>
            {manages ? (
              <>
                <Button variant="default" leftSection={<IconUsers {...icon} />} onClick={() => setSuppliersOpen(true)}>
                  {words.actions.suppliers}
                </Button>
                {create}
              </>
            ) : (
              <Button leftSection={<IconLink {...icon} />} onClick={acts.submitMany}>
                {words.actions.submitMany}
              </Button>
            )}
          </>
        }
        drawer={(id, close) => <TaskDrawer key={id} id={id} acts={acts} onClose={close} />}
        card={(row) => <TaskCard row={row} />}
        emptyState={
          <Empty title={manages ? words.empty.admin : words.empty.supplier} actions={manages ? create : undefined}>
            {manages ? words.empty.adminWhy : words.empty.supplierWhy}
          </Empty>
        }
      />
      {acts.forms}
      {isSuppliersOpen && <Suppliers onClose={() => setSuppliersOpen(false)} />}
    </>
  )
}

const ADMIN_FILTERS = ['status', 'supplierId', 'batchId', 'checkState']
const SUPPLIER_FILTERS = ['status', 'platform', 'deadlineAt', 'checkState']
