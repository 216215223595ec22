/** A count as the popular list writes it: `8874`, from ten thousand on `346.3w+`, cut so that "more than" holds. */
export function clickNumber(count: number): string {
  return count < 10_000 ? String(count) : `${(Math.floor(count / 1_000) / 10).toFixed(1)}w+`
}

/** The change against the day before in per cent, one decimal; null where there is nothing to compare with. */
export function increaseOf(plays: number, before: number | null): number | null {
  return before !== null && before > 0 ? Math.round(((plays - before) / before) * 1_000) / 10 : null
}
