import type { Refusal } from '../../core/errors.ts'

/** Why a whole batch is refused. */
export const errors = {
  BATCH_CHANGED: {
    status: 409,
    'zh-CN': '批次 {batchId} 已用于另一份内容；更正请使用新的批次号',
    'en-US': 'Batch {batchId} was sent with another content; send a correction under a new batch id',
  },
  SOURCE_DISABLED: {
    status: 422,
    'zh-CN': '数据源 {source} 已停用',
    'en-US': 'The source {source} is switched off',
  },
  DAY_NEEDED: {
    status: 400,
    'zh-CN': '标记完整时须给出 statDate',
    'en-US': 'A complete batch must name its statDate',
  },
  BAD_DAY: {
    status: 400,
    'zh-CN': 'statDate 须为 2005 年以来且不晚于今天的日期',
    'en-US': 'statDate must be a day from 2005 on and not after today',
  },
} as const satisfies Record<string, Refusal>
