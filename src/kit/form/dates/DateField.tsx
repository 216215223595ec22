import { ActionIcon, Button, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../hooks/app.ts'
import styles from './dates.module.css'
import { dateText } from './text.ts'
import { useTypedDay } from './useTypedDay.ts'

// Most days are typed.
const Month = lazy(() => import('./Month.tsx'))

export interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  min?: string
  max?: string
  /** Gets a whole day, or empty while what stands in the field is none. */
  onChange(day: string): void
  /** Beside the month: ways to choose more than this day. */
  aside?: (close: () => void) => ReactNode
}

/**
 * A business day, typed as people write it or chosen from a month. What cannot be read stays in the field, is told there,
 * and keeps its form from being sent.
 */
export function DateField({ value, min, max, onChange, aside, error, ...input }: DateFieldProps) {
  const words = useText(dateText)
  const { today, field, isWrong, forget, input: typing } = useTypedDay(value, onChange)
  const [isOpen, setOpen] = useState(false)
  const name = typeof input.label === 'string' ? input.label : (input['aria-label'] ?? '')

  const early = !!value && !!min && value < min && words.early(min)
  const late = !!value && !!max && value > max && words.late(max)
  const fault = (isWrong && words.wrong) || early || late
  const take = (day: string) => {
    forget()
    setOpen(false)
    onChange(day)
  }
  const close = () => setOpen(false)
  return (
    <Popover
      withRoles={false}
      opened={isOpen}
      onChange={setOpen}
      closeOnEscape={false}
      trapFocus
      returnFocus
      position="bottom-end"
      offset={4}
    >
      <Popover.Target>
        <TextInput
          {...input}
          ref={field}
          placeholder={input.placeholder ?? 'YYYY-MM-DD'}
          {...typing}
          error={error || fault || undefined}
          onKeyDown={(event) => {
            typing.onKeyDown(event)
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            setOpen(true)
          }}
          rightSection={
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              disabled={!!input.disabled}
              aria-label={words.choose(name)}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          }
          rightSectionPointerEvents="all"
        />
      </Popover.Target>
      <Popover.Dropdown
        p={12}
        role="dialog"
        aria-modal
        aria-label={words.calendar(name)}
        // A dialog around hears Escape before this one does, and asks its target whether it is meant.
        onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
      >
        <div className={styles.body}>
          {aside?.(close)}
          <div>
            <Suspense fallback={<div className={styles.waiting} />}>
              <Month value={value} today={today} {...(min && { min })} {...(max && { max })} onChoose={take} />
            </Suspense>
            <p className={styles.keys}>{words.keys}</p>
            <div className={styles.foot}>
              <Button
                size="compact-sm"
                variant="subtle"
                disabled={(!!min && today < min) || (!!max && today > max)}
                onClick={() => take(today)}
              >
                {words.today}
              </Button>
              {value && !input.withAsterisk && (
                <Button size="compact-sm" variant="subtle" color="gray" onClick={() => take('')}>
                  {words.clear}
                </Button>
              )}
            </div>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
