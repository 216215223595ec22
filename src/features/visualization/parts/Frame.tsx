import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { listText } from '../../../kit/list/text.ts'
import { text } from '../text.ts'
import styles from './visualization.module.css'

interface FrameProps<A extends { dataThrough: string | null }> {
  title: string
  query: UseQueryResult<A>
  children(answer: A): ReactNode
}

/** Title, as of when, and every state a page of this group can be in. */
export function Frame<A extends { dataThrough: string | null }>({ title, query, children }: FrameProps<A>) {
  const words = useText(text)
  const lists = useText(listText)
  const { data, error, refetch, isFetching, isPending } = query
  return (
    <>
      <PageHead
        title={title}
        note={
          <>
            {data?.dataThrough && (
              <>
                <i className={styles.dot} aria-hidden />
                {lists.dataThrough(data.dataThrough)}
              </>
            )}
            <span role="status">{isFetching && !isPending ? words.refreshing : ''}</span>
          </>
        }
      />
      {data?.dataThrough ? (
        children(data)
      ) : data || error ? (
        <div className="card">
          {data ? (
            <Empty title={words.noData}>{words.noDataWhy}</Empty>
          ) : (
            <Failed error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : (
        <Loading rows={12} />
      )}
    </>
  )
}
