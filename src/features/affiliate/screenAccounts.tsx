import { Button } from '@mantine/core'
import { IconCookie, IconPlugConnected, IconPlus, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { fullTime, shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Status } from '../../kit/list/Status.tsx'
import type { Action, StatusTones } from '../../kit/list/types.ts'
import { useFiltered, useRefresh } from '../../kit/list/useList.ts'
import { accountCheck, accountList, accountSummary } from './contractAccounts.ts'
import { AccountPanel } from './parts/AccountPanel.tsx'
import { useOwners } from './parts/useOwners.ts'
import { accountsText } from './textAccounts.ts'

const AccountForm = lazy(() => import('./parts/AccountForm.tsx'))
const SyncForm = lazy(() => import('./parts/SyncForm.tsx'))
const CookiesForm = lazy(() => import('./parts/CookiesForm.tsx'))

type Row = ListRow<typeof accountList>
const icon = { size: 16, stroke: 1.6 } as const
const tones = {
  health: { unknown: 'grey', valid: 'green', expiring: 'orange', expired: 'red', blocked: 'red' },
} as const satisfies StatusTones

/** Accounts of the union: how they are reached, and whether they still are (domain page S22.1). */
export default function AccountsScreen() {
  const { call, notify } = useApp()
  const words = useText(accountsText)
  const refresh = useRefresh(accountList)
  const mayWrite = useMay('affiliate.write')
  const [form, setForm] = useState<{ id: string | null } | null>(null)
  const [cookies, setCookies] = useState<Row | null>(null)
  const [syncing, setSyncing] = useState<Row | null>(null)

  const attempt = async (work: () => Promise<string>) => {
    try {
      notify(await work(), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const fetched = useOwners().accounts.filter(({ isFetched }) => isFetched)
  const check = (id: string) =>
    attempt(async () => {
      const { health } = await call(accountCheck, { params: { id } })
      return words.done.checked(words.choices.health[health])
    })
  const rowActions = (row: Row): Action[] =>
    mayWrite
      ? [
          { label: words.actions.edit, run: () => setForm({ id: row.id }) },
          ...(row.source === 'cookie'
            ? [{ label: words.actions.cookies, icon: <IconCookie {...icon} />, run: () => setCookies(row) }]
            : []),
          ...(row.source === 'feed' || !row.isEnabled
            ? []
            : [
                {
                  label: words.actions.check,
                  icon: <IconPlugConnected {...icon} />,
                  run: () => void check(row.id),
                },
                { label: words.actions.sync, icon: <IconRefresh {...icon} />, run: () => setSyncing(row) },
              ]),
        ]
      : []
  return (
    <>
      <ListPage
        list={accountList}
        text={accountsText}
        summary={() => <AccountTiles />}
        statusTones={tones}
        primary={['source', 'health', 'isEnabled']}
        headActions={
          mayWrite && (
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setForm({ id: null })}>
              {words.actions.add}
            </Button>
          )
        }
        rowActions={rowActions}
        drawer={(id, close) => (
          <AccountPanel key={id} id={id} onClose={close} onEdit={mayWrite ? () => setForm({ id }) : undefined} />
        )}
        card={(row) => <AccountCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      <Suspense>
        {syncing && <SyncForm accounts={fetched} accountId={syncing.id} onClose={() => setSyncing(null)} />}
        {form && <AccountForm id={form.id} onClose={() => setForm(null)} />}
        {cookies && (
          <CookiesForm
            account={{ id: cookies.id, alias: cookies.alias, version: cookies.version }}
            onClose={() => setCookies(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function AccountTiles() {
  const { tiles } = useText(accountsText)
  const { data, isError } = useFiltered(accountList, accountSummary, {})
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={4} />
  return (
    <KpiStrip
      label={tiles.label}
      tiles={[
        { label: tiles.healthy, value: exactCount(data.healthy), note: tiles.of(exactCount(data.total)) },
        { label: tiles.expiring, value: exactCount(data.expiring) },
        { label: tiles.broken, value: exactCount(data.broken) },
        {
          label: tiles.synced,
          value: data.syncedThrough ? fullTime(data.syncedThrough).slice(5) : '—',
          note: data.syncedThrough ? undefined : tiles.never,
        },
        { label: tiles.orders, value: exactCount(data.orders30d) },
      ]}
    />
  )
}

/** An account on a small screen. */
function AccountCard({ row }: { row: Row }) {
  const { language } = useApp()
  const { choices, columns } = useText(accountsText)
  return (
    <>
      <span className={rowStyles.names}>
        <b className="ellipsis">{row.alias}</b>
        <small className="ellipsis">{[row.unionId, choices.source[row.source]].join(' · ')}</small>
        <small>
          <Status tone={tones.health[row.health]}>{choices.health[row.health]}</Status>
        </small>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{columns.orders}</small>
          {exactCount(row.orders)}
        </span>
        <span>
          <small>{columns.lastSyncAt}</small>
          {shortTime(row.lastSyncAt, language)}
        </span>
        <span>
          <small>{columns.failCount}</small>
          {exactCount(row.failCount)}
        </span>
      </span>
    </>
  )
}
