import { yuanOf } from '../../core/money.ts'
import { fenOfMicro } from '../../core/settlement/amount.ts'
import type { Language } from '../../core/text.ts'
import { decimal } from '../../kit/format/csv.ts'
import { text } from './statementText.ts'

/** Numbers of the sentence that explains an amount; statement_line.explanation with the line's own amounts. */
export interface Explanation {
  kind: 'split' | 'cpm' | 'held' | 'adjustment'
  amountMicro: number
  baseMicro?: number
  ratePpm?: number | null
  days?: number
  playsFrom?: number | null
  playsTo?: number | null
  cpmE4?: number | null
  qualityPpm?: number | null
  capCutMicro?: number
  cutBy?: string | null
  zeroReason?: string | null
  heldMicro?: number
  reason?: string
}

/** Micro-yuan as yuan, with what is below a fen only where there is something. */
const yuan = (micro: number): string => `¥${decimal(micro, 6, 2)}`

/** One sentence: how an amount came about. A partner gets no income of upstream, which its share is not told by. */
export function explain(of: Explanation, language: Language): string {
  const words = text[language].explain
  const amount = yuan(of.amountMicro)
  if (of.zeroReason)
    return words.zero(words.zeroReasons[of.zeroReason as keyof typeof words.zeroReasons] ?? of.zeroReason)
  switch (of.kind) {
    case 'held':
      return words.held(`¥${yuanOf(fenOfMicro(BigInt(of.heldMicro ?? 0)))}`)
    case 'adjustment':
      return words.adjustment(of.reason ?? '')
    case 'split':
      return of.ratePpm == null
        ? words.splitMixed(yuan(of.baseMicro ?? 0), of.days ?? 0, amount)
        : words.split(yuan(of.baseMicro ?? 0), `${decimal(of.ratePpm, 4, 0)}%`, amount)
    case 'cpm':
      return explainPlays(of, language)
  }
}

function explainPlays(of: Explanation, language: Language): string {
  const words = text[language].explain
  const plays = (of.playsTo ?? 0) - (of.playsFrom ?? 0)
  if (plays <= 0 && of.amountMicro <= 0) return words.back(yuan(of.amountMicro))
  const quality = decimal(of.qualityPpm ?? 1_000_000, 6, 1)
  const cut = of.capCutMicro
    ? words.cut(words.cutBy[(of.cutBy ?? 'video') as keyof typeof words.cutBy], yuan(of.capCutMicro))
    : ''
  // Where one price gives the amount to the last micro, the sentence is the formula; else tiers were passed on the way.
  const due = (BigInt(plays) * BigInt(of.cpmE4 ?? 0) * BigInt(of.qualityPpm ?? 1_000_000)) / 10_000_000n
  const paid = BigInt(of.amountMicro) + BigInt(of.capCutMicro ?? 0)
  const isPlain = due - paid <= 1n && paid - due <= 1n
  const count = plays.toLocaleString('en-US')
  return (
    (isPlain
      ? words.cpm(count, `¥${decimal(of.cpmE4 ?? 0, 4, 2)}`, quality, yuan(Number(paid)))
      : words.cpmTiers(count, quality, yuan(Number(paid)))) + cut
  )
}
