import { defineFlow } from '../../core/flow.ts'

/** The life of an application (domain page S21). */
export const certificationFlow = defineFlow({
  name: 'certification',
  states: ['auditing', 'passed', 'rejected', 'withdrawn', 'expired'],
  initial: ['auditing'],
  actions: {
    pass: {
      from: ['auditing'],
      to: 'passed',
      by: 'certifications.review',
      effects: ['the one that stood before expires', 'the applicant is told'],
    },
    reject: {
      from: ['auditing'],
      to: 'rejected',
      by: 'certifications.review',
      when: 'with a reason',
      effects: ['the applicant is told'],
    },
    withdraw: { from: ['auditing'], to: 'withdrawn', by: 'certifications.apply' },
    expire: { from: ['passed'], to: 'expired', by: 'clock', when: 'its paper has ended' },
    replace: { from: ['passed'], to: 'expired', by: 'effect', when: 'a later one passed' },
  },
})
export type CertificationState = (typeof certificationFlow.states)[number]
