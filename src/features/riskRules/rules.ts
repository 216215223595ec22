/** A number a rule can be tuned by: its limits, and what it counts. */
export interface Knob {
  min: number
  max: number
  unit: 'plays' | 'times' | 'percent' | 'permille' | 'works' | 'days'
}

/** What each rule can be tuned by; what it looks for stands in sql.ts, its words in text.ts. */
export const RULES = {
  playSpike: {
    minPlays: { min: 100, max: 10_000_000, unit: 'plays' },
    times: { min: 2, max: 100, unit: 'times' },
  },
  likeRatio: {
    minPlays: { min: 100, max: 10_000_000, unit: 'plays' },
    maxPercent: { min: 5, max: 100, unit: 'percent' },
  },
  silentPlays: {
    minPlays: { min: 100, max: 100_000_000, unit: 'plays' },
    minPermille: { min: 1, max: 100, unit: 'permille' },
  },
  finishRate: {
    minPlays: { min: 100, max: 100_000_000, unit: 'plays' },
    minPercent: { min: 1, max: 50, unit: 'percent' },
  },
  rollback: {
    minPlays: { min: 1, max: 10_000_000, unit: 'plays' },
    percent: { min: 1, max: 100, unit: 'percent' },
  },
  forbiddenWords: {},
  duplicateTitles: { works: { min: 2, max: 50, unit: 'works' }, days: { min: 1, max: 30, unit: 'days' } },
  hiddenAfterPlays: { minPlays: { min: 100, max: 100_000_000, unit: 'plays' } },
} as const satisfies Record<string, Record<string, Knob>>
export type RuleCode = keyof typeof RULES

/** The rule that has a list of words instead of numbers. */
export const WORD_RULE = 'forbiddenWords' satisfies RuleCode
export const MAX_WORDS = 100
/** Days a preview looks back. */
export const PREVIEW_DAYS = 30

export type Thresholds = Record<string, number | string[]>

/** The first threshold that is missing, unknown or outside its limits; undefined when all are right. */
export function faultOf(code: RuleCode, thresholds: Thresholds): string | undefined {
  const knobs: Record<string, Knob> = RULES[code]
  if (code === WORD_RULE) {
    const { words, ...rest } = thresholds
    const isList = Array.isArray(words) && words.length > 0 && words.length <= MAX_WORDS
    if (!isList || words.some((word) => word.trim() !== word || word.length < 2 || word.length > 30)) return 'words'
    return Object.keys(rest)[0]
  }
  const unknown = Object.keys(thresholds).find((name) => !knobs[name])
  if (unknown) return unknown
  return Object.entries(knobs).find(([name, { min, max }]) => {
    const value = thresholds[name]
    return typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max
  })?.[0]
}
