import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = join(fileURLToPath(new URL('..', import.meta.url)), 'docs')

export interface SpecificationRow {
  kind: string
  noun: string
  where: string
  test: string
}

/** The rows of docs/specification.tsv, which is written by hand. */
export function specificationRows(): SpecificationRow[] {
  const [, ...lines] = readFileSync(join(docs, 'specification.tsv'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [kind = '', noun = '', where = '', test = ''] = line.split('\t')
    return { kind, noun, where, test }
  })
}

export const specificationFile = join(docs, 'specification.md')

const cell = (text: string): string => text.replaceAll('|', '\\|')
const code = (text: string): string => `\`${text}\``

/** The page docs/specification.md: every noun of the specification, where it is, the test that shows it. */
export function specificationPage(): string {
  const rows = specificationRows()
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const sections = kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    const lines = own.map(({ noun, where, test }) =>
      where === 'missing'
        ? `| ${cell(noun)} | not there | |`
        : `| ${cell(noun)} | ${where
            .split('; ')
            .map((place) => code(cell(place.split('#')[0]!)))
            .join('<br>')} | ${cell(test)} |`,
    )
    return `## ${kind[0]!.toUpperCase()}${kind.slice(1)} (${own.length})\n\n| noun | where | shown by |\n| --- | --- | --- |\n${lines.join('\n')}\n`
  })
  return `# The specification, noun by noun

Drawn by \`npm run docs\` from \`docs/specification.tsv\`; a test checks that no row is empty, that every place and test named exists, that
every page has its row and its screen.

${sections.join('\n')}`
}
