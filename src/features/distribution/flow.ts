import { defineFlow } from '../../core/flow.ts'

export const STATES = [
  'pending',
  'accepted',
  'downloaded',
  'published',
  'verified',
  'finished',
  'rejected',
  'expired',
  'recalling',
  'recall_overdue',
  'recalled',
] as const
export type State = (typeof STATES)[number]

/** States a row can be taken back from: the supplier has it, or a post of it is out there. */
export const RECALLABLE = ['pending', 'accepted', 'downloaded', 'published', 'verified', 'finished'] as const
/** States whose deadline still means something. */
export const EXTENDABLE: readonly State[] = ['pending', 'accepted', 'downloaded', 'published']

const restoreTo = <S extends (typeof RECALLABLE)[number]>(to: S) =>
  ({
    from: ['recalling', 'recall_overdue'],
    to,
    by: 'effect',
    when: 'the decision was overturned; this was its state',
  }) as const

/** The life of one video at one supplier (domain page S8). */
export const flow = defineFlow({
  name: 'distribution',
  states: STATES,
  initial: ['pending'],
  actions: {
    accept: {
      from: ['pending'],
      to: 'accepted',
      by: 'distributions.work',
      when: 'before the deadline, supplier not paused',
      effects: ['ends the todo'],
    },
    reject: { from: ['pending'], to: 'rejected', by: 'distributions.work', when: 'with a reason' },
    download: { from: ['accepted', 'downloaded'], to: 'downloaded', by: 'distributions.work' },
    downloadAgain: { from: ['published'], to: 'published', by: 'distributions.work' },
    submit: {
      from: ['downloaded', 'published'],
      to: 'published',
      by: 'distributions.links',
      when: 'before the deadline, platform granted, link unused',
    },
    withdraw: { from: ['published'], to: 'published', by: 'distributions.work', when: 'other links remain' },
    withdrawLast: { from: ['published'], to: 'downloaded', by: 'distributions.work', when: 'it was the only link' },
    pass: { from: ['published', 'verified'], to: 'verified', by: 'distributions.manage', when: 'a link is checked' },
    fail: { from: ['published'], to: 'published', by: 'distributions.manage', when: 'with a reason' },
    failLast: { from: ['verified'], to: 'published', by: 'distributions.manage', when: 'no passed link remains' },
    failOther: { from: ['verified'], to: 'verified', by: 'distributions.manage', when: 'a passed link remains' },
    finish: { from: ['verified'], to: 'finished', by: 'distributions.manage' },
    recall: {
      from: RECALLABLE,
      to: 'recalling',
      by: 'distributions.manage',
      when: 'with a reason; due in 24 h, P0 in 2 h',
    },
    restrict: { from: RECALLABLE, to: 'recalling', by: 'effect', when: 'a risk decision removes or bans the video' },
    confirmRecall: { from: ['recalling', 'recall_overdue'], to: 'recalled', by: 'distributions.work' },
    restorePending: restoreTo('pending'),
    restoreAccepted: restoreTo('accepted'),
    restoreDownloaded: restoreTo('downloaded'),
    restorePublished: restoreTo('published'),
    restoreVerified: restoreTo('verified'),
    restoreFinished: restoreTo('finished'),
    expire: {
      from: ['pending', 'accepted', 'downloaded'],
      to: 'expired',
      by: 'clock',
      when: 'the deadline has passed',
    },
    overdue: { from: ['recalling'], to: 'recall_overdue', by: 'clock', when: 'the recall is past due' },
  },
})
export type Action = keyof typeof flow.actions
