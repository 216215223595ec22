import type { Words } from '../../core/errors.ts'
import { defineFlow } from '../../core/flow.ts'
import { codesText } from './textLinks.ts'

/** The life of a coupon code of ours (domain page S22.4). A code is stopped, never deleted: orders may name it. */
export const codeFlow = defineFlow({
  name: 'coupon code',
  states: ['draft', 'active', 'paused', 'expired', 'disabled'],
  initial: ['draft'],
  actions: {
    activate: { from: ['draft', 'paused'], to: 'active', by: 'affiliate.write', when: 'its end is still to come' },
    pause: { from: ['active'], to: 'paused', by: 'affiliate.write' },
    disable: { from: ['draft', 'active', 'paused'], to: 'disabled', by: 'affiliate.write' },
    expire: { from: ['active', 'paused'], to: 'expired', by: 'clock', when: 'its end has come' },
    extend: { from: ['expired'], to: 'active', by: 'affiliate.write', when: 'with a new end' },
  },
})
export type CodeStatus = (typeof codeFlow.states)[number]

/** A state in words, for refusals. */
export const statusWords = (status: CodeStatus): Words => ({
  'zh-CN': codesText['zh-CN'].choices.status[status],
  'en-US': codesText['en-US'].choices.status[status],
})

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** A code as it is printed: without 0, O, 1 and I, which people mix up. */
export const CODE_PATTERN = '^[A-HJ-NP-Z2-9]{3,20}$'
/** A fresh code from random bytes, of which each gives a letter. */
export const codeOf = (bytes: Uint8Array): string => [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('')
