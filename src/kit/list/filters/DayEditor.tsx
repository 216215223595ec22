import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { dayOf } from '../../../core/time.ts'
import { PRESETS, presetOf, presetRange } from '../../format/ranges.ts'
import { useText } from '../../hooks/app.ts'
import { isTooLong, joinRange, splitRange } from '../filterValue.ts'
import { listText } from '../text.ts'
import { EditorForm, type EditorProps } from './EditorForm.tsx'
import styles from './filters.module.css'

const Calendar = lazy(() => import('./Calendar.tsx'))

/** A range of business days: a preset or two days of the calendar (Asia/Shanghai, weeks from Monday). */
export function DayEditor({ column, value, formRef, onCommit }: EditorProps) {
  const words = useText(listText)
  const [today] = useState(() => dayOf(Date.now()))
  const [[from, to], setRange] = useState(() => splitRange(value))
  const isLong = isTooLong(from, to)
  const current = presetOf(from, to, today)
  // A statistics day is complete from the next morning on: today has none yet.
  const presets = PRESETS.filter((preset) => column.kind === 'time' || preset !== 'today')
  return (
    <EditorForm formRef={formRef} onCommit={onCommit} read={() => (isLong ? undefined : joinRange(from, to || from))}>
      <div className={styles.days}>
        <div className={styles.presets}>
          {presets.map((preset) => (
            <Button
              key={preset}
              size="xs"
              variant={preset === current ? 'light' : 'subtle'}
              color={preset === current ? undefined : 'gray'}
              onClick={() => {
                const range = presetRange(preset, today)
                onCommit(joinRange(range.from, range.to))
              }}
            >
              {words.presets[preset]}
            </Button>
          ))}
        </div>
        <Suspense fallback={<div className={styles.calendar} role="status" aria-label={words.loading} />}>
          <Calendar from={from} to={to} onChange={(range) => setRange(range)} />
        </Suspense>
      </div>
      {isLong && (
        <p className={styles.fault} role="alert">
          {words.badRange}
        </p>
      )}
    </EditorForm>
  )
}
