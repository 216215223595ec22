import type { Notice, NoticeWords } from '../../core/notice.ts'
import { LANGUAGES, type Language } from '../../core/text.ts'
import type { Decision, Effect } from './contract.ts'
import type { LockedCase } from './sql/case.ts'
import { text } from './text.ts'

type Subject = Pick<LockedCase, 'id' | 'caseNo' | 'title' | 'partnerId' | 'label' | 'effects'>

const inBoth = (write: (words: (typeof text)[Language], language: Language) => NoticeWords): Notice['words'] =>
  Object.fromEntries(LANGUAGES.map((language) => [language, write(text[language], language)])) as Notice['words']

const linkTo = (caseId: string) => `/dashboard/risk_videos?open=${caseId}`
const aboutCase = (found: { id: string }) => ({ bizType: 'risk', bizId: found.id, link: linkTo(found.id) })
const labelOf = (words: (typeof text)[Language], label: string) =>
  words.choices.label[label as keyof typeof words.choices.label]
const effectsOf = (words: (typeof text)[Language], effects: readonly Effect[]) =>
  words.listOf(effects.map((one) => words.choices.effect[one]))

const staffOf = (found: Pick<Subject, 'partnerId'>) => ({
  roles: ['admin', 'coo', 'leader'] as const,
  // Undefined would mean everybody of these roles, whatever their rows.
  partnerId: found.partnerId,
})

/** To the partner; while it is unread, what is said next about the same case stands in its place. */
function toPartner(found: Subject, words: Notice['words']): Notice {
  return {
    to: { partnerId: found.partnerId! },
    type: 'notice',
    ...aboutCase(found),
    words,
    dedupKey: `risk:${found.id}`,
  }
}

export const decided = (found: Subject, decision: Decision): Notice =>
  toPartner(
    found,
    inBoth((words, language) => ({
      title: words.notices.decided(effectsOf(words, decision.effects)),
      subTitle: labelOf(words, found.label),
      content: words.notices.about(found.title, language === 'zh-CN' ? decision.reasonZh : decision.reasonEn),
    })),
  )

/** What waits for the partner: to put it right, or to appeal. */
export const partnerTodo = (found: Subject): Notice => ({
  to: { partnerId: found.partnerId! },
  type: 'todo',
  ...aboutCase(found),
  messageType: 0,
  words: inBoth((words) => ({
    title: words.notices.answer,
    subTitle: labelOf(words, found.label),
    content: words.notices.answerBefore(found.title),
  })),
})

export const withdrawn = (found: Subject): Notice =>
  toPartner(
    found,
    inBoth((words) => ({
      title: words.notices.withdrawn,
      subTitle: labelOf(words, found.label),
      content: words.notices.about(found.title, words.notices.withdrawnBody),
    })),
  )

export const judged = (found: Subject, { verdict, reply }: { verdict: string; reply: string }): Notice =>
  toPartner(
    found,
    inBoth((words) => ({
      title: verdict === 'overturned' ? words.notices.overturned : words.notices.upheld,
      subTitle: labelOf(words, found.label),
      content: words.notices.about(found.title, reply),
    })),
  )

const toStaff = (found: Pick<Subject, 'id' | 'partnerId'>, words: Notice['words'], type: Notice['type']): Notice => ({
  to: staffOf(found),
  type,
  ...aboutCase(found),
  words,
  ...(type === 'todo' && { messageType: 0 as const }),
  dedupKey: `risk:${found.id}:${type}`,
})

/** A new case of the highest level. */
export const dangerous = (found: Pick<Subject, 'id' | 'caseNo' | 'title' | 'partnerId'>, label: string): Notice =>
  toStaff(
    found,
    inBoth((words) => ({
      title: words.notices.p0(labelOf(words, label)),
      subTitle: found.caseNo,
      content: found.title,
    })),
    'todo',
  )

export const escalated = (found: Subject, reason: string): Notice =>
  toStaff(
    found,
    inBoth((words) => ({
      title: words.notices.escalated(labelOf(words, found.label)),
      subTitle: found.caseNo,
      content: words.notices.about(found.title, reason),
    })),
    'todo',
  )

export const proposed = (found: Subject): Notice =>
  toStaff(
    found,
    inBoth((words) => ({
      title: words.notices.proposed(labelOf(words, found.label)),
      subTitle: found.caseNo,
      content: found.title,
    })),
    'todo',
  )

export const appealed = (found: Subject): Notice =>
  toStaff(
    found,
    inBoth((words) => ({
      title: words.notices.appealed(labelOf(words, found.label)),
      subTitle: found.caseNo,
      content: found.title,
    })),
    'todo',
  )

export const fixed = (found: Subject): Notice =>
  toStaff(
    found,
    inBoth((words) => ({
      title: words.notices.fixed(labelOf(words, found.label)),
      subTitle: found.caseNo,
      content: found.title,
    })),
    'todo',
  )

export const assigned = (userId: string, count: number): Notice => ({
  to: { userIds: [userId] },
  type: 'notice',
  bizType: 'risk',
  link: '/dashboard/risk_videos',
  words: inBoth((words) => ({ title: words.notices.assigned(count), content: words.notices.assignedBody })),
})
