import { type KeyboardEvent, useRef, useState } from 'react'
import { addDays } from '../../../core/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { YearDay } from '../contract.ts'
import { text } from '../text.ts'
import styles from './holidays.module.css'
import { dayAt, weekdayOf, weeksOf } from './months.ts'

interface YearGridProps {
  year: number
  today: string
  days: readonly YearDay[]
  payDays: ReadonlySet<string>
  onPick(day: string): void
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
}

/** Twelve months. One day takes the Tab; from it arrows lead to the others, and Enter opens it. */
export function YearGrid({ year, today, days, payDays, onPick }: YearGridProps) {
  const words = useText(text)
  const { language } = useApp()
  const frame = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<string>()
  const set = new Map(days.map((one) => [one.day, one]))
  const inYear = (day: string | undefined) => day?.startsWith(`${year}-`)
  const entry = inYear(reached) ? reached : inYear(today) ? today : `${year}-01-01`

  function move(event: KeyboardEvent) {
    const at = (event.target as HTMLElement).dataset.day
    const by = STEPS[event.key]
    if (!at || !by) return
    event.preventDefault()
    const to = addDays(at, by)
    if (inYear(to)) frame.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  function nameOf(day: string): string {
    const [, month, date] = day.split('-').map(Number)
    const one = set.get(day)
    const plain = words.day(month!, date!, words.weekdayNames[weekdayOf(day)]!)
    const about = one && `${words.kinds[one.kind]} ${language === 'zh-CN' ? one.nameZh : one.nameEn}`
    return [plain, about, payDays.has(day) && words.legend.pay].filter(Boolean).join(' · ')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div ref={frame} className={styles.year} onKeyDown={move}>
      {words.months.map((name, at) => (
        <section key={name} className={`card ${styles.month}`} aria-labelledby={`month-${at}`}>
          <h2 id={`month-${at}`}>{name}</h2>
          <table>
            <thead>
              <tr>
                {words.weekdays.map((letter, weekday) => (
                  <th key={words.weekdayNames[weekday]} scope="col" abbr={words.weekdayNames[weekday]}>
                    {letter}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(year, at + 1).map((week, row) => (
                <tr key={dayAt(year, at + 1, row + 1)}>
                  {week.map((day, weekday) => (
                    <td key={words.weekdayNames[weekday]}>
                      {day && (
                        <button
                          type="button"
                          className={styles.day}
                          data-day={day}
                          data-kind={set.get(day)?.kind}
                          data-weekend={weekday > 4 || undefined}
                          data-today={day === today || undefined}
                          data-pay={payDays.has(day) || undefined}
                          tabIndex={day === entry ? 0 : -1}
                          title={nameOf(day)}
                          aria-label={nameOf(day)}
                          aria-current={day === today ? 'date' : undefined}
                          onFocus={() => setReached(day)}
                          onClick={() => onPick(day)}
                        >
                          {Number(day.slice(8))}
                          {/* Drawn by the style, as the button's name says it in full. */}
                          {set.has(day) && <sup data-mark={words.marks[set.get(day)!.kind]} />}
                        </button>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  )
}
