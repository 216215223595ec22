import type { Column } from '../../core/columns.ts'
import { Sparkline } from '../chart/Sparkline.tsx'
import { decimal } from '../format/csv.ts'
import { exactCount, MISSING, money, rate, shortCount, signed } from '../format/number.ts'
import { fullTime, shortDay, shortTime, span } from '../format/time.ts'
import { useApp, useText } from '../hooks/app.ts'
import { Status } from './Status.tsx'
import { listText } from './text.ts'
import type { Tone } from './types.ts'

interface DefaultCellProps {
  column: Column
  value: unknown
  /** Words of a choice. */
  choices?: Record<string, string>
  tones?: Record<string, Tone>
}

/** A value as its column's kind is shown; the exact value is in the tooltip where the cell shows a short form. */
export function DefaultCell({ column, value, choices, tones }: DefaultCellProps) {
  const { language } = useApp()
  const words = useText(listText)
  if (value === null || value === undefined) return <span className="flat">{MISSING}</span>
  const number = value as number
  const text = String(value)
  switch (column.kind) {
    case 'count':
      return <span title={exactCount(number)}>{shortCount(number, language)}</span>
    case 'delta':
      return number === 0 ? (
        <span className="flat">{words.flat}</span>
      ) : (
        <span className={number > 0 ? 'up' : 'down'}>{signed(number)}</span>
      )
    case 'rate':
      return rate(number)
    case 'money':
      return money(number)
    case 'micro':
      return decimal(number, 6, 2)
    case 'span':
      return span(number)
    case 'trend':
      return <Sparkline values={value as (number | null)[]} width={64} height={22} />
    case 'flag':
      return value ? words.yes : words.no
    case 'day':
      return shortDay(text, language, thisYear())
    case 'time':
      return <time title={`${fullTime(text)} UTC+8`}>{shortTime(text, language, thisYear())}</time>
    case 'choice':
      return tones ? <Status tone={tones[text] ?? 'grey'}>{choices?.[text] ?? text}</Status> : (choices?.[text] ?? text)
    default:
      return <span title={text}>{text}</span>
  }
}

const thisYear = (): string => String(new Date().getFullYear())
