import { defineFlow } from '../../core/flow.ts'

/** A version of a product's parameters on its way to being in force; what is published is never changed. */
export const planFlow = defineFlow({
  name: 'plan',
  states: ['draft', 'in_review', 'approved', 'published', 'rejected', 'withdrawn'],
  initial: ['draft'],
  actions: {
    propose: { from: ['draft', 'rejected'], to: 'in_review', by: 'plans.write' },
    approve: { from: ['in_review'], to: 'approved', by: 'plans.approve', when: 'not the one who proposed it' },
    reject: {
      from: ['in_review'],
      to: 'rejected',
      by: 'plans.approve',
      when: 'not the one who proposed it, with a reason',
    },
    publish: {
      from: ['approved'],
      to: 'published',
      by: 'plans.approve',
      when: 'begins after today',
      effects: ['the version before it ends where it begins'],
    },
    withdraw: { from: ['draft', 'in_review', 'approved', 'rejected'], to: 'withdrawn', by: 'plans.write' },
  },
})
export type PlanState = (typeof planFlow.states)[number]
export type PlanAction = keyof typeof planFlow.actions
