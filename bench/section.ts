import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = 'docs/bench.md'

/** Puts a part's results into docs/bench.md, in place of what the part wrote last; others' parts stay. */
export function writeSection(part: string, text: string): void {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`]
  const section = `${begin}\n${text.trim()}\n${end}\n`
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  writeFileSync(
    FILE,
    from < 0
      ? `${page.trim()}\n\n${section}`.trimStart()
      : page.slice(0, from) + section + page.slice(to + end.length + 1),
  )
}
