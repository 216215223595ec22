import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { List } from '../../core/contract.ts'
import { articlesList } from '../../features/articles/contract.ts'
import { collectionsList } from '../../features/collections/contract.ts'
import { dataList } from '../../features/data/contract.ts'
import { distributionList } from '../../features/distribution/contract.ts'
import { creatorsList } from '../../features/organisation/contract.ts'
import { sm4List, wlList } from '../../features/settlement/contract/statements.ts'
import { usersList } from '../../features/users/contract.ts'
import { useApp } from '../../kit/hooks/app.ts'
import { askList, useAllows } from '../../kit/list/useList.ts'

const ROWS = 5
const PAUSE_MS = 180
const LONGEST = 64

interface Source {
  list: List
  /** The filter that looks in names, titles and ids. */
  by: string
  page: string
  name: string
  note: string
  /** How the row is opened on its page. */
  open(id: string, keyword: string): Record<string, string>
}

/** Where rows are looked for. Each is its list's own question, so permission and scope are those of the list. */
const SOURCES: Source[] = [
  {
    list: dataList,
    by: 'keyword',
    page: '/dashboard/data',
    name: 'title',
    note: 'partnerName',
    open: (open, keyword) => ({ keyword, open }),
  },
  {
    list: usersList,
    by: 'keyword',
    page: '/dashboard/users',
    name: 'displayName',
    note: 'accessKey',
    open: (open, keyword) => ({ keyword, open }),
  },
  {
    list: articlesList,
    by: 'keyword',
    page: '/dashboard/article_detail',
    name: 'title',
    note: 'category',
    open: (id) => ({ id }),
  },
  {
    list: collectionsList,
    by: 'name',
    page: '/list/search-table',
    name: 'name',
    note: 'number',
    open: (open, name) => ({ name, open }),
  },
  {
    list: creatorsList,
    by: 'keyword',
    page: '/system/organisation',
    name: 'nickname',
    note: 'partner',
    open: (open, keyword) => ({ tab: 'creators', keyword, open }),
  },
  {
    list: distributionList,
    by: 'keyword',
    page: '/dashboard/distribute_videos',
    name: 'title',
    note: 'supplierName',
    open: (open, keyword) => ({ keyword, open }),
  },
  {
    list: wlList,
    by: 'keyword',
    page: '/dashboard/settlement/settlement_wl',
    name: 'no',
    note: 'partnerName',
    open: (statement) => ({ statement }),
  },
  {
    list: sm4List,
    by: 'keyword',
    page: '/dashboard/settlement/settlement_sm4',
    name: 'no',
    note: 'partnerName',
    open: (statement) => ({ statement }),
  },
]

export interface FoundRow {
  id: string
  name: string
  note: string
  path: string
  search: Record<string, string>
}

/** Rows of every list the user may read whose name, title or id has the keyword, five of each. */
export function useFoundRows(keyword: string): { groups: { page: string; rows: FoundRow[] }[]; isLooking: boolean } {
  const app = useApp()
  const allows = useAllows()
  const [asked] = useDebouncedValue(keyword.slice(0, LONGEST), PAUSE_MS)
  const sources = SOURCES.filter(({ list }) => allows(list.permission))
  const answers = useQueries({
    queries: sources.map(({ list, by }) => {
      const search = { [by]: asked, pageSize: String(ROWS), total: 'none' }
      return {
        queryKey: [list.key, 'palette', search, app.language],
        queryFn: ({ signal }: { signal: AbortSignal }) => askList(app, list, search, { signal, quiet: true }),
        enabled: asked !== '',
        retry: false,
      }
    }),
  })
  const groups = sources.map(({ list, page, name, note, open }, at) => ({
    page,
    rows: (keyword && asked ? (answers[at]?.data?.list ?? []) : []).map((each) => {
      const row = each as Record<string, unknown>
      const id = String(row[list.rowId])
      return {
        id: `${list.key}:${id}`,
        name: String(row[name] ?? id),
        note: String(row[note] ?? ''),
        path: page,
        search: open(id, asked),
      }
    }),
  }))
  return { groups, isLooking: keyword !== '' && (keyword !== asked || answers.some(({ isFetching }) => isFetching)) }
}
