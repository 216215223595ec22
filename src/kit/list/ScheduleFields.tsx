import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Input, SegmentedControl, Select, TextInput } from '@mantine/core'
import { WINDOWS, type Window } from '../../core/export.ts'
import { CADENCES, type Cadence, nextTurn, type Turn } from '../../core/schedule.ts'
import { clockOf } from '../../core/time.ts'
import { presetOf } from '../format/ranges.ts'
import { useText } from '../hooks/app.ts'
import styles from './export.module.css'
import { splitRange } from './filterValue.ts'
import { scheduleText } from './scheduleText.ts'
import { listText } from './text.ts'

export interface When extends Turn {
  window: { field: string; days: Window } | null
}

/** A filter on days, whose days may move on. */
export interface DayFilter {
  name: string
  label: string
}

const isWindow = (name: string | undefined): name is Window => WINDOWS.some((one) => one === name)
export const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text)

/** Every morning, of the days the filter means today where it has a name for them. */
export function firstWhen(query: string, dayFilters: readonly DayFilter[]): When {
  const search = new URLSearchParams(query)
  for (const { name } of dayFilters) {
    const value = search.get(name)
    const days = value ? presetOf(...splitRange(value)) : undefined
    if (isWindow(days)) return { cadence: 'daily', onDay: 1, atTime: '10:30', window: { field: name, days } }
  }
  return { cadence: 'daily', onDay: 1, atTime: '10:30', window: null }
}

interface ScheduleFieldsProps {
  when: When
  dayFilters: readonly DayFilter[]
  onChange(when: When): void
}

const AS_IT_STANDS = '-'

/** When an export comes back, and which days it then is of. */
export function ScheduleFields({ when, dayFilters, onChange }: ScheduleFieldsProps) {
  const words = useText(scheduleText)
  const { presets } = useText(listText)
  const { cadence, onDay, atTime, window } = when
  const days =
    cadence === 'weekly'
      ? words.weekdays.map((label, at) => ({ value: String(at + 1), label }))
      : Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: words.monthDays(at + 1) }))
  return (
    <>
      <Input.Wrapper label={words.cadence} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.cadence}
          data={CADENCES.map((value) => ({ value, label: words.cadences[value] }))}
          value={cadence}
          onChange={(value) => onChange({ ...when, cadence: value as Cadence, onDay: 1 })}
        />
      </Input.Wrapper>
      <div className={styles.pair}>
        {cadence !== 'daily' && (
          <Select
            label={cadence === 'weekly' ? words.weekday : words.monthDay}
            description={onDay > 28 ? words.monthEnd : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={days}
            value={String(onDay)}
            allowDeselect={false}
            onChange={(value) => onChange({ ...when, onDay: Number(value) })}
          />
        )}
        <TextInput
          type="time"
          label={words.at}
          value={atTime}
          error={isTime(atTime) ? undefined : words.badTime}
          onChange={(event) => onChange({ ...when, atTime: event.currentTarget.value })}
        />
      </div>
      {dayFilters.length > 0 && (
        <Select
          label={words.window}
          description={window ? words.windowNote : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[
            { value: AS_IT_STANDS, label: words.asItStands },
            ...dayFilters.map(({ name, label }) => ({
              group: label,
              items: WINDOWS.map((one) => ({ value: `${name}:${one}`, label: `${label} · ${presets[one]}` })),
            })),
          ]}
          value={window ? `${window.field}:${window.days}` : AS_IT_STANDS}
          allowDeselect={false}
          onChange={(value) => {
            const [field = '', named] = (value ?? '').split(':')
            onChange({ ...when, window: isWindow(named) ? { field, days: named } : null })
          }}
        />
      )}
      <p className={styles.note} role="status">
        {isTime(atTime) && words.next(clockOf(nextTurn(when, new Date())))}
      </p>
    </>
  )
}
