import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { parseTyped } from '../../../kit/list/filterValue.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Action, ListPageText } from '../../../kit/list/types.ts'
import { rateDecide, rateList, ratePropose, rateWithdraw } from '../contract/rates.ts'
import { rateText } from '../rateText.ts'
import { screenText } from '../screenText.ts'
import { SayForm } from './Forms.tsx'
import { useFaults } from './faults.ts'
import { PartnerSelect } from './PartnerSelect.tsx'
import type { TabProps } from './Room.tsx'
import { adjustmentTones } from './tones.ts'
import { useAct, useRefreshRoom } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const
const wordsIn = (language: 'zh-CN' | 'en-US') => ({
  title: rateText[language].title,
  columns: rateText[language].columns,
  choices: { state: rateText[language].states },
  filters: rateText[language].filters,
})
const WORDS: ListPageText = { 'zh-CN': wordsIn('zh-CN'), 'en-US': wordsIn('en-US') }

/** What partners get instead of the plan's own rates: proposed by one person, decided on by another. */
export default function Rates({ product, tabs }: TabProps) {
  const { call } = useApp()
  const words = useText(rateText)
  const { form } = useText(screenText)
  const mayDecide = useMay('plans.approve')
  const { act } = useAct()
  const [isNew, setNew] = useState(false)
  const [declined, decline] = useState<{ id: string; version: number } | null>(null)
  return (
    <>
      <ListPage
        list={rateList}
        text={WORDS}
        statusTones={adjustmentTones}
        primary={['keyword', 'state', 'isCurrent']}
        withoutFilters={['partnerIds']}
        headActions={
          <>
            {tabs}
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setNew(true)}>
              {words.propose}
            </Button>
          </>
        }
        rowActions={({ rateId: id, version, state, isOwn }): Action[] => {
          if (state !== 'proposed') return []
          if (isOwn)
            return [
              {
                label: form.withdraw,
                icon: <IconArrowBackUp {...icon} />,
                run: () => void act(rateWithdraw, { params: { id }, body: { version } }),
              },
            ]
          if (!mayDecide) return []
          return [
            {
              label: form.approve,
              icon: <IconCheck {...icon} />,
              run: () => void act(rateDecide, { params: { id }, body: { version, isApproved: true, note: null } }),
            },
            { label: form.decline, icon: <IconX {...icon} />, isDanger: true, run: () => decline({ id, version }) },
          ]
        }}
      />
      {isNew && <ProposeForm product={product} onClose={() => setNew(false)} />}
      {declined && (
        <SayForm
          title={form.decline}
          label={form.reason}
          field="note"
          isDanger
          submit={(note, idempotencyKey) => {
            const body = { version: declined.version, isApproved: false, note }
            return call(rateDecide, { params: { id: declined.id }, body }, { idempotencyKey, quiet: true })
          }}
          onClose={() => decline(null)}
        />
      )}
    </>
  )
}

/** 62.5 as 625000; undefined for what is no share of a hundred. */
function ppmOf(percent: string): number | undefined {
  const ppm = parseTyped('rate', percent)
  return ppm !== undefined && ppm >= 0 && ppm <= 1_000_000 ? ppm : undefined
}

function ProposeForm({ product, onClose }: Pick<TabProps, 'product'> & { onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(rateText)
  const { form } = useText(screenText)
  const refresh = useRefreshRoom()
  const { faults, check, onRefused } = useFaults()
  const [partnerId, setPartner] = useState<string | null>(null)
  const [fields, setFields] = useState({ ratePpm: '', creatorRatePpm: '', validFrom: '', validBefore: '', reason: '' })
  const input = (name: keyof typeof fields) => ({
    value: fields[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFields((all) => ({ ...all, [name]: value })),
  })
  const inputDay = (name: 'validFrom' | 'validBefore') => ({
    ...input(name),
    onChange: (day: string) => setFields((all) => ({ ...all, [name]: day })),
  })
  const [ratePpm, creatorRatePpm] = [ppmOf(fields.ratePpm), ppmOf(fields.creatorRatePpm)]
  return (
    <FormModal
      title={words.propose}
      validate={() =>
        check({
          partnerId: !partnerId && form.required,
          ratePpm: ratePpm === undefined && words.badRate,
          creatorRatePpm: creatorRatePpm === undefined && words.badRate,
          validFrom: !fields.validFrom && form.required,
          reason: fields.reason.trim().length < 2 && form.tooShort,
        })
      }
      submit={async (idempotencyKey) => {
        const { validFrom, validBefore, reason } = fields
        const body = {
          ...{ partnerId: partnerId!, ratePpm: ratePpm!, creatorRatePpm: creatorRatePpm! },
          ...{ validFrom, validBefore: validBefore || null, reason: reason.trim() },
        }
        await call(ratePropose, { body }, { idempotencyKey, quiet: true })
        notify(words.proposed, 'success')
        await refresh()
      }}
      onRefused={onRefused(['partnerId', 'ratePpm', 'creatorRatePpm', 'validFrom', 'validBefore', 'reason'])}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.note}
      </Text>
      <PartnerSelect product={product} value={partnerId} error={faults.partnerId} onChange={setPartner} />
      <TextInput label={words.rate} inputMode="decimal" {...input('ratePpm')} />
      <TextInput label={words.creatorRate} inputMode="decimal" {...input('creatorRatePpm')} />
      <DateField label={words.from} {...inputDay('validFrom')} />
      <DateField label={words.before} {...inputDay('validBefore')} />
      <Textarea label={form.reason} autosize minRows={2} maxLength={500} {...input('reason')} />
    </FormModal>
  )
}
