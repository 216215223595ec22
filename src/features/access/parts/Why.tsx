import '@mantine/core/styles/Combobox.layer.css'
import { SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../../core/access.ts'
import type { Language } from '../../../core/text.ts'
import { workText } from '../../../core/workText.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { accessAccounts, accessExplain, type Explained, KINDS, type Kind } from '../contract.ts'
import { text } from '../text.ts'
import styles from './access.module.css'
import { useThings } from './useThings.ts'

const TYPING_MS = 200

/** Who and what, kept in the address so that an answer can be shared. */
export function Why() {
  const { call } = useApp()
  const words = useText(text)
  const { search, setSearch } = usePage()
  const { things } = useThings()
  const kind = KINDS.find((one) => one === search.kind) ?? 'page'
  const { account, what } = search
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed, TYPING_MS)
  const people = useQuery({
    queryKey: ['access', 'accounts', keyword],
    queryFn: async ({ signal }) => (await call(accessAccounts, { query: { keyword } }, { signal, quiet: true })).list,
    placeholderData: keepPreviousData,
  })
  const answer = useQuery({
    queryKey: ['access', 'explain', account, kind, what],
    queryFn: ({ signal }) =>
      call(accessExplain, { query: { accountId: account!, kind, what: what! } }, { signal, quiet: true }),
    enabled: !!account && !!what,
  })
  const ask = (change: Record<string, string>) =>
    setSearch({ ...(account && { account }), kind, ...(what && { what }), ...change }, { replace: true })
  const known = answer.data?.account
  const options = (people.data ?? []).map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` }))
  // Who is chosen stays named while somebody else is looked for.
  if (known && !options.some(({ value }) => value === known.id))
    options.unshift({ value: known.id, label: `${known.name} (${known.key})` })
  return (
    <section className={`card ${styles.card}`} aria-labelledby="access-why">
      <div className={styles.head}>
        <h2 id="access-why">{words.why}</h2>
      </div>
      <div className={styles.question}>
        <Select
          label={words.account}
          placeholder={words.accountHint}
          data={options}
          value={account ?? null}
          searchable
          nothingFoundMessage={words.noAccount}
          filter={({ options: all }) => all}
          onSearchChange={(text) => setTyped(text.replace(/ \(.*$/, ''))}
          onChange={(next) => next && ask({ account: next })}
        />
        <div>
          <SegmentedControl
            size="xs"
            aria-label={words.why}
            withItemsBorders={false}
            data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
            value={kind}
            onChange={(next) => ask({ kind: next, what: '' })}
          />
          <Select
            aria-label={words.kinds[kind as Kind]}
            placeholder={words.choose}
            data={(things[kind] ?? []).map(({ id, name }) => ({
              value: id,
              label: name === id ? id : `${name} ${id}`,
            }))}
            value={what || null}
            searchable
            limit={100}
            nothingFoundMessage={words.nothingFound}
            onChange={(next) => next && ask({ what: next })}
          />
        </div>
      </div>
      {answer.data ? (
        <Answer answer={answer.data} />
      ) : answer.isLoading ? (
        <Loading rows={3} />
      ) : answer.error ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <p className={styles.askBoth}>{words.askBoth}</p>
      )}
    </section>
  )
}

/** The verdict, and every clause; the first that fails is the one that decides. */
function Answer({ answer }: { answer: Explained }) {
  const { language } = useApp()
  const words = useText(text)
  const { account, clauses, isAllowed, tokenScope, scope } = answer
  const lines = [
    {
      key: 'status',
      passes: account.maySignIn,
      words: account.maySignIn ? words.statusOk : (words.status[account.status] ?? account.status),
      rule: undefined as string | undefined,
    },
    ...clauses.map((clause) => ({
      key: `${clause.permission} ${clause.list}`,
      passes: clause.passes,
      words: clauseWords(clause, language),
      rule: clause.permission as string | undefined,
    })),
  ]
  const decisive = lines.find(({ passes }) => !passes)
  const rows = words.rows[scope.kind]
  return (
    <div className={styles.answer} aria-live="polite">
      <p className={styles.verdict} data-allowed={isAllowed || undefined}>
        {isAllowed ? (
          <IconCircleCheck size={20} stroke={1.8} aria-hidden />
        ) : (
          <IconCircleX size={20} stroke={1.8} aria-hidden />
        )}
        {isAllowed ? words.yes(account.name) : words.no(account.name)}
      </p>
      {tokenScope && <p className={styles.note}>{words.machine(tokenScope)}</p>}
      <ul className={styles.clauses}>
        {lines.map((line) => (
          <li key={line.key} data-passes={line.passes || undefined}>
            {line.passes ? (
              <IconCircleCheck size={16} stroke={1.8} role="img" aria-label={words.passes} />
            ) : (
              <IconCircleX size={16} stroke={1.8} role="img" aria-label={words.fails} />
            )}
            <span>
              {line.words}
              {line.rule && <small>{words.of(line.rule)}</small>}
            </span>
            {line === decisive && <Tag tone="red">{words.decides}</Tag>}
          </li>
        ))}
      </ul>
      {isAllowed && <p className={styles.note}>{typeof rows === 'string' ? rows : rows(scope.name ?? '')}</p>}
    </div>
  )
}

function clauseWords({ list, wanted, has }: Explained['clauses'][number], language: Language): string {
  const words = text[language]
  const products: Record<string, string> = workText[language].product
  const roleOf = (role: string) => words.roles[role as Role] ?? role
  const join = (all: string[]) => all.join(words.or)
  if (list === 'roles')
    return wanted.includes('*')
      ? words.clauses.rolesAny(roleOf(has ?? ''))
      : words.clauses.roles(join(wanted.map(roleOf)), roleOf(has ?? ''))
  if (list === 'keys') return words.clauses.keys(join(wanted), has ?? '')
  const named = join(wanted.map((one) => products[one] ?? one))
  return has ? words.clauses.states(named, products[has] ?? has) : words.clauses.statesNone(named)
}
