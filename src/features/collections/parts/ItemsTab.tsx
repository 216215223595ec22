import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconDownload, IconPlus, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, rate, shortCount, signed } from '../../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { collectionItems, collectionRemove, collectionsList, ITEMS_PAGE } from '../contract.ts'
import { text } from '../text.ts'
import type { Detail } from './CollectionDrawer.tsx'
import styles from './collections.module.css'

/** The collection's videos with their figures; they can be added, taken out and downloaded. */
export function ItemsTab({ detail, onPaste }: { detail: Detail; onPaste(): void }) {
  const { call, notify, download, language } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const canWrite = useMay('collections.write') && !detail.isReadOnly
  const params = { id: detail.collectionId }
  const { data, error, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [collectionsList.key, 'items', detail.collectionId],
    queryFn: ({ pageParam, signal }) =>
      call(collectionItems, { params, query: { current: pageParam } }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * ITEMS_PAGE < last.total ? pages.length + 1 : undefined),
  })
  const take = async (videoId: string) => {
    const body = detail.rule ? words.confirm.removeRuleBody : words.confirm.removeBody
    if (!(await confirm({ title: words.confirm.removeTitle(1), body, confirm: words.actions.remove, isDanger: true })))
      return
    try {
      const { done } = await call(collectionRemove, { params, body: { target: { ids: [videoId] } } })
      notify(words.done.removed(done), 'success')
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    }
    await refresh()
  }
  if (isError && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return Array.from({ length: 5 }, (_, index) => <Skeleton key={index} height={44} radius="sm" aria-busy />)
  const rows = data.pages.flatMap(({ items }) => items)
  const total = data.pages[0]!.total
  return (
    <>
      <div className={styles.panelHead}>
        <span>{words.drawer.total(exactCount(total))}</span>
        <span>
          {canWrite && (
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.8} />} onClick={onPaste}>
              {words.actions.addItems}
            </Button>
          )}
          {total > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} stroke={1.6} />}
              onClick={() => void download(`/api/collections/${detail.collectionId}/items.csv`).catch(() => {})}
            >
              {words.actions.downloadItems}
            </Button>
          )}
        </span>
      </div>
      {rows.length === 0 && (
        <Empty title={words.drawer.noItems}>
          {detail.rule ? words.drawer.noItemsRule : words.drawer.noItemsManual}
        </Empty>
      )}
      <ul className={styles.items} aria-label={words.drawer.tabs.items}>
        {rows.map((item) => (
          <li key={item.videoId} className={styles.item}>
            <Cover id={item.videoId} url={item.coverUrl} durationMs={item.durationMs} width={56} height={32} />
            <span className={styles.itemText}>
              <span className="ellipsis" title={item.title}>
                {item.title || words.drawer.untitled}
              </span>
              <small className="ellipsis">
                {[
                  words.platforms[item.platform as keyof typeof words.platforms],
                  item.creatorName ?? MISSING,
                  words.drawer.sources[item.source as keyof typeof words.drawer.sources],
                ].join(' · ')}
              </small>
            </span>
            <span className={styles.itemFigures}>
              <span>
                <span title={exactCount(item.playCount)}>{shortCount(item.playCount, language)}</span>{' '}
                <small>{words.drawer.plays}</small>
              </span>
              <small>
                {words.drawer.delta} {signed(item.playDelta1d)} · {words.drawer.finishRate} {rate(item.finishRate)}
              </small>
            </span>
            {canWrite && (
              <Tooltip label={words.actions.remove}>
                <ActionIcon
                  size={28}
                  aria-label={`${words.actions.remove} ${item.title}`}
                  onClick={() => void take(item.videoId)}
                >
                  <IconX size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.drawer.more}
        </Button>
      )}
    </>
  )
}
