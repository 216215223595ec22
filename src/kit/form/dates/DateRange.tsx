import { Button } from '@mantine/core'
import { useState } from 'react'
import { dayOf } from '../../../core/time.ts'
import { presetRange } from '../../format/ranges.ts'
import { useText } from '../../hooks/app.ts'
import { DateField, type DateFieldProps } from './DateField.tsx'
import styles from './dates.module.css'
import { dateText } from './text.ts'

interface DateRangeProps {
  from: string
  to: string
  min?: string
  max?: string
  onChange(range: { from: string; to: string }): void
  /** What each end is called and says: `label`, or `aria-label` where there is no room. */
  ends: Record<'from' | 'to', Omit<DateFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'aside'>>
}

const PRESETS = ['last7', 'last30', 'thisMonth', 'lastMonth'] as const

/** Two days, both included, as two fields; either calendar offers the periods people ask for. */
export function DateRange({ from, to, min, max, onChange, ends }: DateRangeProps) {
  const words = useText(dateText)
  const [today] = useState(() => dayOf(Date.now()))
  const aside = (close: () => void) => (
    <div className={styles.presets}>
      {PRESETS.map((preset) => {
        const range = presetRange(preset, today)
        return (
          <Button
            key={preset}
            size="xs"
            variant={range.from === from && range.to === to ? 'light' : 'subtle'}
            onClick={() => {
              close()
              onChange(range)
            }}
          >
            {words.presets[preset]}
          </Button>
        )
      })}
    </div>
  )
  const bounds = { ...(min && { min }), ...(max && { max }), aside }
  const isTurned = !!from && !!to && to < from
  return (
    <>
      <DateField {...ends.from} {...bounds} value={from} onChange={(day) => onChange({ from: day, to })} />
      <DateField
        {...ends.to}
        {...bounds}
        error={ends.to.error || (isTurned && words.order)}
        value={to}
        onChange={(day) => onChange({ from, to: day })}
      />
    </>
  )
}
