import { Button, CloseButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { MenuNode } from '../../../core/menuTree.ts'
import type { SettingKey } from '../../../core/settings.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { DrawerPage, RowDrawer } from '../../../kit/list/RowDrawer.tsx'
import { type Change, configHistory, type Item } from '../contract.ts'
import { text } from '../text.ts'
import styles from './config.module.css'
import { differencesOf } from './differences.ts'
import { linesOf } from './tree.ts'
import { historyKey, useChange } from './useConfig.ts'

interface HistoryDrawerProps {
  /** One setting; without it all of them. */
  of?: SettingKey | undefined
  items: readonly Item[]
  onClose(): void
}

/** What was set, by whom, from what to what, and the way back to each version. */
export default function HistoryDrawer({ of, items, onClose }: HistoryDrawerProps) {
  const { call } = useApp()
  const words = useText(text)
  const query = useInfiniteQuery({
    queryKey: historyKey(of),
    queryFn: ({ signal, pageParam }) =>
      call(
        configHistory,
        { query: { ...(of && { key: of }), ...(pageParam && { before: pageParam }) } },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.before,
  })
  const changes = query.data?.pages.flatMap(({ list }) => list) ?? []
  const title = of ? words.historyOf(words.settings[of].name) : words.history
  return (
    <RowDrawer name={title} isOpen onClose={onClose}>
      <DrawerPage
        header={
          <div className={styles.drawerHead}>
            <h2>{title}</h2>
            <CloseButton onClick={onClose} />
          </div>
        }
      >
        <div className={styles.drawerBody}>
          {query.isPending ? (
            <Loading rows={4} />
          ) : query.error ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : changes.length === 0 ? (
            <Empty title={words.noHistory} />
          ) : (
            <ol className={styles.changes}>
              {changes.map((change) => {
                const item = items.find(({ key }) => key === change.key)
                return <Entry key={`${change.key} ${change.version}`} change={change} item={item} isNamed={!of} />
              })}
            </ol>
          )}
          {query.hasNextPage && (
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {words.older}
            </Button>
          )}
        </div>
      </DrawerPage>
    </RowDrawer>
  )
}

function Entry({ change, item, isNamed }: { change: Change; item: Item | undefined; isNamed: boolean }) {
  const { notify } = useApp()
  const words = useText(text)
  const name = item ? words.settings[item.key].name : change.key
  const { restore, isBusy } = useChange(item ?? { key: change.key as SettingKey, version: 0 })
  const isCurrent = item?.version === change.version
  const again = async () => {
    if (!(await confirm({ ...words.restoreAsk, title: words.restoreAsk.title(name, change.version) }))) return
    try {
      await restore(change.version)
      notify(words.restored(change.version), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.reason !== 'STALE') notify(error.message, 'error')
    }
  }
  return (
    <li>
      <p className={styles.changeHead}>
        <strong>{isNamed ? name : words.version(change.version)}</strong>
        {isNamed && <span>{words.version(change.version)}</span>}
        <time className="tabular">{fullTime(change.at)}</time>
      </p>
      <p className={styles.changeBy}>
        <span>
          {change.by ?? words.someone}
          {change.note && ` · ${change.note}`}
        </span>
        {isCurrent ? (
          <span>{words.current}</span>
        ) : (
          item && (
            <button type="button" className={styles.textButton} disabled={isBusy} onClick={() => void again()}>
              {words.restore}
            </button>
          )
        )}
      </p>
      <dl className={styles.diff}>
        {differencesOf(shownOf(change.key, change.before), shownOf(change.key, change.after)).map(
          ({ at, before, after }) => (
            <div key={at}>
              <dt>{at ? labelOf(at, words.fields) : name}</dt>
              <dd>
                <del>{before ?? words.standard}</del>
                <span aria-hidden>→</span>
                <ins>{after ?? words.standard}</ins>
              </dd>
            </div>
          ),
        )}
      </dl>
    </li>
  )
}

/** A menu is compared line by line: where each stands and how. */
const shownOf = (key: string, value: unknown): unknown =>
  key === 'menu.tree' && value !== null ? linesOf(value as MenuNode[]) : value

/** `0.title.zh-CN` in words. */
const labelOf = (at: string, fields: Record<string, string>): string =>
  at.startsWith('/') || at.includes('://')
    ? at
    : at
        .split('.')
        .map((part) => fields[part] ?? (/^\d+$/.test(part) ? String(+part + 1) : part))
        .join(' · ')
