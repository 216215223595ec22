import { useState } from 'react'
import { freezeSelection, MAX_IDS } from '../../core/bulk.ts'
import type { List } from '../../core/contract.ts'
import { sortText } from '../../core/listQuery.ts'
import { useApp } from '../hooks/app.ts'
import type { ListState } from './listSearch.ts'
import { collectIds } from './useList.ts'
import type { Chosen } from './useTableModel.ts'

interface Marked {
  of: string
  chosen: Chosen
  /** All rows of the filter, frozen on the server under an id. */
  frozen?: { id: string; count: number }
}
const NOTHING: Pick<Marked, 'chosen' | 'frozen'> = { chosen: {} }

/**
 * The selected rows of a list, across its pages. A selection belongs to the filter it was made under. `takesAll`: more rows
 * than one request names are frozen on the server.
 */
export function useSelection(list: List, { filters, sort }: ListState, total: number, takesAll: boolean) {
  const app = useApp()
  const of = JSON.stringify(filters)
  const [marked, setMarked] = useState<Marked>({ of, chosen: {} })
  const [isCollecting, setCollecting] = useState(false)
  const { chosen, frozen } = marked.of === of ? marked : NOTHING
  const choose = (next: Chosen) => setMarked({ of, chosen: next })
  const selectAll = async () => {
    setCollecting(true)
    try {
      if (takesAll && total > MAX_IDS) {
        const body = { listKey: list.key, query: new URLSearchParams(filters).toString() }
        const { id, count } = await app.call(freezeSelection, { body })
        setMarked({ of, chosen: {}, frozen: { id, count } })
        return
      }
      const all = await collectIds(app, list, { ...filters, sort: sortText(sort) }, MAX_IDS)
      choose(Object.fromEntries(all.map((id) => [id, true])))
    } finally {
      setCollecting(false)
    }
  }
  const ids = Object.keys(chosen)
  return { chosen, choose, ids, frozen, count: frozen?.count ?? ids.length, isCollecting, selectAll }
}
