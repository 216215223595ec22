import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TokenScope } from '../../core/access.ts'
import type { Reply } from '../../core/contract.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { ShownOnce } from '../../kit/feedback/ShownOnce.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { fullTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { Status } from '../../kit/list/Status.tsx'
import { Tag } from '../../kit/list/Tag.tsx'
import { type tokenCreate, tokenList, tokenRevoke } from './contract.ts'
import { CreateToken } from './parts/CreateToken.tsx'
import styles from './parts/tokens.module.css'
import { text } from './text.ts'

type Listed = Reply<typeof tokenList>
type Token = Listed['list'][number]

const TONE = { living: 'green', expired: 'grey', revoked: 'grey' } as const
const KEY = [tokenList.path]

/** One's own tokens for machines: makes them, shows each once, revokes them. A panel for any page. */
export function Tokens() {
  const { call } = useApp()
  const words = useText(text)
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<Reply<typeof tokenCreate>>()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(tokenList, {}, { signal }) })
  const scopes = (query.data?.scopes ?? []) as TokenScope[]
  return (
    <section className={`card ${styles.panel}`} aria-labelledby="tokens-title">
      <div className={styles.head}>
        <div className={styles.lead}>
          <h2 id="tokens-title" className={styles.title}>
            {words.title}
          </h2>
          <p className={styles.about}>{words.about}</p>
        </div>
        {scopes.length > 0 && (
          <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setAsking(true)}>
            {words.create}
          </Button>
        )}
      </div>
      {query.data ? <Table {...query.data} /> : query.error ? <Retry query={query} /> : <Loading rows={2} />}
      {isAsking && (
        <CreateToken
          scopes={scopes}
          onCreated={(token) => {
            setMade(token)
            void queries.invalidateQueries({ queryKey: KEY })
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {made && (
        <ShownOnce
          title={words.shown.title}
          about={words.shown.about}
          label={words.shown.label}
          secret={made.token}
          hint={words.shown.until(fullTime(made.expiresAt))}
          onClose={() => setMade(undefined)}
        />
      )}
    </section>
  )
}

function Retry({ query }: { query: { error: unknown; refetch(): unknown } }) {
  return <Failed error={query.error} onRetry={() => void query.refetch()} />
}

function Table({ list, scopes }: Listed) {
  const words = useText(text)
  if (list.length === 0) return <Empty title={words.empty}>{scopes.length ? words.emptyBody : words.emptyNone}</Empty>
  const { name, scopes: use, state, lastUsed, expires, actions } = words.columns
  return (
    <PlainTable
      label={words.table}
      columns={[name, use, state, lastUsed, expires, actions].map((name) => ({ name }))}
      rows={list.map((token) => ({
        key: token.id,
        cells: [
          <span key="name" className={styles.name}>
            <b title={token.name}>{token.name}</b>
            <code>{token.prefix}…</code>
          </span>,
          <span key="scopes" className={styles.tags}>
            {token.scopes.map((scope) => (
              <Tag key={scope} tone="blue">
                {words.scopes[scope as TokenScope] ?? scope}
              </Tag>
            ))}
          </span>,
          <Status key="state" tone={TONE[token.state]}>
            {words.states[token.state]}
          </Status>,
          token.lastUsedAt ? fullTime(token.lastUsedAt) : words.neverUsed,
          fullTime(token.expiresAt),
          <Revoke key="revoke" token={token} />,
        ],
      }))}
    />
  )
}

function Revoke({ token: { id, name, state } }: { token: Token }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (state !== 'living') return null
  const revoke = async () => {
    const question = { title: words.revokeTitle(name), body: words.revokeBody, confirm: words.revoke, isDanger: true }
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      await call(tokenRevoke, { params: { id } })
      notify(words.revoked, 'success')
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: KEY })
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={isBusy}
      aria-label={words.revokeOf(name)}
      onClick={() => void revoke()}
    >
      {words.revoke}
    </Button>
  )
}
