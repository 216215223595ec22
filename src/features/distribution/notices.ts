import type { Notice } from '../../core/notice.ts'
import { clockOf } from '../../core/time.ts'
import { text } from './text.ts'

const PAGE = '/dashboard/distribute_videos'
const ZH = text['zh-CN'].notices
const EN = text['en-US'].notices

/** The todo of a supplier about a batch ends with its last answer. */
export const todoOf = (batchId: string, supplierId: string): string => `${batchId}-${supplierId}`

/** To the one row a message is about, or to the list it is about. */
const linkTo = (rows: readonly Told[], filter = '') =>
  rows.length === 1 ? `${PAGE}?open=${rows[0]!.distId}` : PAGE + filter

interface Told {
  distId: string
  supplierId: string
  title: string
}

/** One message a supplier about its rows that are taken back; the title is named where it is one. */
export function recallNotices(rows: readonly Told[], dueAt: Date): Notice[] {
  return perSupplier(rows, (mine) => ({
    type: 'notice',
    messageType: 3,
    link: linkTo(mine, '?status=recalling,recall_overdue'),
    words: {
      'zh-CN': { title: ZH.recall, content: ZH.recallContent(mine[0]!.title, mine.length, clockOf(dueAt)) },
      'en-US': { title: EN.recall, content: EN.recallContent(mine[0]!.title, mine.length, clockOf(dueAt)) },
    },
  }))
}

export function restoreNotices(rows: readonly Told[]): Notice[] {
  return perSupplier(rows, (mine) => ({
    type: 'notice',
    link: linkTo(mine),
    words: {
      'zh-CN': { title: ZH.restore, content: ZH.restoreContent(mine[0]!.title, mine.length) },
      'en-US': { title: EN.restore, content: EN.restoreContent(mine[0]!.title, mine.length) },
    },
  }))
}

export function checkNotice(row: Told, isPassed: boolean, note: string | null): Notice {
  return {
    to: { supplierId: row.supplierId },
    type: 'notice',
    bizType: 'distribution',
    bizId: row.distId,
    link: `${PAGE}?open=${row.distId}`,
    words: {
      'zh-CN': isPassed
        ? { title: ZH.passed, content: ZH.passedContent(row.title) }
        : { title: ZH.failed, content: ZH.failedContent(row.title, note ?? '') },
      'en-US': isPassed
        ? { title: EN.passed, content: EN.passedContent(row.title) }
        : { title: EN.failed, content: EN.failedContent(row.title, note ?? '') },
    },
  }
}

export function overdueNotices(rows: readonly Told[]): Notice[] {
  if (rows.length === 0) return []
  return [
    {
      to: { roles: ['admin'] },
      type: 'notice',
      bizType: 'distribution',
      link: `${PAGE}?status=recall_overdue`,
      dedupKey: 'distribution-overdue',
      words: {
        'zh-CN': { title: ZH.overdue, content: ZH.overdueContent(rows.length) },
        'en-US': { title: EN.overdue, content: EN.overdueContent(rows.length) },
      },
    },
  ]
}

function perSupplier(rows: readonly Told[], of: (mine: readonly Told[]) => Omit<Notice, 'to' | 'bizType'>): Notice[] {
  return [...new Set(rows.map(({ supplierId }) => supplierId))].map((supplierId) => {
    const mine = rows.filter((row) => row.supplierId === supplierId)
    return { to: { supplierId }, bizType: 'distribution', bizId: mine[0]!.distId, ...of(mine) }
  })
}
