import { defineFlow } from '../../core/flow.ts'

/** Work on one case at a time is held this long; then the case is everybody's again. */
export const CLAIM_MINUTES = 30
/** What a colleague was given waits for them longer. */
export const ASSIGN_HOURS = 8
export const UNDO_SECONDS = 10
/** A partner may appeal, or say it is put right, this long. */
export const APPEAL_DAYS = 7
/** Cases one bulk decision takes. */
export const MAX_BULK = 200
export const MIN_APPEAL = 10
export const MAX_APPEAL = 1_000

/** The life of a risk case (domain page S7). */
export const riskFlow = defineFlow({
  name: 'risk',
  states: ['pending', 'claimed', 'escalated', 'decided', 'closed', 'appealing', 'merged'],
  initial: ['pending'],
  actions: {
    claim: { from: ['pending', 'escalated'], to: 'claimed', by: 'riskVideos.write', when: 'nobody holds it' },
    assign: { from: ['pending', 'escalated'], to: 'claimed', by: 'riskVideos.write', when: 'to a colleague' },
    release: { from: ['claimed'], to: 'pending', by: 'riskVideos.write', when: 'held by oneself' },
    skip: { from: ['claimed'], to: 'pending', by: 'riskVideos.write', when: 'held by oneself, with a reason' },
    expire: { from: ['claimed'], to: 'pending', by: 'clock', when: `held ${CLAIM_MINUTES} minutes` },
    escalate: { from: ['claimed'], to: 'escalated', by: 'riskVideos.write', when: 'held by oneself' },
    propose: { from: ['claimed'], to: 'escalated', by: 'riskVideos.write', when: 'p0 dismissed by a first person' },
    decide: {
      from: ['claimed'],
      to: 'decided',
      by: 'riskVideos.write',
      when: 'held by oneself; p0 is dismissed by a second person',
      effects: ['video', 'income', 'strike', 'suspension', 'distribution', 'partner told'],
    },
    undo: {
      from: ['decided'],
      to: 'claimed',
      by: 'riskVideos.write',
      when: `own decision, ${UNDO_SECONDS} seconds`,
      effects: ['all of the decision undone'],
    },
    merge: { from: ['pending'], to: 'merged', by: 'riskVideos.write', when: 'into an open case of the same video' },
    appeal: { from: ['decided'], to: 'appealing', by: 'riskVideos.appeal', when: `once, ${APPEAL_DAYS} days` },
    fix: { from: ['decided'], to: 'pending', by: 'riskVideos.appeal', when: `once, ${APPEAL_DAYS} days` },
    uphold: { from: ['appealing'], to: 'decided', by: 'riskVideos.write', when: 'with a reply' },
    overturn: {
      from: ['appealing'],
      to: 'decided',
      by: 'riskVideos.write',
      when: 'with a reply; p0 by a second person',
      effects: ['all of the case undone'],
    },
    close: { from: ['decided'], to: 'closed', by: 'clock', when: 'nothing left to appeal' },
    reopen: { from: ['closed'], to: 'pending', by: 'riskVideos.reopen', when: 'with a reason' },
  },
})

export type RiskState = (typeof riskFlow.states)[number]
export type RiskAction = keyof typeof riskFlow.actions
