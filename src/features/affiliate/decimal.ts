/**
 * The union writes amounts as JSON numbers with a point. They are read from their digits: a binary float would turn
 * 0.615 into 0.61499… before anybody could round it.
 */

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,8}))?$/

/** The whole units of `scale` digits after the point, half away from zero: ("1.005", 2) → 101; undefined: not a number. */
export function unitsOf(text: string, scale: number): number | undefined {
  const match = DECIMAL.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  const units = Number(digits + (Number(fraction[scale] ?? '0') >= 5 ? 1n : 0n))
  return sign && units !== 0 ? -units : units
}

/** Yuan as fen. */
export const fenOfDecimal = (yuan: string): number | undefined => unitsOf(yuan, 2)
/** A percentage as parts per million. */
export const ppmOfPercent = (percent: string): number | undefined => unitsOf(percent, 4)

/** JSON whose numbers arrive as the text they were written as: amounts stay exact, long ids whole. Throws SyntaxError. */
export function parseExact(json: string): unknown {
  return JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  )
}
