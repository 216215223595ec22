import { defineFlow } from '../../core/flow.ts'

export const STATES = ['queued', 'running', 'done', 'failed', 'canceled', 'expired'] as const
export type State = (typeof STATES)[number]

/** Runs a job may have: the first and three more. */
export const MAX_ATTEMPTS = 4

/** The life of an export (domain page S9). */
export const exportFlow = defineFlow({
  name: 'export',
  states: STATES,
  initial: ['queued'],
  actions: {
    start: { from: ['queued'], to: 'running', by: 'clock', when: 'its turn has come' },
    restart: { from: ['running'], to: 'running', by: 'clock', when: 'the process died with it, once' },
    finish: {
      from: ['running'],
      to: 'done',
      by: 'clock',
      when: 'rights as ordered',
      effects: ['the file appears', 'the owner is told'],
    },
    fail: { from: ['queued', 'running'], to: 'failed', by: 'clock', effects: ['the owner is told'] },
    cancel: { from: ['queued', 'running'], to: 'canceled', by: 'exports.read' },
    retry: { from: ['failed'], to: 'queued', by: 'exports.read', when: 'at most three times' },
    expire: { from: ['done'], to: 'expired', by: 'clock', when: 'seven days old', effects: ['the file is deleted'] },
  },
})
