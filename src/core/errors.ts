import type { Language } from './text.ts'

/** One refusal the product can give: HTTP status and words. `{name}` in the words is filled from the parameters. */
export interface Refusal {
  status: number
  'zh-CN': string
  'en-US': string
}

/** A refusal on its way out: the edge turns it into the envelope with `data.reason`, `data.field` and `msg`. */
export class AppError extends Error {
  readonly reason: string
  readonly refusal: Refusal
  readonly details: Details
  constructor(reason: string, refusal: Refusal, details: Details = {}) {
    super(reason)
    this.reason = reason
    this.refusal = refusal
    this.details = details
  }
  get status(): number {
    return this.refusal.status
  }
  explain(language: Language): string {
    return this.refusal[language].replace(/\{(\w+)\}/g, (_, name) => {
      const value = this.details.params?.[name] ?? ''
      return String(typeof value === 'object' ? value[language] : value)
    })
  }
}

/** A part of a message that itself has words. */
export type Words = Record<Language, string>

export interface Details {
  /** The input's name, so that a form can show the message where it belongs. */
  field?: string
  params?: Record<string, string | number | Words>
  /** More that the client may need, e.g. the current row of a stale edit. */
  data?: Record<string, unknown>
}

/** Builds the refusal `reason` of a catalogue, to be thrown: `throw refuse(errors, 'NOT_FOUND')`. */
export function refuse<C extends Record<string, Refusal>>(
  catalogue: C,
  reason: keyof C & string,
  details?: Details,
): AppError {
  return new AppError(reason, catalogue[reason]!, details)
}

/** What any endpoint may answer. A feature's own refusals stand in its text.ts. */
export const errors = {
  BAD_JSON: { status: 400, 'zh-CN': '请求内容不是有效的 JSON', 'en-US': 'The request is not valid JSON' },
  INVALID: { status: 400, 'zh-CN': '{field}：{rule}', 'en-US': '{field}: {rule}' },
  UNKNOWN_FIELD: {
    status: 400,
    'zh-CN': '未知字段 {field}，可用：{allowed}',
    'en-US': 'Unknown field {field}; allowed: {allowed}',
  },
  UNKNOWN_FILTER: {
    status: 400,
    'zh-CN': '未知筛选项 {field}，可用：{allowed}',
    'en-US': 'Unknown filter {field}; allowed: {allowed}',
  },
  UNKNOWN_SORT: {
    status: 400,
    'zh-CN': '不能按 {field} 排序，可用：{allowed}',
    'en-US': 'Cannot sort by {field}; allowed: {allowed}',
  },
  SORTS: {
    status: 400,
    'zh-CN': '最多按 {limit} 列排序，每列一次',
    'en-US': 'Sort by at most {limit} columns, each once',
  },
  BAD_FILTER: {
    status: 400,
    'zh-CN': '筛选项 {field} 的值无效：{rule}',
    'en-US': 'Filter {field} is not valid: {rule}',
  },
  PAGE_SIZE: { status: 400, 'zh-CN': '每页条数须在 1–200 之间', 'en-US': 'Page size must be between 1 and 200' },
  PAGE: { status: 400, 'zh-CN': '页码须为不小于 1 的整数', 'en-US': 'The page must be a whole number from 1' },
  PAGE_TOO_DEEP: {
    status: 400,
    'zh-CN': '只能翻到前 {limit} 条，请用 cursor 继续或缩小筛选范围',
    'en-US': 'Only the first {limit} rows can be paged by number; continue by cursor or narrow the filters',
  },
  BAD_CURSOR: {
    status: 400,
    'zh-CN': '翻页标记已失效，请从第一页开始',
    'en-US': 'The page cursor is not valid; start from the first page',
  },
  UNAUTHENTICATED: {
    status: 401,
    'zh-CN': '未登录或登录已失效',
    'en-US': 'You are not signed in, or your session has ended',
  },
  FORBIDDEN: { status: 403, 'zh-CN': '你没有进行此操作的权限', 'en-US': 'You may not do this' },
  FACTOR_NEEDED: {
    status: 403,
    'zh-CN': '你的角色须开启两步验证，请刷新页面完成设置',
    'en-US': 'Your role needs two-step verification: reload the page to set it up',
  },
  SWITCHED_OFF: {
    status: 403,
    'zh-CN': '管理员已关闭此功能',
    'en-US': 'An administrator has switched this off',
  },
  SCOPE_MISSING: {
    status: 403,
    'zh-CN': '令牌没有 {scope} 权限',
    'en-US': 'The token does not have the scope {scope}',
  },
  NOT_FOUND: { status: 404, 'zh-CN': '内容不存在', 'en-US': 'Not found' },
  STALE: {
    status: 409,
    'zh-CN': '数据已被修改，请核对后重试',
    'en-US': 'This was changed meanwhile; check it and try again',
  },
  IN_PROGRESS: { status: 409, 'zh-CN': '相同的请求正在处理', 'en-US': 'The same request is still being processed' },
  KEY_REUSED: {
    status: 422,
    'zh-CN': 'Idempotency-Key 已用于另一请求',
    'en-US': 'The Idempotency-Key was used for another request',
  },
  INFECTED: {
    status: 422,
    'zh-CN': '文件含有恶意内容，未被接收',
    'en-US': 'The file holds harmful content and was not taken',
  },
  TOO_LARGE: { status: 413, 'zh-CN': '内容过大，上限 {limit}', 'en-US': 'Too large; the limit is {limit}' },
  EXPORT_TOO_LARGE: {
    status: 422,
    'zh-CN': '筛选结果超过 {limit} 行，请缩小范围后导出',
    'en-US': 'More than {limit} rows match; narrow the filters to export',
  },
  UNSUPPORTED_TYPE: { status: 415, 'zh-CN': '不支持的内容类型', 'en-US': 'Unsupported content type' },
  TOO_MANY: { status: 429, 'zh-CN': '操作过于频繁，请稍后再试', 'en-US': 'Too many requests; try again later' },
  TOO_MANY_AT_ONCE: {
    status: 429,
    'zh-CN': '你同时发出的请求过多，请等它们完成后再试',
    'en-US': 'Too many of your requests run at once; wait for them and try again',
  },
  INTERNAL: {
    status: 500,
    'zh-CN': '服务器出了点问题，请稍后重试',
    'en-US': 'Something went wrong on our side; please try again',
  },
  STORAGE_FULL: {
    status: 507,
    'zh-CN': '服务器的存储空间已满，内容没有写入，请联系管理员',
    'en-US': 'The server has no space left and nothing was written; please tell an administrator',
  },
  UNAVAILABLE: {
    status: 503,
    'zh-CN': '服务暂时不可用，请稍后重试',
    'en-US': 'The service is not available right now; please try again',
  },
} as const satisfies Record<string, Refusal>
