import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, CloseButton, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { askOf } from '../../../kit/list/listSearch.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { useAllows, useList } from '../../../kit/list/useList.ts'
import { useListState } from '../../../kit/list/useListState.ts'
import { articlesList, searchMiss } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './academy.module.css'
import { Entry } from './Entry.tsx'
import { Paths } from './Paths.tsx'
import { useCategories } from './use.ts'

const ORDERS = ['rank', 'publishedAt', 'views'] as const
const SHOWS = ['all', 'mustRead', 'unread'] as const
type Show = (typeof SHOWS)[number]
const SEARCH_DELAY_MS = 300
const MAX_KEYWORD = 60

/** What can be read: the tree, the search, and the articles with what the reader has done about each. */
export function Academy({ head }: { head: ReactNode }) {
  const { call } = useApp()
  const words = useText(screenText)
  const title = useText(text).title
  const mayWrite = useMay('articles.write')
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const { state, change } = useListState(articlesList, useAllows())
  const { keyword = '', categoryId = '', isMustRead, myState } = state.filters
  // Editors read here as readers do: what is out.
  const page = useList(articlesList, {
    ...askOf(state),
    ...(mayWrite && { status: 'published' }),
  })
  const rows = page.data?.list ?? []
  const narrow = (name: string, value: string) => {
    const { [name]: _, ...others } = state.filters
    change({ filters: value ? { ...others, [name]: value } : others })
  }
  const show: Show = isMustRead ? 'mustRead' : myState ? 'unread' : 'all'
  const setShow = (next: Show) => {
    const { isMustRead: _, myState: __, ...others } = state.filters
    change({
      filters: {
        ...others,
        ...(next === 'mustRead' && { isMustRead: 'true' }),
        ...(next === 'unread' && { myState: 'unread' }),
      },
    })
  }

  // Only a search over everything that found nothing tells the editors that something is missing.
  const foundNothing =
    page.isSuccess && !page.isPlaceholderData && page.data.total === 0 && Object.keys(state.filters).length === 1
  const told = useRef('')
  useEffect(() => {
    if (!foundNothing || !keyword || told.current === keyword) return
    told.current = keyword
    call(searchMiss, { body: { keyword: keyword.slice(0, MAX_KEYWORD) } }, { quiet: true }).catch(() => {})
  }, [call, foundNothing, keyword])

  const isFiltered = Object.keys(state.filters).length > 0
  return (
    <>
      <PageHead title={title}>{head}</PageHead>
      {!isFiltered && state.current === 1 && <Paths />}
      <div className={styles.page}>
        {isWide && <Tree value={categoryId} onChange={(id) => narrow('categoryId', id)} />}
        <div className={`card ${styles.main}`}>
          <div className={styles.bar}>
            <Search key={keyword ? 'set' : 'empty'} value={keyword} onSearch={(typed) => narrow('keyword', typed)} />
            {!isWide && <TreeSelect value={categoryId} onChange={(id) => narrow('categoryId', id)} />}
            <SegmentedControl
              aria-label={words.show}
              value={show}
              onChange={(next) => setShow(next as Show)}
              data={SHOWS.map((value) => ({ value, label: words.shows[value] }))}
            />
            <NativeSelect
              className={styles.order}
              aria-label={words.order}
              value={state.sort[0]?.field}
              onChange={(event) => change({ sort: [{ field: event.currentTarget.value, descending: true }] })}
              data={ORDERS.map((value) => ({ value, label: words.orders[value] }))}
            />
          </div>
          {page.isError && rows.length === 0 ? (
            <Failed error={page.error} onRetry={() => void page.refetch()} />
          ) : page.isPending ? (
            <div className={styles.waiting} aria-hidden>
              {Array.from({ length: 6 }, (_, at) => (
                <Skeleton key={at} height={72} radius="md" />
              ))}
            </div>
          ) : rows.length === 0 ? (
            <Empty
              title={isFiltered ? words.nothing : words.empty}
              actions={
                isFiltered && (
                  <Button size="xs" variant="default" onClick={() => change({ filters: {} })}>
                    {words.clear}
                  </Button>
                )
              }
            >
              {isFiltered ? foundNothing && keyword && words.nothingFor(keyword) : words.emptyBody}
            </Empty>
          ) : (
            <ul className={styles.entries} aria-label={words.list} aria-busy={page.isFetching || undefined}>
              {rows.map((row) => (
                <Entry key={row.articleId} row={row} keyword={keyword} />
              ))}
            </ul>
          )}
          {rows.length > 0 && (
            <Pager
              current={state.current}
              pageSize={state.pageSize}
              total={page.data?.total ?? null}
              isExact
              shown={rows.length}
              nextCursor={page.data?.nextCursor ?? null}
              cursorOf={() => undefined}
              onPage={(current) => change({ current })}
              onPageSize={(pageSize) => change({ pageSize })}
              isCompact={!isWide}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Searches while one types, after a short rest. */
function Search({ value, onSearch }: { value: string; onSearch(text: string): void }) {
  const words = useText(screenText)
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label={words.search}
      placeholder={words.search}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={typed && <CloseButton size="sm" aria-label={words.clearSearch} onClick={() => setTyped('')} />}
      maxLength={MAX_KEYWORD}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

function useTree() {
  const { language } = useApp()
  const { categories, options, isLoading } = useCategories()
  const below = (id: string) =>
    categories.filter((one) => one.parentId === id).reduce((sum, { count }) => sum + count, 0)
  return {
    isLoading,
    options,
    total: categories.reduce((sum, { count }) => sum + count, 0),
    nodes: categories.map((one) => ({
      id: one.id,
      isChild: one.parentId !== null,
      name: language === 'zh-CN' ? one.nameZh : one.nameEn,
      count: one.count + below(one.id),
    })),
  }
}

interface TreeProps {
  value: string
  onChange(id: string): void
}

function Tree({ value, onChange }: TreeProps) {
  const words = useText(screenText)
  const { nodes, total, isLoading } = useTree()
  return (
    <nav className={`card ${styles.tree}`} aria-label={words.category}>
      {isLoading ? (
        <div className={styles.waiting} aria-hidden>
          {Array.from({ length: 7 }, (_, at) => (
            <Skeleton key={at} height={20} radius="sm" />
          ))}
        </div>
      ) : (
        <ul>
          {[{ id: '', isChild: false, name: words.allCategories, count: total }, ...nodes].map(
            ({ id, isChild, name, count }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.node}
                  data-child={isChild || undefined}
                  aria-current={value === id || undefined}
                  onClick={() => onChange(id)}
                >
                  <span className="ellipsis">{name}</span>
                  <small className="tabular">{exactCount(count)}</small>
                </button>
              </li>
            ),
          )}
        </ul>
      )}
    </nav>
  )
}

function TreeSelect({ value, onChange }: TreeProps) {
  const words = useText(screenText)
  const { options } = useTree()
  return (
    <NativeSelect
      aria-label={words.category}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: words.allCategories }, ...options]}
    />
  )
}
