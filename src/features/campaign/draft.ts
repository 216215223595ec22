import { fenOf } from '../../core/money.ts'
import { addDays, isDay } from '../../core/time.ts'
import { PLATFORMS, type Platform } from '../../core/works.ts'
import type { Mode, PRICE_MODELS, REGIONS, Terms } from './contract.ts'

export type SourceKind = 'filter' | 'collection' | 'ids'

/** What a person has typed so far, as they typed it. */
export interface Draft {
  source: SourceKind
  filter: {
    platform: string[]
    categoryId: string | null
    partnerId: string | null
    contentType: string | null
    publishedFrom: string
    publishedTo: string
    minPlays: string
  }
  collectionId: string | null
  pasted: string
  name: string
  mode: Mode
  supplierIds: string[]
  platforms: Platform[]
  region: (typeof REGIONS)[number]
  rightsFrom: string
  rightsTo: string
  deadline: string
  allowEdit: boolean
  tags: string
  forbidden: string
  priceModel: (typeof PRICE_MODELS)[number]
  unitPrice: string
  share: string
  cap: string
}

export const emptyDraft = (today: string, name: string): Draft => ({
  source: 'filter',
  filter: {
    platform: [],
    categoryId: null,
    partnerId: null,
    contentType: null,
    publishedFrom: '',
    publishedTo: '',
    minPlays: '',
  },
  collectionId: null,
  pasted: '',
  name,
  mode: 'split',
  supplierIds: [],
  platforms: PLATFORMS.filter((platform) => platform !== 'other'),
  region: 'cn',
  rightsFrom: today,
  rightsTo: addDays(today, 180),
  deadline: addDays(today, 7),
  allowEdit: true,
  tags: '',
  forbidden: '',
  priceModel: 'none',
  unitPrice: '',
  share: '',
  cap: '',
})

/** The data list's query for the filter of the first step. */
export function queryOf({ filter }: Draft): string {
  const { platform, categoryId, partnerId, contentType, publishedFrom, publishedTo, minPlays } = filter
  const query = new URLSearchParams()
  if (platform.length) query.set('platform', platform.join(','))
  if (categoryId) query.set('categoryId', categoryId)
  if (partnerId) query.set('partnerId', partnerId)
  if (contentType) query.set('contentType', contentType)
  if (publishedFrom || publishedTo) query.set('publishedAt', `${publishedFrom}..${publishedTo}`)
  if (/^[1-9]\d{0,11}$/.test(minPlays)) query.set('playCount', `${minPlays}..`)
  return query.toString()
}

/** Pasted lines, without the empty ones and without repetition. */
export const linesOf = (pasted: string): string[] => [
  ...new Set(
    pasted
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const wordsOf = (typed: string): string[] => [...new Set(typed.split(/[\s,，、;；]+/).filter(Boolean))]

/** "12.3456" with at most four decimals as units of 1/10000; undefined when it is no such number above 0. */
export function fourDecimals(typed: string): number | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,4}))?$/.exec(typed.trim())
  if (!match) return undefined
  const value = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))
  return value > 0 ? value : undefined
}

type Field =
  | 'name'
  | 'supplierIds'
  | 'platforms'
  | 'rightsTo'
  | 'deadline'
  | 'unitPrice'
  | 'share'
  | 'cap'
  | 'tags'
  | 'forbidden'
export type Faults = Partial<Record<Field, string>>

interface FaultWords {
  nameRequired: string
  suppliersRequired: string
  platformsRequired: string
  rightsRequired: string
  deadlineRequired: string
  unitRequired: string
  shareRequired: string
  capRequired: string
  wordsLimit: string
}

/** What is wrong with the terms, by field. */
export function faultsOf(draft: Draft, today: string, words: FaultWords): Faults {
  const faults: Faults = {}
  const { name, rightsFrom, rightsTo, deadline, priceModel } = draft
  if (![...name.trim()].length || [...name.trim()].length > 40) faults.name = words.nameRequired
  if (!draft.supplierIds.length) faults.supplierIds = words.suppliersRequired
  if (!draft.platforms.length) faults.platforms = words.platformsRequired
  if (!isDay(rightsFrom) || !isDay(rightsTo) || rightsTo < rightsFrom || rightsTo < today)
    faults.rightsTo = words.rightsRequired
  if (!isDay(deadline) || deadline < today || deadline < rightsFrom || deadline > rightsTo)
    faults.deadline = words.deadlineRequired
  const needsUnit = priceModel === 'per_post' || priceModel === 'cpm'
  if (needsUnit && fourDecimals(draft.unitPrice) === undefined) faults.unitPrice = words.unitRequired
  const share = fourDecimals(draft.share)
  if (priceModel === 'share' && (share === undefined || share > 1_000_000)) faults.share = words.shareRequired
  if (needsUnit && draft.cap.trim() && !((fenOf(draft.cap) ?? 0) > 0)) faults.cap = words.capRequired
  const isTooMuch = (typed: string) =>
    wordsOf(typed).length > 20 || wordsOf(typed).some((word) => [...word].length > 30)
  if (isTooMuch(draft.tags)) faults.tags = words.wordsLimit
  if (isTooMuch(draft.forbidden)) faults.forbidden = words.wordsLimit
  return faults
}

/** The terms of a draft without faults. */
export function termsOf(draft: Draft): Terms {
  const needsUnit = draft.priceModel === 'per_post' || draft.priceModel === 'cpm'
  return {
    name: draft.name.trim(),
    mode: draft.mode,
    supplierIds: draft.supplierIds,
    platforms: draft.platforms,
    region: draft.region,
    rightsFrom: draft.rightsFrom,
    rightsTo: draft.rightsTo,
    allowEdit: draft.allowEdit,
    requiredTags: wordsOf(draft.tags),
    forbiddenWords: wordsOf(draft.forbidden),
    priceModel: draft.priceModel,
    unitPriceE4: needsUnit ? fourDecimals(draft.unitPrice)! : null,
    // 30 % is 300,000 parts per million: four decimals of a percent are exactly those parts.
    sharePpm: draft.priceModel === 'share' ? fourDecimals(draft.share)! : null,
    capFen: needsUnit && draft.cap.trim() ? fenOf(draft.cap)! : null,
    deadline: draft.deadline,
  }
}
