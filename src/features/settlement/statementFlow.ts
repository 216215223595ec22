import { defineFlow } from '../../core/flow.ts'

/**
 * A statement's life (domain page S10). Up to its lock it may be built anew; from the lock on its sums stand, and what is
 * wrong with it becomes a line of a later one.
 */
export const statementFlow = defineFlow({
  name: 'statement',
  states: [
    ...(['building', 'draft', 'pending_confirm', 'disputed', 'confirmed', 'locked', 'invoiced', 'payable'] as const),
    ...(['paying', 'pay_failed', 'paid', 'voided', 'carried'] as const),
  ],
  initial: ['building', 'disputed'],
  actions: {
    build: { from: ['building'], to: 'draft', by: 'effect', when: 'final accruals claimed and summed' },
    rebuild: { from: ['draft'], to: 'draft', by: 'settlement.write' },
    issue: {
      from: ['draft'],
      to: 'pending_confirm',
      by: 'settlement.write',
      when: 'no adjustment of it waits',
      effects: ['partner told', 'confirmation window opens'],
    },
    confirm: {
      from: ['pending_confirm'],
      to: 'confirmed',
      by: 'settlement.confirm',
      when: 'inside the window; an operator on behalf where the product has no partner page',
    },
    autoConfirm: { from: ['pending_confirm'], to: 'confirmed', by: 'clock', when: 'window over' },
    disputeSome: {
      from: ['pending_confirm'],
      to: 'confirmed',
      by: 'settlement.confirm',
      when: 'inside the window, some lines',
      effects: ['disputed lines become a statement of their own'],
    },
    dispute: {
      from: ['pending_confirm'],
      to: 'disputed',
      by: 'settlement.confirm',
      when: 'inside the window, all lines or nothing paid before the answer',
      effects: ['operators told'],
    },
    reissue: {
      from: ['disputed'],
      to: 'draft',
      by: 'settlement.write',
      when: 'dispute accepted',
      effects: ['next revision', 'corrections become its lines'],
    },
    keep: {
      from: ['disputed'],
      to: 'pending_confirm',
      by: 'settlement.write',
      when: 'dispute rejected with an answer',
      effects: ['window opens anew'],
    },
    lock: {
      from: ['confirmed'],
      to: 'locked',
      by: 'settlement.write',
      when: 'not held',
      effects: ['ledger: accrual and tax', 'checksum'],
    },
    carry: {
      from: ['draft', 'confirmed'],
      to: 'carried',
      by: 'settlement.write',
      when: 'nothing to pay or below the least payout, instead of issue or lock',
      effects: ['ledger: accrual', 'its net opens the next period'],
    },
    invoice: { from: ['locked'], to: 'invoiced', by: 'settlement.write', when: 'invoice of exactly its net received' },
    clear: {
      from: ['locked', 'invoiced'],
      to: 'payable',
      by: 'settlement.write',
      when: 'invoice received or none needed, not held',
    },
    pay: {
      from: ['payable'],
      to: 'paying',
      by: 'settlement.write',
      when: 'verified bank account, not held',
      effects: ['ledger: payout'],
    },
    paid: { from: ['paying'], to: 'paid', by: 'settlement.write', when: 'the bank says so', effects: ['ledger: paid'] },
    failed: {
      from: ['paying'],
      to: 'pay_failed',
      by: 'settlement.write',
      when: 'the bank says so',
      effects: ['ledger: back to what is owed'],
    },
    retry: { from: ['pay_failed'], to: 'payable', by: 'settlement.write' },
    void: {
      from: ['draft', 'pending_confirm'],
      to: 'voided',
      by: 'settlement.write',
      effects: ['its lines are open again'],
    },
    voidLocked: {
      from: ['locked'],
      to: 'voided',
      by: 'settlement.void',
      when: 'proposed by another administrator',
      effects: ['ledger: reversal', 'reversal lines', 'its lines are open again as copies'],
    },
  },
})
export type StatementState = (typeof statementFlow.states)[number]
export type StatementAction = keyof typeof statementFlow.actions
