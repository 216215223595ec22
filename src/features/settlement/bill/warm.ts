import { warm } from '../../../kit/pdf/document.ts'
import { billText } from '../billText.ts'
import { text } from '../statementText.ts'

let isAsked = false

/** Once a process, and without anybody waiting: who opens a statement may ask for its bill next, and its letters take a second. */
export function warmBills(): void {
  if (isAsked) return
  isAsked = true
  void warm(JSON.stringify([billText, text['zh-CN'], text['en-US']]))
}
