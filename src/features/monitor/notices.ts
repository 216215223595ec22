import type { Notice } from '../../core/notice.ts'
import type { LANGUAGES } from '../../core/text.ts'
import { BELOW, type RuleCode } from './contract.ts'
import { ruleFigure, ruleText } from './ruleText.ts'

/** The todo of a rule that began to fire; it ends when the rule is quiet again or is muted. */
export function noticeOf(code: RuleCode, value: number, threshold: number): Notice {
  const wordsIn = (language: (typeof LANGUAGES)[number]) => {
    const words = ruleText[language]
    const [name, what] = words.names[code]
    return {
      title: words.title(name),
      content: words.content(
        what,
        ruleFigure(language, code, value),
        ruleFigure(language, code, threshold),
        BELOW.includes(code),
      ),
    }
  }
  return {
    to: { roles: ['admin'] },
    type: 'todo',
    bizType: 'monitor',
    bizId: code,
    words: { 'zh-CN': wordsIn('zh-CN'), 'en-US': wordsIn('en-US') },
    link: `/dashboard/monitor?runbook=${code}`,
    messageType: 0,
    dedupKey: `monitor:${code}`,
  }
}
