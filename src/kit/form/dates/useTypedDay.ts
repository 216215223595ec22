import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dayOf } from '../../../core/time.ts'
import { parseDay } from './dayText.ts'

/**
 * A day as it is typed: what the input shows, whether it can be read, and what the input listens to. `onChange` gets a
 * whole day, or nothing while there is none; a text that cannot be read stays, and keeps its form from being sent.
 */
export function useTypedDay(value: string, onChange: (day: string) => void) {
  const [today] = useState(() => dayOf(Date.now()))
  /** Null where the input shows its day. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isUnread = !!typed?.trim() && parseDay(typed, today) === undefined
  useEffect(() => {
    const form = field.current?.form
    if (!form || !isUnread) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setLeft(true)
      field.current?.focus()
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [isUnread])
  const settle = () => {
    setLeft(true)
    if (!isUnread) setTyped(null)
  }
  return {
    today,
    field,
    /** To be told: not while it is still being typed. */
    isWrong: isUnread && isLeft,
    forget: () => setTyped(null),
    input: {
      value: typed ?? value,
      autoComplete: 'off',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        setTyped(currentTarget.value)
        setLeft(false)
        onChange(parseDay(currentTarget.value, today) ?? '')
      },
      onBlur: settle,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle()
      },
    },
  }
}
