import { addDays, dayOf } from '../../core/time.ts'

export const PRESETS = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const
export type Preset = (typeof PRESETS)[number]
export interface DayRange {
  from: string
  to: string
}

const weekStart = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The business days a named range covers, seen from `today`. Weeks start on Monday; running ranges end today. */
export function presetRange(preset: Preset, today: string = dayOf(Date.now())): DayRange {
  const month = `${today.slice(0, 7)}-01`
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'last30':
      return { from: addDays(today, -29), to: today }
    case 'thisWeek':
      return { from: weekStart(today), to: today }
    case 'lastWeek':
      return { from: addDays(weekStart(today), -7), to: addDays(weekStart(today), -1) }
    case 'thisMonth':
      return { from: month, to: today }
    case 'lastMonth': {
      const last = addDays(month, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
  }
}

/** The preset a range is, if any, so that a pill can say 近 7 日 instead of two dates. */
export function presetOf(from: string, to: string, today?: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const range = presetRange(preset, today)
    return range.from === from && range.to === to
  })
}
