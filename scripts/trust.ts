import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = join(fileURLToPath(new URL('..', import.meta.url)), 'docs')

const rowsOf = (file: string): string[][] =>
  readFileSync(join(docs, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

export interface TrustRow {
  class: string
  danger: string
  answer: string
  /** `file › words in it`, one or more. */
  tests: string[]
}

/** The classes of mistakes found in consoles like this one, by hand in docs/trust.tsv. */
export const trustRows = (): TrustRow[] =>
  rowsOf('trust.tsv').map(([id = '', danger = '', answer = '', test = '']) => ({
    ...{ class: id, danger, answer },
    tests: test.split('; '),
  }))

export interface AsvsRow {
  item: string
  level: string
  what: string
  state: 'met' | 'not met' | 'not applicable'
  /** Tests or places for what is met, else the reason. */
  shown: string
}

/** The items of OWASP ASVS 5.0 that were looked at, by hand in docs/asvs.tsv. */
export const asvsRows = (): AsvsRow[] =>
  rowsOf('asvs.tsv').map(([item = '', level = '', what = '', state = '', shown = '']) => ({
    ...{ item, level, what, shown },
    state: state as AsvsRow['state'],
  }))

export const trustFile = join(docs, 'trust.md')

const cell = (text: string): string => text.replaceAll('|', '\\|')
const code = (text: string): string => `\`${cell(text)}\``

/** The page docs/trust.md: what goes wrong in consoles, what stands against it here, the test that shows it. */
export function trustPage(): string {
  const classes = trustRows().map(
    (row) => `| ${row.class} | ${cell(row.danger)} | ${cell(row.answer)} | ${row.tests.map(code).join('<br>')} |`,
  )
  const items = asvsRows()
  const counted = (['met', 'not met', 'not applicable'] as const).map(
    (state) => `${items.filter((one) => one.state === state).length} ${state}`,
  )
  const rows = items.map(
    ({ item, level, what, state, shown }) =>
      `| ${item} | ${level} | ${cell(what)} | ${state} | ${shown
        .split('; ')
        .map(state === 'met' ? code : cell)
        .join('<br>')} |`,
  )
  return `# What must not go wrong

Drawn by \`npm run docs\` from \`docs/trust.tsv\` and \`docs/asvs.tsv\`; a test checks that every test and place named exists.

## Mistakes of consoles (${classes.length})

| class | what could happen | what stands against it | shown by |
| --- | --- | --- | --- |
${classes.join('\n')}

## OWASP ASVS 5.0, levels 1 and 2

${items.length} items looked at: ${counted.join(', ')}. The wording is our own; chapters on OAuth, self-contained tokens and WebRTC have
no subject here and are left out, and so are items whose number we could not look up.

| item | level | what it asks | state | shown by, or why not |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
