import { defineFlow } from '../../core/flow.ts'

/** An item's life (domain page S4). A scheduled, online or full item is live: it waits for or takes a place of its slot. */
export const itemFlow = defineFlow({
  name: 'recommendation',
  states: ['draft', 'scheduled', 'online', 'full', 'offline', 'expired'],
  initial: ['draft'],
  actions: {
    schedule: {
      from: ['draft', 'offline'],
      to: 'scheduled',
      by: 'recommend.write',
      when: 'start lies ahead, target clean',
    },
    publish: {
      from: ['draft', 'scheduled', 'offline'],
      to: 'online',
      by: 'recommend.write',
      when: 'target clean, slot has room, quota left, not ended',
      effects: ['audience told'],
    },
    publishFull: {
      from: ['draft', 'scheduled', 'offline'],
      to: 'full',
      by: 'effect',
      when: 'published or started without quota left',
    },
    start: {
      from: ['scheduled'],
      to: 'online',
      by: 'clock',
      when: 'start reached, target clean, slot has room',
      effects: ['audience told'],
    },
    miss: { from: ['scheduled'], to: 'offline', by: 'clock', when: 'start reached, target not clean or slot taken' },
    withdraw: { from: ['scheduled', 'online', 'full'], to: 'offline', by: 'recommend.write' },
    fill: { from: ['online'], to: 'full', by: 'effect', when: 'last place claimed or quota lowered' },
    reopen: { from: ['full'], to: 'online', by: 'effect', when: 'a place returned or quota raised' },
    expire: { from: ['scheduled', 'online', 'full'], to: 'expired', by: 'clock', when: 'deadline or end passed' },
    restrict: {
      from: ['scheduled', 'online', 'full'],
      to: 'offline',
      by: 'effect',
      when: 'risk decision on its video',
    },
    restore: { from: ['offline'], to: 'online', by: 'effect', when: 'last risk case undone, slot has room' },
    restoreFull: { from: ['offline'], to: 'full', by: 'effect', when: 'last risk case undone, no quota left' },
    restoreScheduled: { from: ['offline'], to: 'scheduled', by: 'effect', when: 'last risk case undone, start ahead' },
  },
})
export type ItemStatus = (typeof itemFlow.states)[number]

/** A claim: one partner, one creator, one item. */
export const claimFlow = defineFlow({
  name: 'recommendation claim',
  states: ['claimed', 'submitted', 'valid', 'invalid', 'settled', 'expired', 'cancelled'],
  initial: ['claimed'],
  actions: {
    submit: { from: ['claimed'], to: 'submitted', by: 'recommend.claim', when: 'link of the platform, not used' },
    cancel: { from: ['claimed'], to: 'cancelled', by: 'recommend.claim', effects: ['place returns'] },
    approve: { from: ['submitted'], to: 'valid', by: 'recommend.write', effects: ['partner told'] },
    reject: {
      from: ['submitted'],
      to: 'invalid',
      by: 'recommend.write',
      when: 'with a reason',
      effects: ['partner told'],
    },
    settle: { from: ['valid'], to: 'settled', by: 'effect', when: 'its income stands in a statement' },
    lapse: { from: ['claimed'], to: 'expired', by: 'clock', when: 'no work within 7 days', effects: ['place returns'] },
  },
})
export type ClaimStatus = (typeof claimFlow.states)[number]

/** Days a claim waits for its work. */
export const CLAIM_DAYS = 7
/** Items a slot of one business line shows. */
export const SLOT_SIZE = 20
