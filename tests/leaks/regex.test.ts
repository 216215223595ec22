import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Every regular expression written in the server's rooms, run on texts made to trip it: long runs of what its own pieces
 * take, ended by what they do not. One that needs more than linear time is not done in the time given.
 */
const root = join(import.meta.dirname, '..', '..')
const LITERAL =
  /(?<=[=(,:?!&|;{}[]\s*|return\s+|=>\s*)\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g
/** What is linear at 10 kB is below 50 ms at 100 kB; what is quadratic takes more than this already. */
const LENGTH = 10_000
const PATIENCE_MS = 5
/** They read figures of our own of twenty digits at most. */
const SHORT = ['src/features/settlement/bill/pdf.ts', 'src/features/settlement/parts/micro.ts']

interface Found {
  where: string
  pattern: RegExp
}

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))

const found = files.flatMap((file): Found[] =>
  [...readFileSync(file, 'utf8').matchAll(LITERAL)].flatMap(([, source, flags]): Found[] => {
    try {
      // Once is enough: what repeats a match starts anew behind it.
      return [
        {
          where: `${relative(root, file)} /${source}/${flags}`,
          pattern: new RegExp(source!, flags!.replace(/[gy]/g, '')),
        },
      ]
    } catch {
      return []
    }
  }),
)

/** Letters a pattern speaks of, one of each class it names, and the pieces of text between its signs. */
function lettersOf({ source }: RegExp): string[] {
  const classes: [RegExp, string][] = [
    [/\\w|a-z/, 'a'],
    [/\\d|0-9/, '1'],
    [/\\s/, ' '],
    [/\\S|\[\^|\./, 'x'],
    [/A-Z/, 'A'],
  ]
  const plain = source.replace(/\\[wdsSWDbB]|[[\](){}^$|*+?\\]/g, '')
  return [
    ...new Set([
      ...classes.flatMap(([one, letter]) => (one.test(source) ? [letter] : [])),
      ...plain.slice(0, 12),
      '\n',
    ]),
  ]
}

/** Runs of one letter and of pairs, with a start the pattern likes or not, and an end it does not. */
function* textsFor(pattern: RegExp): Generator<string> {
  const letters = lettersOf(pattern)
  const pieces = [...letters, ...letters.slice(0, 6).flatMap((one) => letters.slice(0, 6).map((other) => one + other))]
  for (const piece of new Set(pieces)) {
    const run = piece.repeat(LENGTH / piece.length)
    yield run
    yield `${run}\u0000`
  }
}

function quickest(pattern: RegExp, text: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage()
      pattern.test(text)
      return process.cpuUsage(before).user / 1000
    }),
  )
}

describe('a regular expression', () => {
  it('is found wherever one is written', () => {
    expect(found.length).toBeGreaterThan(150)
    // The twin: one that is known to be slow is noticed.
    const slow = /^(a+)+$/
    const began = performance.now()
    slow.test(`${'a'.repeat(22)}!`)
    expect(performance.now() - began).toBeGreaterThan(PATIENCE_MS)
  })

  it('takes no more than linear time, whatever it reads', { timeout: 120_000 }, () => {
    const slow: string[] = []
    for (const { where, pattern } of found)
      for (const text of textsFor(pattern)) {
        const before = process.cpuUsage()
        pattern.test(text)
        const { user } = process.cpuUsage(before)
        // Once more: the first run of an expression is also its compilation, and a machine may be busy.
        if (user / 1000 < PATIENCE_MS || quickest(pattern, text) < PATIENCE_MS) continue
        if (SHORT.some((file) => where.startsWith(file))) break
        slow.push(
          `${where}: ${Math.round(user / 1000)} ms on ${JSON.stringify(text.slice(0, 4))}…${JSON.stringify(text.at(-1))}`,
        )
        break
      }
    expect(slow).toEqual([])
  })
})
