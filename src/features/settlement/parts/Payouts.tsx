import { Button, FileButton } from '@mantine/core'
import { IconBuildingBank, IconCheck, IconDownload, IconPlus, IconUpload, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { FileButton as SaveButton } from '../../../kit/form/FileButton.tsx'
import { money } from '../../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { ListPageText } from '../../../kit/list/types.ts'
import { accountText } from '../accountText.ts'
import { batchCreate, payoutLists, payoutMark, resultUpload } from '../contract/payouts.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { SayForm } from './Forms.tsx'
import { Refused } from './Refused.tsx'
import type { TabProps } from './Room.tsx'
import { payoutTones } from './tones.ts'
import { useRefreshRoom } from './use.ts'

const Accounts = lazy(() => import('./Accounts.tsx'))

const icon = { size: 16, stroke: 1.6 } as const
const wordsIn = (language: 'zh-CN' | 'en-US', product: SettlementProduct) => ({
  title: text[language].payoutTitles[product],
  columns: text[language].payouts,
  choices: { state: text[language].payoutStates },
  filters: text[language].payoutFilters,
})
const WORDS: Record<SettlementProduct, ListPageText> = {
  wl: { 'zh-CN': wordsIn('zh-CN', 'wl'), 'en-US': wordsIn('en-US', 'wl') },
  sm4: { 'zh-CN': wordsIn('zh-CN', 'sm4'), 'en-US': wordsIn('en-US', 'sm4') },
}

interface Marked {
  id: string
  no: string
  version: number
  isPaid: boolean
}
interface Report {
  rows: { key: string; name: string; msg: string }[]
}

/** Transfers: batches out to the bank, its results in; of a partner what was paid to it. */
export default function Payouts({ product, tabs }: TabProps) {
  const { call, notify, download } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRoom()
  const isStaff = useMay('settlement.write')
  const [report, setReport] = useState<Report | null>(null)
  const [marked, setMarked] = useState<Marked | null>(null)
  const [isAccounts, setAccounts] = useState(false)
  const accountWords = useText(accountText)
  const [newest, setNewest] = useState<string | null>(null)
  const create = async () => {
    const isMeant = await confirm({
      title: words.newBatch,
      body: words.form.batchNote,
      confirm: words.newBatch,
    })
    if (!isMeant) return
    try {
      const body = { product, statementIds: null, exclude: [] }
      const batch = await call(batchCreate, { body }, { idempotencyKey: crypto.randomUUID() })
      if (batch.no) notify(words.batchDone(batch.no, batch.payouts, money(batch.amountFen)), 'success')
      else if (batch.refused.length === 0) notify(words.batchNothing, 'info')
      setNewest(batch.batchId)
      if (batch.refused.length > 0)
        setReport({ rows: batch.refused.map(({ id, msg }) => ({ key: id, name: id, msg })) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const takeResults = async (file: File | null) => {
    if (!file) return
    try {
      const result = await call(resultUpload, { file })
      notify(result.isRepeated ? words.resultRepeated : words.resultDone(result.paid, result.failed), 'success')
      if (result.refused.length > 0) {
        setReport({
          rows: result.refused.map(({ row, payoutNo, msg }) => ({
            key: String(row),
            name: words.resultRow(row, payoutNo),
            msg,
          })),
        })
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const bankFile = (batchId: string) => `/api/settlements/payout-batches/${batchId}/bank.csv`
  return (
    <>
      <ListPage
        list={payoutLists[product] as (typeof payoutLists)['wl']}
        text={WORDS[product]}
        statusTones={payoutTones}
        primary={['state', 'payOn']}
        withoutFilters={['partnerId']}
        headActions={
          <>
            {tabs}
            {isStaff && (
              <>
                {newest && <SaveButton path={bankFile(newest)}>{words.bankFile}</SaveButton>}
                <Button
                  variant="default"
                  px={9}
                  aria-label={accountWords.list}
                  title={accountWords.list}
                  onClick={() => setAccounts(true)}
                >
                  <IconBuildingBank {...icon} />
                </Button>
                <FileButton accept=".csv,.txt,.xlsx" onChange={(file) => void takeResults(file)}>
                  {(properties) => (
                    <Button {...properties} variant="default" leftSection={<IconUpload {...icon} />}>
                      {words.resultFile}
                    </Button>
                  )}
                </FileButton>
                <Button leftSection={<IconPlus {...icon} />} onClick={() => void create()}>
                  {words.newBatch}
                </Button>
              </>
            )}
          </>
        }
        {...(isStaff && {
          rowActions: (row) => [
            ...(row.batchId
              ? [
                  {
                    label: words.bankFile,
                    icon: <IconDownload {...icon} />,
                    run: () => void download(bankFile(row.batchId!)).catch(() => {}),
                  },
                ]
              : []),
            ...(row.state === 'paying'
              ? [
                  {
                    label: words.events.paid!,
                    icon: <IconCheck {...icon} />,
                    run: () => setMarked({ id: row.payoutId, no: row.no, version: row.version, isPaid: true }),
                  },
                  {
                    label: words.events.failed!,
                    icon: <IconX {...icon} />,
                    isDanger: true,
                    run: () => setMarked({ id: row.payoutId, no: row.no, version: row.version, isPaid: false }),
                  },
                ]
              : []),
          ],
        })}
      />
      {marked && (
        <SayForm
          title={marked.isPaid ? words.events.paid! : words.events.failed!}
          note={marked.no}
          label={names.payouts[marked.isPaid ? 'bankRef' : 'failure']}
          field={marked.isPaid ? 'bankRef' : 'failure'}
          isDanger={!marked.isPaid}
          {...(marked.isPaid && { most: 64 })}
          submit={(said, idempotencyKey) => {
            const { id, version, isPaid } = marked
            const body = { version, isPaid, bankRef: isPaid ? said : null, failure: isPaid ? null : said }
            return call(payoutMark, { params: { id }, body }, { idempotencyKey, quiet: true })
          }}
          onClose={() => setMarked(null)}
        />
      )}
      {isAccounts && (
        <Suspense>
          <Accounts onClose={() => setAccounts(false)} />
        </Suspense>
      )}
      {report && <Refused rows={report.rows} onClose={() => setReport(null)} />}
    </>
  )
}
