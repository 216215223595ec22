import { ROLES } from './access.ts'
import { faultOfMenu, type MenuNode } from './menuTree.ts'
import type { Language } from './text.ts'

/**
 * What an administrator may set while the house runs (domain page S23): each with its shape, its limits and what stands
 * until somebody sets it. Values live in the database, version by version; nobody keeps a copy, so a change counts from the
 * next request on, in every process.
 */
export const SETTING_GROUPS = ['house', 'session', 'exports', 'rank', 'risk', 'settlement', 'switches', 'menu'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export type Words = Record<Language, string>
export interface Slogan {
  title: Words
  body: Words
}

interface Numbers<F extends string> {
  kind: 'numbers'
  group: SettingGroup
  fields: Record<F, { min: number; max: number; default: number }>
}
interface Flags {
  kind: 'flags'
  group: SettingGroup
  fields: readonly string[]
}
const numbers = <const F extends string>(
  group: SettingGroup,
  fields: Record<F, readonly [standard: number, min: number, max: number]>,
): Numbers<F> => ({
  kind: 'numbers',
  group,
  fields: Object.fromEntries(
    Object.entries<readonly [number, number, number]>(fields).map(([name, [standard, min, max]]) => [
      name,
      { default: standard, min, max },
    ]),
  ) as Numbers<F>['fields'],
})

export const SETTINGS = {
  /** The product's name: navbar, login, window titles. */
  'house.name': { kind: 'words', group: 'house', max: 20 },
  /** One or two characters in place of the drawn mark; empty keeps the drawing. */
  'house.mark': { kind: 'text', group: 'house', max: 2 },
  'house.footer': { kind: 'words', group: 'house', max: 80 },
  /** The three slogans of the login page; without a title the built-in one stands. */
  'house.slogans': { kind: 'slogans', group: 'house', max: 3 },
  /** How long a session may stay unused, and how long it lasts at all; the second pair for "remember". */
  'session.timeouts': numbers('session', {
    idleMinutes: [120, 5, 1_440],
    absoluteHours: [12, 1, 72],
    rememberedIdleDays: [7, 1, 30],
    rememberedAbsoluteDays: [30, 1, 90],
  }),
  /** Roles whose sign-in asks for a second factor: who has none sets one up before anything else (decision 0125). */
  'session.secondFactor': { kind: 'flags', group: 'session', fields: ROLES },
  /** Export jobs at once and rows a day of one account, and exports a day of one partner. */
  'exports.quotas': numbers('exports', {
    openEach: [3, 1, 50],
    partnerDaily: [20, 1, 1_000],
    rowsDaily: [50_000_000, 10_000, 500_000_000],
  }),
  /** The heat of today's board; a change is a new version of the formula. Hundredths, as boards print them. */
  'rank.weights': numbers('rank', {
    play: [25, 0, 1_000],
    like: [40, 0, 1_000],
    comment: [40, 0, 1_000],
    favorite: [30, 0, 1_000],
    share: [60, 0, 1_000],
    danmaku: [40, 0, 1_000],
    boostPercent: [150, 100, 500],
    boostHours: [24, 0, 168],
    perCreator: [3, 1, 100],
    perPartner: [20, 1, 500],
  }),
  /** Minutes a new case of each level may wait. */
  'risk.slaMinutes': numbers('risk', {
    p0: [30, 5, 10_080],
    p1: [240, 5, 10_080],
    p2: [1_440, 5, 20_160],
    p3: [4_320, 5, 43_200],
  }),
  /** How long a new payout account waits before anything is paid to it. */
  'settlement.accounts': numbers('settlement', { coolDownHours: [72, 0, 720] }),
  /** Longer sessions for who ticks "remember". */
  'switch.remember': { kind: 'switch', group: 'switches' },
  /** Machines may come in with API tokens. */
  'switch.tokens': { kind: 'switch', group: 'switches' },
  /** Files may be uploaded for import. */
  'switch.imports': { kind: 'switch', group: 'switches' },
  /** Export jobs may be ordered. */
  'switch.exports': { kind: 'switch', group: 'switches' },
  /** Order, names, icons, visibility and links of the server's menu; null is the built-in one. */
  'menu.tree': { kind: 'menu', group: 'menu' },
} as const satisfies Record<string, Setting>

export type Setting =
  | { kind: 'words' | 'text' | 'slogans'; group: SettingGroup; max: number }
  | { kind: 'switch' | 'menu'; group: SettingGroup }
  | Flags
  | Numbers<string>
export type SettingKey = keyof typeof SETTINGS
export type Switch = Extract<SettingKey, `switch.${string}`>
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

type ValueOf<S> = S extends { kind: 'words' }
  ? Words
  : S extends { kind: 'text' }
    ? string
    : S extends { kind: 'slogans' }
      ? Slogan[]
      : S extends { kind: 'switch' }
        ? boolean
        : S extends { kind: 'menu' }
          ? MenuNode[] | null
          : S extends { kind: 'flags'; fields: readonly (infer F extends string)[] }
            ? Record<F, boolean>
            : S extends { fields: Record<infer F extends string, unknown> }
              ? Record<F, number>
              : never
export type SettingValue<K extends SettingKey> = ValueOf<(typeof SETTINGS)[K]>

/** The settings a page needs before anybody has signed in. */
export const PUBLIC_SETTINGS = ['house.name', 'house.mark', 'house.footer', 'house.slogans'] as const
/** They travel inside the page itself, so that no name flashes and no request is added. */
export type House = { [K in (typeof PUBLIC_SETTINGS)[number]]?: SettingValue<K> }

/** What stands while nobody has set it. */
export function defaultOf<K extends SettingKey>(key: K): SettingValue<K> {
  const setting: Setting = SETTINGS[key]
  switch (setting.kind) {
    case 'words':
      return { 'zh-CN': '', 'en-US': '' } as SettingValue<K>
    case 'text':
      return '' as SettingValue<K>
    case 'slogans':
      return [] as unknown as SettingValue<K>
    case 'switch':
      return true as SettingValue<K>
    case 'menu':
      return null as SettingValue<K>
    case 'flags':
      return Object.fromEntries(setting.fields.map((name) => [name, false])) as SettingValue<K>
    case 'numbers':
      return Object.fromEntries(
        Object.entries(setting.fields).map(([name, field]) => [name, field.default]),
      ) as SettingValue<K>
  }
}

/** What is wrong with a value, and where in it; `at` is a field of it, or empty. */
export interface Fault {
  at: string
  rule: 'shape' | 'length' | 'range' | 'bothLanguages' | 'idleOverAbsolute' | 'allZero' | 'order' | 'menu'
  min?: number
  max?: number
}

/** The first thing wrong with a value somebody wants to set; null when it may stand. */
export function faultOf(key: SettingKey, value: unknown): Fault | null {
  const setting: Setting = SETTINGS[key]
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : SHAPE
    case 'text':
      return typeof value === 'string' ? faultOfText(value, setting.max, '') : SHAPE
    case 'words':
      return faultOfWords(value, setting.max, '')
    case 'slogans':
      return faultOfSlogans(value, setting.max)
    case 'menu':
      return value === null || !faultOfMenu(value) ? null : { at: faultOfMenu(value)!, rule: 'menu' }
    case 'flags':
      return faultOfFlags(value, setting)
    case 'numbers':
      return faultOfNumbers(value, setting) ?? faultOfSum(key, value as Record<string, number>)
  }
}

const SHAPE: Fault = { at: '', rule: 'shape' }
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: Record<string, unknown>, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))

function faultOfText(text: string, max: number, at: string): Fault | null {
  return [...text].length > max || /\p{Cc}/u.test(text) ? { at, rule: 'length', max } : null
}

/** Both languages or neither: half a name would leave one of them with the other's words. */
function faultOfWords(value: unknown, max: number, at: string): Fault | null {
  if (!isObject(value) || !hasOnly(value, ['zh-CN', 'en-US'])) return SHAPE
  const [zh, en] = [value['zh-CN'], value['en-US']]
  if (typeof zh !== 'string' || typeof en !== 'string') return SHAPE
  const dot = at ? `${at}.` : ''
  if (!zh.trim() !== !en.trim()) return { at: `${dot}${zh.trim() ? 'en-US' : 'zh-CN'}`, rule: 'bothLanguages' }
  return faultOfText(zh, max, `${dot}zh-CN`) ?? faultOfText(en, max, `${dot}en-US`)
}

export const SLOGAN_TITLE = 48
export const SLOGAN_BODY = 160

function faultOfSlogans(value: unknown, max: number): Fault | null {
  if (!Array.isArray(value) || value.length > max) return SHAPE
  for (const [at, slogan] of value.entries()) {
    if (!isObject(slogan) || !hasOnly(slogan, ['title', 'body'])) return SHAPE
    const fault =
      faultOfWords(slogan.title, SLOGAN_TITLE, `${at}.title`) ?? faultOfWords(slogan.body, SLOGAN_BODY, `${at}.body`)
    if (fault) return fault
  }
  return null
}

function faultOfNumbers(value: unknown, { fields }: Numbers<string>): Fault | null {
  if (!isObject(value) || !hasOnly(value, Object.keys(fields))) return SHAPE
  for (const [at, { min, max }] of Object.entries(fields)) {
    const number = value[at]
    if (!Number.isSafeInteger(number) || (number as number) < min || (number as number) > max)
      return { at, rule: 'range', min, max }
  }
  return null
}

function faultOfFlags(value: unknown, { fields }: Flags): Fault | null {
  if (!isObject(value) || !hasOnly(value, fields)) return SHAPE
  return fields.every((name) => typeof value[name] === 'boolean') ? null : SHAPE
}

const HOUR_MINUTES = 60

/** What no single number shows. */
function faultOfSum(key: SettingKey, value: Record<string, number>): Fault | null {
  if (key === 'session.timeouts') {
    if (value.idleMinutes! > value.absoluteHours! * HOUR_MINUTES) return { at: 'idleMinutes', rule: 'idleOverAbsolute' }
    if (value.rememberedIdleDays! > value.rememberedAbsoluteDays!)
      return { at: 'rememberedIdleDays', rule: 'idleOverAbsolute' }
  }
  if (key === 'rank.weights') {
    const weights = ['play', 'like', 'comment', 'favorite', 'share', 'danmaku']
    if (weights.every((name) => value[name] === 0)) return { at: 'play', rule: 'allZero' }
  }
  if (key === 'risk.slaMinutes') {
    const levels = ['p0', 'p1', 'p2', 'p3']
    const at = levels.findIndex((level, index) => index > 0 && value[level]! < value[levels[index - 1]!]!)
    if (at > 0) return { at: levels[at]!, rule: 'order' }
  }
  return null
}
