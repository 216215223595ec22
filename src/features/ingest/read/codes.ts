import type { Language } from '../../../core/text.ts'

/** Why a row is refused, in both languages. */
export const codes = {
  NOT_A_ROW: { 'zh-CN': '须为对象', 'en-US': 'must be an object' },
  UNKNOWN_FIELD: { 'zh-CN': '未知字段', 'en-US': 'is not a field of this row' },
  MISSING: { 'zh-CN': '不能为空', 'en-US': 'is required' },
  NUMBER_ID: {
    'zh-CN': '作品编号须为文本：超过 2^53 的数字在 JSON 中会失去末位',
    'en-US': 'an id must be text: as a JSON number it loses digits beyond 2^53',
  },
  BAD_ID: { 'zh-CN': '不是有效的编号', 'en-US': 'is not an id' },
  NOT_TEXT: { 'zh-CN': '须为文本', 'en-US': 'must be text' },
  TOO_LONG: { 'zh-CN': '过长', 'en-US': 'is too long' },
  BAD_CHOICE: { 'zh-CN': '不在可选值之内', 'en-US': 'is not one of the values known' },
  NOT_WHOLE: { 'zh-CN': '须为整数', 'en-US': 'must be a whole number' },
  NOT_YUAN: {
    'zh-CN': '须为文本形式的元，如 "12.34"，小数位不超过该字段的位数',
    'en-US': 'must be yuan as text, such as "12.34", with no more decimals than the field has',
  },
  REFUND_OVER: { 'zh-CN': '退款不能超过成交额', 'en-US': 'must not be more than gmv' },
  NEGATIVE: { 'zh-CN': '不能小于 0', 'en-US': 'must not be below 0' },
  BAD_DAY: { 'zh-CN': '须为 YYYY-MM-DD 的日期', 'en-US': 'must be a day, YYYY-MM-DD' },
  EARLY_DAY: { 'zh-CN': '早于 2005 年', 'en-US': 'is before 2005' },
  FUTURE_DAY: { 'zh-CN': '晚于今天', 'en-US': 'is after today' },
  BAD_INSTANT: {
    'zh-CN': '须为带时区的时间，如 2026-11-20T09:00:00+08:00',
    'en-US': 'must be an instant with its zone, such as 2026-11-20T09:00:00+08:00',
  },
  NOT_FULL_HOUR: { 'zh-CN': '须为整点', 'en-US': 'must be a full hour' },
  OLD_HOUR: { 'zh-CN': '早于保留的七天', 'en-US': 'is older than the seven days kept' },
  FUTURE_HOUR: { 'zh-CN': '尚未开始', 'en-US': 'has not begun' },
  BAD_URL: { 'zh-CN': '须为 http 或 https 链接', 'en-US': 'must be an http or https address' },
  UNKNOWN_VIDEO: {
    'zh-CN': '没有这个作品，请先经 videos 接口送入',
    'en-US': 'is not a known work; send it to videos first',
  },
  UNKNOWN_PARTNER: { 'zh-CN': '没有这个合作方', 'en-US': 'is not a known partner' },
  BINDING_ORDER: { 'zh-CN': '解绑须晚于绑定', 'en-US': 'must be after bindTime' },
  SUPERSEDED: {
    'zh-CN': '其后的批次已送入同一项，保留后来的内容',
    'en-US': 'was brought by a later batch, which stands',
  },
  BINDING_OVERLAP: {
    'zh-CN': '与该达人的另一段绑定重叠',
    'en-US': 'overlaps another binding of this creator',
  },
} as const satisfies Record<string, Record<Language, string>>
export type Code = keyof typeof codes

/** The first thing wrong with a row. */
export interface Problem {
  index: number
  field: string
  value: string
  code: Code
}

/** Rows of a batch, understood or not. */
export interface ReadRows<Row> {
  rows: (Row & { index: number })[]
  problems: Problem[]
  flagged: Record<string, number>
}
