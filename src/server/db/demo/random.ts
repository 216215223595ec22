/** A repeatable source of chance: the same seeds give the same world on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** Whole number, both ends included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks by weight. */
  weigh<T extends string>(weights: Readonly<Record<T, number>>): T
  /** Standard normal. */
  normal(): number
}

/** Mixes whole numbers into 32 well-spread bits. */
export function mix(...seeds: number[]): number {
  let hash = 0x9e3779b9
  for (const seed of seeds) {
    hash = Math.imul(hash ^ seed, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

export function randomOf(...seeds: number[]): Random {
  let state = mix(...seeds)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    weigh(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        rest -= weight
        if (rest < 0) return name
      }
      return entries.at(-1)![0]
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}
