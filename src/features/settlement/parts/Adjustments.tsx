import '@mantine/core/styles/Combobox.layer.css'
import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPaperclip, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Action, ListPageText } from '../../../kit/list/types.ts'
import {
  adjustmentDecide,
  adjustmentLists,
  adjustmentPropose,
  adjustmentWithdraw,
  HAND_TYPES,
} from '../contract/adjustments.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { type Attached, Files, SayForm } from './Forms.tsx'
import { useFaults } from './faults.ts'
import { PartnerSelect } from './PartnerSelect.tsx'
import type { TabProps } from './Room.tsx'
import { adjustmentTones } from './tones.ts'
import { useAct, useRefreshRoom } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const
const wordsIn = (language: 'zh-CN' | 'en-US', product: SettlementProduct) => ({
  title: text[language].adjustmentTitles[product],
  columns: text[language].adjustments,
  choices: { state: text[language].adjustmentStates, lineType: text[language].lineTypes },
  filters: text[language].payoutFilters,
})
const WORDS: Record<SettlementProduct, ListPageText> = {
  wl: { 'zh-CN': wordsIn('zh-CN', 'wl'), 'en-US': wordsIn('en-US', 'wl') },
  sm4: { 'zh-CN': wordsIn('zh-CN', 'sm4'), 'en-US': wordsIn('en-US', 'sm4') },
}

/** Pluses and minuses by hand: proposed with evidence, above a fifth of what is owed approved by a second person. */
export default function Adjustments({ product, tabs }: TabProps) {
  const { call, download } = useApp()
  const words = useText(screenText)
  const { act } = useAct()
  const [isNew, setNew] = useState(false)
  const [declined, decline] = useState<{ id: string; version: number } | null>(null)
  return (
    <>
      <ListPage
        list={adjustmentLists[product] as (typeof adjustmentLists)['wl']}
        text={WORDS[product]}
        statusTones={adjustmentTones}
        cells={{ originPeriod: (row) => row.originPeriod.slice(0, 7) }}
        primary={['state', 'lineType', 'proposedAt']}
        withoutFilters={['partnerId']}
        headActions={
          <>
            {tabs}
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setNew(true)}>
              {words.newAdjustment}
            </Button>
          </>
        }
        rowActions={(row): Action[] => {
          const { adjustmentId, version, evidenceId } = row
          const params = { id: adjustmentId }
          const isOpen = row.state === 'proposed'
          return [
            ...(isOpen && !row.isOwn
              ? [
                  {
                    label: words.form.approve,
                    icon: <IconCheck {...icon} />,
                    run: () => void act(adjustmentDecide, { params, body: { version, isApproved: true, note: null } }),
                  },
                  {
                    label: words.form.decline,
                    icon: <IconX {...icon} />,
                    isDanger: true,
                    run: () => decline({ id: adjustmentId, version }),
                  },
                ]
              : []),
            ...(isOpen && row.isOwn
              ? [
                  {
                    label: words.form.withdraw,
                    icon: <IconArrowBackUp {...icon} />,
                    run: () => void act(adjustmentWithdraw, { params, body: { version } }),
                  },
                ]
              : []),
            ...(evidenceId
              ? [
                  {
                    label: words.form.evidence,
                    icon: <IconPaperclip {...icon} />,
                    run: () => void download(`/api/settlements/files/${evidenceId}`).catch(() => {}),
                  },
                ]
              : []),
          ]
        }}
      />
      {isNew && <ProposeForm product={product} onClose={() => setNew(false)} />}
      {declined && (
        <SayForm
          title={words.form.decline}
          label={words.form.reason}
          field="note"
          isDanger
          submit={(note, idempotencyKey) => {
            const body = { version: declined.version, isApproved: false, note }
            return call(adjustmentDecide, { params: { id: declined.id }, body }, { idempotencyKey, quiet: true })
          }}
          onClose={() => decline(null)}
        />
      )}
    </>
  )
}

function ProposeForm({ product, onClose }: Pick<TabProps, 'product'> & { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [partnerId, setPartner] = useState<string | null>(null)
  const [lineType, setType] = useState<(typeof HAND_TYPES)[number] | null>(null)
  const [amount, setAmount] = useState('')
  const [month, setMonth] = useState('')
  const [reason, setReason] = useState('')
  const [files, setFiles] = useState<Attached[]>([])
  return (
    <FormModal
      title={words.newAdjustment}
      validate={() =>
        check({
          partnerId: !partnerId && words.form.required,
          lineType: !lineType && words.form.required,
          amount: !amount.trim() && words.form.required,
          originPeriod: !/^20\d\d-\d\d$/.test(month) && words.form.required,
          reason: reason.trim().length < 2 && words.form.tooShort,
          evidenceId: !files[0] && words.form.required,
        })
      }
      submit={async (idempotencyKey) => {
        const body = {
          ...{ product, partnerId: partnerId!, lineType: lineType!, amount: amount.trim(), currency: 'CNY' },
          ...{ originPeriod: `${month}-01`, videoId: null, reason: reason.trim(), evidenceId: files[0]!.fileId },
        }
        const { state } = await call(adjustmentPropose, { body }, { idempotencyKey, quiet: true })
        notify(names.adjustmentStates[state], 'success')
        await refresh()
      }}
      onRefused={onRefused(['partnerId', 'lineType', 'amount', 'originPeriod', 'reason', 'evidenceId'])}
      onClose={onClose}
    >
      <PartnerSelect product={product} value={partnerId} error={faults.partnerId} onChange={setPartner} />
      <Select
        label={words.form.type}
        data={HAND_TYPES.map((value) => ({ value, label: names.lineTypes[value] }))}
        value={lineType}
        onChange={(value) => setType(value as typeof lineType)}
        error={faults.lineType}
      />
      <TextInput
        label={words.form.amount}
        inputMode="decimal"
        value={amount}
        onChange={({ currentTarget: { value } }) => setAmount(value)}
        error={faults.amount}
      />
      <TextInput
        type="month"
        label={words.form.origin}
        value={month}
        onChange={({ currentTarget: { value } }) => setMonth(value)}
        error={faults.originPeriod}
      />
      <Textarea
        label={words.form.reason}
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={faults.reason}
      />
      <Files label={words.form.evidence} files={files} most={1} fault={faults.evidenceId} onChange={setFiles} />
    </FormModal>
  )
}
