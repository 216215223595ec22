import { Button } from '@mantine/core'
import { IconArrowLeft, IconListSearch, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PageContext, usePage } from '../../../kit/hooks/page.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { ListPageText } from '../../../kit/list/types.ts'
import { billList } from '../contract/reconcile.ts'
import { reconcileText } from '../reconcileText.ts'
import { text } from '../statementText.ts'
import { BillRows } from './BillRows.tsx'
import { BillUpload, type Read, ReadReport } from './BillUpload.tsx'
import { exactYuan } from './micro.ts'
import type { TabProps } from './Room.tsx'
import styles from './settlement.module.css'

const icon = { size: 16, stroke: 1.6 } as const
const wordsIn = (language: 'zh-CN' | 'en-US') => ({
  title: text[language].billTitle,
  columns: text[language].bills,
  choices: { product: text[language].products },
})
const WORDS: ListPageText = { 'zh-CN': wordsIn('zh-CN'), 'en-US': wordsIn('en-US') }

/** Upstream's bills beside our income: the list of bills, or the rows of the one the page's address names. */
export default function Reconcile({ tabs }: TabProps) {
  const words = useText(reconcileText)
  const page = usePage()
  const [isUploading, setUploading] = useState(false)
  const [read, setRead] = useState<Read | null>(null)
  const { billId } = page.search
  const open = (id: string, isOpen: boolean) => page.setSearch({ billId: id, ...(isOpen && { isOpen: 'true' }) })
  if (billId) {
    // Whatever the list filters by, it stays the list of this bill.
    const kept = {
      ...page,
      setSearch: (search: Record<string, string>, options?: { replace?: boolean }) =>
        page.setSearch({ ...search, billId }, options),
    }
    return (
      <PageContext value={kept}>
        <BillRows
          id={billId}
          back={
            <Button variant="default" leftSection={<IconArrowLeft {...icon} />} onClick={() => page.setSearch({})}>
              {words.back}
            </Button>
          }
          onAdjustments={() => page.setSearch({ tab: 'adjustments' })}
        />
      </PageContext>
    )
  }
  const upload = (
    <Button leftSection={<IconUpload {...icon} />} onClick={() => setUploading(true)}>
      {words.upload}
    </Button>
  )
  return (
    <>
      <ListPage
        list={billList}
        text={WORDS}
        cells={{
          period: (row) => row.period.slice(0, 7),
          fileName: (row) => (
            <button type="button" className={styles.link} onClick={() => open(row.billId, row.open > 0)}>
              {row.fileName}
            </button>
          ),
          fileMicro: (row) => exactYuan(row.fileMicro),
          oursMicro: (row) => exactYuan(row.oursMicro),
          differenceMicro: (row) => exactYuan(row.differenceMicro),
          open: (row) => (row.open > 0 ? <b>{exactCount(row.open)}</b> : <span className="flat">0</span>),
        }}
        primary={['period', 'uploadedAt']}
        withoutFilters={['product', 'billId']}
        headActions={
          <>
            {tabs}
            {upload}
          </>
        }
        rowActions={(row) => [
          { label: words.view, icon: <IconListSearch {...icon} />, run: () => open(row.billId, true) },
        ]}
        emptyState={<Empty title={words.emptyTitle}>{words.empty}</Empty>}
      />
      {isUploading && <BillUpload onRead={setRead} onClose={() => setUploading(false)} />}
      {read && <ReadReport read={read} onView={() => open(read.billId, true)} onClose={() => setRead(null)} />}
    </>
  )
}
