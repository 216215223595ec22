import type { Words } from '../../core/errors.ts'
import { defineFlow } from '../../core/flow.ts'
import { STATUSES, type Status } from './contract.ts'
import { text } from './text.ts'

const write = 'articles.write'

/** The life of an article (domain page S14). A published one is edited in a working copy, which `update` swaps in. */
export const articleFlow = defineFlow({
  name: 'article',
  states: STATUSES,
  initial: ['draft'],
  actions: {
    submit: { from: ['draft', 'unpublished'], to: 'in_review', by: write, effects: ['the other editors are told'] },
    sendBack: {
      from: ['in_review'],
      to: 'draft',
      by: write,
      when: 'a reason is given',
      effects: ['its author is told'],
    },
    schedule: { from: ['draft', 'in_review', 'unpublished'], to: 'scheduled', by: write, when: 'the time lies ahead' },
    unschedule: { from: ['scheduled'], to: 'draft', by: write },
    publish: {
      from: ['draft', 'in_review', 'scheduled', 'unpublished'],
      to: 'published',
      by: write,
      when: 'it has text',
      effects: ['a version is made', 'those who must read it are told'],
    },
    due: {
      from: ['scheduled'],
      to: 'published',
      by: 'clock',
      when: 'its time has come',
      effects: ['a version is made'],
    },
    update: {
      from: ['published'],
      to: 'published',
      by: write,
      when: 'the working copy differs',
      effects: ['a version is made and swapped in'],
    },
    unpublish: { from: ['published'], to: 'unpublished', by: write },
    archive: { from: ['draft', 'unpublished'], to: 'archived', by: write },
    reopen: { from: ['archived'], to: 'draft', by: write },
  },
})

/** A state in words, for refusals. */
export const statusWords = (status: Status): Words => ({
  'zh-CN': text['zh-CN'].choices.status[status],
  'en-US': text['en-US'].choices.status[status],
})
