const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** WCAG relative luminance of `#rrggbb`, 0–1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio of two colours, 1–21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one) + 0.05, luminance(other) + 0.05].sort((a, b) => a - b)
  return high / low
}

/** `share` (0–1) of the first colour over the second. */
export function mix(over: string, under: string, share: number): string {
  const base = channels(under)
  const mixed = channels(over).map((value, at) => Math.round(value * share + base[at]! * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The first colour that reaches the ratio on every ground, else the fallback. */
export function firstReadable(colors: readonly string[], grounds: readonly string[], ratio: number, fallback: string) {
  return colors.find((color) => grounds.every((ground) => contrast(color, ground) >= ratio)) ?? fallback
}
