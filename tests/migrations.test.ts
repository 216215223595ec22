import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Landed before there was a rule: they are never edited. */
const RULED_AFTER = 125
/** Where a lock that is held for as long as all rows take would be felt. */
const LARGE = [
  ...['video', 'video_stat', 'video_metric_daily', 'video_metric_hourly', 'accrual', 'statement_line', 'ledger_entry'],
  ...['income_row', 'income_hold', 'import_change', 'audit_log', 'message', 'jd_order', 'jd_click'],
]
const name = `(?:if exists )?(?:only )?(\\w+)`
/** What the version that still serves would stumble over, or stand and wait for. */
const rules: { why: string; finds: RegExp; isOfLarge?: true; unless?: RegExp }[] = [
  { why: 'takes away what the version before still reads', finds: /\bdrop (?:table|column)\b|^drop view\b/ },
  { why: 'renames what the version before still reads', finds: /^alter .*\brename\b/ },
  { why: 'rewrites the table, and changes what plans answer', finds: /\balter (?:column )?\w+ (?:set data )?type\b/ },
  {
    why: 'asks of the version before for what it does not write',
    finds: /\bset not null\b|\badd (?:column )?(?:if not exists )?\w+ (?=[^,]*\bnot null\b)(?![^,]*\bdefault\b)/,
  },
  {
    why: 'must say "if not exists", so that it can be built beforehand with "concurrently"',
    finds: /^create (?:unique )?index (?!if not exists ).* on (?:only )?(\w+)/,
    isOfLarge: true,
  },
  {
    why: 'looks at every row under a lock: "not valid" here, "validate constraint" in the version after',
    finds: new RegExp(`^alter table ${name} .*\\badd constraint\\b.*\\b(?:check|foreign key)\\b`),
    isOfLarge: true,
    unless: /\bnot valid\b/,
  },
  {
    why: 'changes rows while everybody waits: let a job do it',
    finds: new RegExp(`^(?:update|delete from) ${name}`),
    isOfLarge: true,
  },
]

/** The statements of a migration in one line each, without comments; bodies of functions count as one word. */
function statementsOf(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "'body'")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

/** What is wrong with a migration. Tables it makes itself are nobody's yet. */
function faultsOf(script: string): string[] {
  const statements = statementsOf(script)
  const own = statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? [])
  return statements.flatMap((statement) => {
    const table = /^(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1]
    if (statement.startsWith('create table') || (table && own.includes(table))) return []
    return rules
      .filter(({ finds, isOfLarge, unless }) => {
        const found = finds.exec(statement)
        return (
          found && !unless?.test(statement) && (!isOfLarge || (LARGE.includes(found[1]!) && !own.includes(found[1]!)))
        )
      })
      .map(({ why }) => `${statement}: ${why}`)
  })
}

const files = readdirSync('migrations').toSorted()
const scriptOf = (file: string): string => readFileSync(`migrations/${file}`, 'utf8')

test.each(files.filter((file) => Number(file.slice(0, 4)) > RULED_AFTER))(
  '%s leaves the version before it at work',
  (file) => expect(faultsOf(scriptOf(file))).toEqual([]),
)

test('the large tables are those of the schema', () => {
  const all = files.map(scriptOf).join('\n')
  expect(LARGE.filter((table) => !new RegExp(`create table ${table}\\b`).test(all))).toEqual([])
})

test.each([
  'alter table partner drop column note',
  'drop table partner_note',
  'alter table partner rename column name to title',
  'alter table partner alter column name type varchar(20)',
  'alter table partner alter column name set not null',
  'alter table partner add column size int not null',
  'create index video_b on video (b)',
  'create unique index video_b on video using btree (b)',
  'alter table video add constraint b check (b > 0)',
  'alter table accrual add constraint b foreign key (b) references partner',
  'update video set b = 1',
  'delete from only message where id < 5',
])('%s is refused', (statement) => expect(faultsOf(`-- a word\n${statement};`)).toHaveLength(1))

test.each([
  'create table partner_note (id bigint primary key, note text not null); create index partner_note_of on partner_note (note); alter table partner_note alter column note set not null',
  'alter table partner add column note text',
  `alter table video add column note text not null default ''`,
  'create index partner_b on partner (b)',
  'create index if not exists video_b on video (b)',
  'alter table video add constraint b check (b > 0) not valid',
  'update partner set note = null',
  'create function f() returns void language sql as $$ update video set b = 1; drop table video $$',
  'alter table import_job drop constraint import_job_status_check',
])('%s is allowed', (script) => expect(faultsOf(script)).toEqual([]))
