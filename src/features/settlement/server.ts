import type { Feature } from '../../core/verb.ts'
import { lists as accrualLists, verbs as accruals } from './server/accruals.ts'
import { adjustmentLists, adjustmentVerbs } from './server/adjustments.ts'
import { billVerbs } from './server/bill.ts'
import { jobs } from './server/build.ts'
import { statementJobs } from './server/clock.ts'
import { disputeVerbs } from './server/disputes.ts'
import { fileVerbs } from './server/files.ts'
import { moveVerbs } from './server/moves.ts'
import { payoutLists, payoutVerbs } from './server/payouts.ts'
import { verbs as plans } from './server/plans.ts'
import { reconcileLists, reconcileVerbs } from './server/reconcile.ts'
import { statementLists, statementReads } from './server/statements.ts'

export const settlement: Feature = {
  lists: [...statementLists, ...accrualLists, ...adjustmentLists, ...payoutLists, ...reconcileLists],
  verbs: [
    ...plans,
    ...accruals,
    ...statementReads,
    ...moveVerbs,
    ...disputeVerbs,
    ...adjustmentVerbs,
    ...payoutVerbs,
    ...reconcileVerbs,
    ...fileVerbs,
    ...billVerbs,
  ],
  jobs: [...jobs, ...statementJobs],
}
