import '@mantine/core/styles/SegmentedControl.layer.css'
import { Input, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addDays } from '../../../core/time.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import type { YearDay } from '../contract.ts'
import { text } from '../text.ts'
import styles from './holidays.module.css'
import { weekdayOf } from './months.ts'

interface DayFormProps {
  day: string
  /** What the day is set to; plain without. */
  one: YearDay | undefined
  onDone(count: number, value: Omit<YearDay, 'day'> | null): void
  onClose(): void
}

/** What a day is: as its weekday says, a holiday, or a weekend that is worked. */
export function DayForm({ day, one, onDone, onClose }: DayFormProps) {
  const all = useText(text)
  const words = all.form
  const isWeekend = weekdayOf(day) > 4
  const [kind, setKind] = useState<YearDay['kind'] | 'plain'>(one?.kind ?? 'holiday')
  const [nameZh, setNameZh] = useState(one?.nameZh ?? '')
  const [nameEn, setNameEn] = useState(one?.nameEn ?? '')
  const [count, setCount] = useState('1')
  const [faults, setFaults] = useState<{ name?: string; count?: string }>({})
  const rows = kind === 'work' ? 1 : Number(count)
  const last = Number.isInteger(rows) && rows >= 1 && rows <= 31 ? addDays(day, rows - 1) : null
  const [, month, date] = day.split('-').map(Number)

  function validate(): boolean {
    const next: typeof faults = {}
    if (kind !== 'plain' && !nameZh.trim()) next.name = words.noName
    if (last?.slice(0, 4) !== day.slice(0, 4)) next.count = words.noCount
    setFaults(next)
    return Object.keys(next).length === 0
  }
  async function submit() {
    const names = { nameZh: nameZh.trim(), nameEn: nameEn.trim() || nameZh.trim() }
    onDone(rows, kind === 'plain' ? null : { kind, ...names })
  }
  return (
    <FormModal
      title={all.day(month!, date!, all.weekdayNames[weekdayOf(day)]!)}
      confirm={words.apply}
      validate={validate}
      submit={submit}
      onClose={onClose}
    >
      <Input.Wrapper label={words.kind} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.kind}
          value={kind}
          data={(['holiday', ...(isWeekend ? (['work'] as const) : []), 'plain'] as const).map((value) => ({
            value,
            label: all.kinds[value],
          }))}
          onChange={(value) => setKind(value as typeof kind)}
        />
      </Input.Wrapper>
      {kind !== 'plain' && (
        <div className={styles.pair}>
          <TextInput
            data-autofocus
            label={words.nameZh}
            value={nameZh}
            error={faults.name}
            maxLength={40}
            onChange={(event) => setNameZh(event.currentTarget.value)}
          />
          <TextInput
            label={words.nameEn}
            placeholder={words.nameEnHint}
            value={nameEn}
            maxLength={40}
            onChange={(event) => setNameEn(event.currentTarget.value)}
          />
        </div>
      )}
      {kind !== 'work' && (
        <TextInput
          label={words.count}
          inputMode="numeric"
          value={count}
          error={faults.count}
          description={last && !faults.count ? words.countHint(last) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
      )}
    </FormModal>
  )
}
