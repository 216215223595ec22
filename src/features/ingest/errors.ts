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
  NOTHING_KEPT: {
    status: 422,
    'zh-CN': '没有可重跑的行：该批次没有被拒收的行，或已超过 {days} 天的保留期',
    'en-US': 'There is nothing to run again: no row was refused, or the {days} days they are kept are over',
  },
  ALREADY_RERUN: {
    status: 409,
    'zh-CN': '该批次已重跑；仍被拒收的行保留在新批次 {batchId} 中',
    'en-US': 'This batch was run again already; what is still refused is kept with batch {batchId}',
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
