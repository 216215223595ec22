import type { CpmParams, SplitParams } from '../../core/settlement/params.ts'

const calendar = {
  buildDay: 5,
  reviewDays: 2,
  confirmDays: 5,
  invoiceRequired: true,
  invoiceDay: 15,
  payDay: 20,
  minPayoutFen: 10_000,
  taxMode: 'company_invoice',
  taxRatePpm: 0,
} as const

/** What a first draft of each product says; people change it before they propose it. */
export const splitPlan: SplitParams = {
  ...calendar,
  finalDays: 7,
  partnerRatePpm: 550_000,
  creatorRatePpm: 400_000,
}

export const cpmPlan: CpmParams = {
  ...calendar,
  finalDays: 3,
  tierMode: 'marginal',
  tiers: [
    { fromPlays: 0, cpmE4: 8_000 },
    { fromPlays: 100_000, cpmE4: 10_000 },
  ],
  minPlays: 1_000,
  settleWindowDays: 30,
  capPerVideoFen: 10_000,
  capPerCreatorFen: null,
  budgetFen: null,
  quality: [
    { fromFinishPpm: 0, factorPpm: 800_000 },
    { fromFinishPpm: 180_000, factorPpm: 1_000_000 },
    { fromFinishPpm: 420_000, factorPpm: 1_200_000 },
  ],
}
