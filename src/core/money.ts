/** Money is integer fen (1/100 CNY); floating point never touches it. */

/** 123456 → "1234.56", -5 → "-0.05". */
export function yuanOf(fen: number | bigint): string {
  const value = BigInt(fen)
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** "1,234.5" → 123450; undefined when it is not an amount of at most two decimals. */
export function fenOf(yuan: string): number | undefined {
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(yuan.trim().replace(/^[¥￥]\s?/, ''))
  if (!match) return undefined
  const fen = Number(match[2]!.replaceAll(',', '')) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(fen) ? (match[1] ? -fen : fen) : undefined
}
