import type { BulkReport, Target } from '../../../core/bulk.ts'
import type { ListRow } from '../../../core/contract.ts'
import type { recommendList } from '../contract.ts'

export type ItemRow = ListRow<typeof recommendList>

/** The one dialog that is open. */
export type Dialog =
  | { kind: 'create' }
  | { kind: 'edit'; id: string }
  | { kind: 'claim'; id: string; title: string; platform: string | null }
  | { kind: 'submit'; claimId: string; version: number }
  | { kind: 'reject'; claimId: string; version: number }
  | { kind: 'shift' | 'audience'; target: Target; count: number; onDone(): void }
  | { kind: 'report'; report: BulkReport }
  | { kind: 'suggestions' }
