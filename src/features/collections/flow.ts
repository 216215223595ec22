import type { Words } from '../../core/errors.ts'
import { defineFlow } from '../../core/flow.ts'
import { text } from './text.ts'

/** The life of a collection (domain page S19). `deleted` is the row's end: nothing of it stays but the audit. */
export const collectionFlow = defineFlow({
  name: 'collection',
  states: ['offline', 'online', 'deleted'],
  initial: ['offline'],
  actions: {
    online: {
      from: ['offline'],
      to: 'online',
      by: 'collections.write',
      when: 'it has items and its last build succeeded',
    },
    offline: { from: ['online'], to: 'offline', by: 'collections.write' },
    empty: {
      from: ['online'],
      to: 'offline',
      by: 'clock',
      when: 'nothing is left in it',
      effects: ['its owner is told'],
    },
    delete: { from: ['offline'], to: 'deleted', by: 'collections.write', when: 'nothing uses it' },
  },
})

export type CollectionStatus = 'offline' | 'online'

/** A state in words, for refusals. */
export const statusWords = (status: string): Words => ({
  'zh-CN': text['zh-CN'].choices.status[status as CollectionStatus] ?? status,
  'en-US': text['en-US'].choices.status[status as CollectionStatus] ?? status,
})
