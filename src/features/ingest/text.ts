import { defineText } from '../../core/text.ts'
import type { Kind } from './contract.ts'

const zhKinds: Record<Kind, string> = {
  videos: '作品',
  metrics: '日数据',
  'hourly-metrics': '小时数据',
  bindings: '归属',
  bills: '账单',
}
const enKinds: Record<Kind, string> = {
  videos: 'Videos',
  metrics: 'Daily',
  'hourly-metrics': 'Hourly',
  bindings: 'Owners',
  bills: 'Bills',
}

export const text = defineText(
  {
    title: '有拒收的批次',
    table: '批次与拒收行数',
    action: '操作',
    note: (days: number) => `被拒收的行保留 ${days} 天，可重跑`,
    none: '没有被拒收的行',
    batch: '批次',
    received: '接收时间',
    rows: '行数',
    accepted: '接收',
    refused: '拒收',
    kept: '可重跑',
    rerunAs: (id: string) => `已重跑为 #${id}`,
    rerunOf: (id: string) => `重跑自 #${id}`,
    rerun: '重跑',
    askTitle: (batch: string) => `重跑批次 ${batch}？`,
    askBody: (n: number) => `保留的 ${n} 行将作为新批次再处理一次；其后已由别的批次送入的内容保持不变。`,
    done: (accepted: number, refused: number) =>
      refused > 0 ? `已重跑：接收 ${accepted} 行，仍拒收 ${refused} 行` : `已重跑：${accepted} 行全部接收`,
    nothing: '已无可重跑的行',
    kinds: zhKinds,
  },
  {
    title: 'Batches with refusals',
    table: 'Batches and their refused rows',
    action: 'Action',
    note: (days) => `refused rows are kept ${days} days and can be run again`,
    none: 'No row was refused',
    batch: 'Batch',
    received: 'Received',
    rows: 'Rows',
    accepted: 'Taken',
    refused: 'Refused',
    kept: 'Kept',
    rerunAs: (id) => `run again as #${id}`,
    rerunOf: (id) => `run again from #${id}`,
    rerun: 'Run again',
    askTitle: (batch) => `Run batch ${batch} again?`,
    askBody: (n) =>
      `${n === 1 ? 'The row that was kept is' : `The ${n} rows that were kept are`} processed once more as a new batch. What other batches have brought since stays as it is.`,
    done: (accepted, refused) =>
      refused > 0 ? `Run again: ${accepted} taken, ${refused} still refused` : `Run again: all ${accepted} taken`,
    nothing: 'Nothing left to run again',
    kinds: enKinds,
  },
)
