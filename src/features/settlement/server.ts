import type { Feature } from '../../core/verb.ts'
import { adjustmentsImport } from './importTarget.ts'
import { accountVerbs } from './server/accounts.ts'
import { lists as accrualLists, verbs as accruals } from './server/accruals.ts'
import { adjustmentListVerbs, adjustmentVerbs } from './server/adjustments.ts'
import { billVerbs } from './server/bill.ts'
import { jobs } from './server/build.ts'
import { statementJobs } from './server/clock.ts'
import { disputeVerbs } from './server/disputes.ts'
import { fileVerbs } from './server/files.ts'
import { moveVerbs } from './server/moves.ts'
import { openVerbs } from './server/open.ts'
import { payoutListVerbs, payoutVerbs } from './server/payouts.ts'
import { verbs as plans } from './server/plans.ts'
import { rateLists, rateVerbs } from './server/rates.ts'
import { reconcileLists, reconcileVerbs } from './server/reconcile.ts'
import { statementLists, statementReads } from './server/statements.ts'

export const settlement: Feature = {
  lists: [
    ...statementLists,
    ...accrualLists,
    ...adjustmentListVerbs,
    ...payoutListVerbs,
    ...reconcileLists,
    ...rateLists,
  ],
  verbs: [
    ...plans,
    ...rateVerbs,
    ...accruals,
    ...statementReads,
    ...moveVerbs,
    ...disputeVerbs,
    ...adjustmentVerbs,
    ...payoutVerbs,
    ...accountVerbs,
    ...reconcileVerbs,
    ...fileVerbs,
    ...billVerbs,
    ...openVerbs,
  ],
  imports: [adjustmentsImport],
  jobs: [...jobs, ...statementJobs],
  fileColumns: [
    { table: 'settlement_file', column: 'file_key' },
    { table: 'upstream_bill', column: 'file_key' },
  ],
}
