import type { Words } from '../../core/errors.ts'
import { defineFlow } from '../../core/flow.ts'

/** The life of a partner; a supplier's has no trial. Work with who is frozen stands still, who has ended never comes back. */
export const organisationFlow = defineFlow({
  name: 'organisation',
  states: ['trial', 'active', 'frozen', 'ended'],
  initial: ['trial', 'active'],
  actions: {
    activate: { from: ['trial'], to: 'active', by: 'system.write' },
    freeze: {
      from: ['trial', 'active'],
      to: 'frozen',
      by: 'system.write',
      when: 'with a reason',
      effects: ['its logins end'],
    },
    resume: { from: ['frozen'], to: 'active', by: 'system.write' },
    end: {
      from: ['trial', 'active', 'frozen'],
      to: 'ended',
      by: 'system.write',
      when: 'with a reason',
      effects: ['its logins end', 'its creators are let go'],
    },
  },
})
export type OrganisationStatus = (typeof organisationFlow.states)[number]
export type OrganisationAction = keyof typeof organisationFlow.actions
export const ACTIONS = Object.keys(organisationFlow.actions) as OrganisationAction[]

const STATUS_WORDS: Record<string, Words> = {
  trial: { 'zh-CN': '试用', 'en-US': 'Trial' },
  active: { 'zh-CN': '正常', 'en-US': 'Active' },
  frozen: { 'zh-CN': '冻结', 'en-US': 'Frozen' },
  ended: { 'zh-CN': '终止', 'en-US': 'Ended' },
}
/** A state in words. */
export const statusWords = (status: string): Words => STATUS_WORDS[status]!
