import { Button } from '@mantine/core'
import { IconFilterOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Failed, State } from '../feedback/State.tsx'
import { CallError, useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { listText } from './text.ts'

const PAGE_FAULTS = ['PAGE_TOO_DEEP', 'BAD_CURSOR']

interface EmptyProps {
  title: string
  applied: { name: string; label: string; words: string }[]
  isBeyondEnd: boolean
  emptyState: ReactNode
  onClear(): void
  onDrop(filter: string): void
  onFirst(): void
}

/** Nothing on this page, nothing for these filters, and nothing at all are three different things. */
function Empty({ title, applied, isBeyondEnd, emptyState, onClear, onDrop, onFirst }: EmptyProps) {
  const words = useText(listText)
  const last = applied.at(-1)
  if (isBeyondEnd) {
    return (
      <div className={styles.state}>
        <State
          icon={<IconInbox size={18} stroke={1.6} />}
          title={words.beyondEnd}
          actions={
            <Button size="xs" onClick={onFirst}>
              {words.firstPage}
            </Button>
          }
        >
          {words.beyondEndWhy}
        </State>
      </div>
    )
  }
  if (last) {
    return (
      <div className={styles.state}>
        <State
          icon={<IconFilterOff size={18} stroke={1.6} />}
          title={words.noMatch(title)}
          actions={
            <>
              <Button size="xs" onClick={onClear}>
                {words.clearFilters}
              </Button>
              {applied.length > 1 && (
                <Button size="xs" variant="default" onClick={() => onDrop(last.name)}>
                  {words.dropFilter(last.label)}
                </Button>
              )}
            </>
          }
        >
          {words.appliedFilters(applied.length, words.listOf(applied.map((one) => `${one.label} ${one.words}`)))}
        </State>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      {emptyState ?? (
        <State icon={<IconInbox size={18} stroke={1.6} />} title={words.empty}>
          {words.emptyWhy}
        </State>
      )}
    </div>
  )
}

/** A page that cannot be reached any more leads back to the first; anything else can be tried again. */
function ErrorState({ error, onRetry, onFirst }: { error: unknown; onRetry(): void; onFirst(): void }) {
  const words = useText(listText)
  if (error instanceof CallError && PAGE_FAULTS.includes(error.reason)) {
    return (
      <div className={styles.state} role="alert">
        <State
          icon={<IconInbox size={18} stroke={1.6} />}
          title={words.beyondEnd}
          actions={
            <Button size="xs" onClick={onFirst}>
              {words.firstPage}
            </Button>
          }
        >
          {error.message}
        </State>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <Failed error={error} onRetry={onRetry} />
    </div>
  )
}

export const ListStates = { Empty, Error: ErrorState }
