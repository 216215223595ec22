import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './users.module.css'

interface BatchesProps {
  query: {
    isPending: boolean
    error: unknown
    refetch(): unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
  isEmpty: boolean
  empty: string
  children: ReactNode
}

/** The states around a list that grows by batches. */
export function Batches({ query, isEmpty, empty, children }: BatchesProps) {
  const words = useText(text)
  if (query.isPending) return <Loading rows={4} />
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (isEmpty) return <Empty title={empty} />
  return (
    <>
      {children}
      {query.hasNextPage && (
        <div className={styles.loadMore}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.loadMore}
          </Button>
        </div>
      )}
    </>
  )
}
