import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { screenText } from '../screenText.ts'
import { CasePane } from './CasePane.tsx'
import { KeySheet } from './KeySheet.tsx'
import { Queue } from './Queue.tsx'
import styles from './risk.module.css'
import { Side } from './Side.tsx'
import { type QueueTab, useCase, useQueue } from './useRisk.ts'

interface ConsoleProps {
  counts: Record<QueueTab, number | undefined>
}

/** The review desk: queue, case, decision; below 992 pixels one case at a time (domain page S7, look "Review"). */
export function Console({ counts }: ConsoleProps) {
  const words = useText(screenText)
  const page = usePage()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [tab, setTab] = useState<QueueTab>('all')
  const [filters, setFilters] = useState<Record<string, string>>({})
  const [isShown, setShown] = useState(false)
  const [isQueueOpen, setQueueOpen] = useState(false)
  const [hasSheet, setSheet] = useState(false)
  const queue = useQueue(tab, filters)
  const { open } = page.search
  const chosen = open ?? queue.rows[0]?.caseId
  const { data, isError, error, refetch } = useCase(chosen)
  const detail = data?.caseId === chosen ? data : undefined
  const at = queue.rows.findIndex(({ caseId }) => caseId === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another case is covered again
  useEffect(() => setShown(false), [chosen])

  const choose = (caseId: string | undefined) => {
    setQueueOpen(false)
    page.setSearch({ ...page.search, open: caseId ?? '' }, { replace: true })
  }
  const move = (by: 1 | -1) => {
    const next = queue.rows[at < 0 ? 0 : Math.min(queue.rows.length - 1, Math.max(0, at + by))]
    if (next) choose(next.caseId)
  }
  /** After a case is done: the one that stood behind it, or before it at the end. */
  const leave = () => {
    const next = queue.rows[at + 1] ?? queue.rows[at - 1] ?? queue.rows.find(({ caseId }) => caseId !== chosen)
    choose(next?.caseId)
  }
  const queuePane = (
    <Queue
      tab={tab}
      counts={counts}
      onTab={(next) => {
        setTab(next)
        choose(undefined)
      }}
      filters={filters}
      onFilters={(next) => {
        setFilters(next)
        choose(undefined)
      }}
      queue={queue}
      chosen={chosen}
      onChoose={choose}
    />
  )
  const body = detail ? (
    <CasePane key={detail.caseId} detail={detail} isShown={isShown} onShow={setShown} onOpen={choose} />
  ) : isError ? (
    <Failed error={error} onRetry={() => void refetch()} />
  ) : chosen || queue.isPending ? (
    <CaseSkeleton />
  ) : (
    <Empty title={words.queueEmpty}>{words.queueEmptyBody}</Empty>
  )
  const side = (
    <Side
      detail={detail}
      isLoading={!!chosen && !detail}
      onMove={move}
      onLeave={leave}
      onStay={choose}
      onShow={setShown}
      onSheet={() => setSheet(true)}
    />
  )
  return (
    <>
      {isWide ? (
        <div className={`card ${styles.console}`}>
          {queuePane}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.case} tabIndex={0} aria-label={detail?.video.title ?? words.views.queue}>
            {body}
          </section>
          {side}
        </div>
      ) : (
        <>
          <div className={styles.pager}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={words.previous}
              disabled={at <= 0}
              onClick={() => move(-1)}
            >
              <IconChevronLeft size={16} stroke={1.6} />
            </ActionIcon>
            <span className="tabular">{words.position(at + 1, queue.total)}</span>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={words.next}
              disabled={at < 0 || at >= queue.rows.length - 1}
              onClick={() => move(1)}
            >
              <IconChevronRight size={16} stroke={1.6} />
            </ActionIcon>
            <Button variant="default" className={styles.pagerEnd} onClick={() => setQueueOpen(true)}>
              {words.queue}
            </Button>
          </div>
          <section className={`card ${styles.mobileCase}`} aria-label={detail?.video.title ?? words.views.queue}>
            {body}
          </section>
          {side}
          <Drawer.Root opened={isQueueOpen} onClose={() => setQueueOpen(false)} size={320} position="right">
            <Drawer.Overlay backgroundOpacity={0.28} />
            <Drawer.Content aria-label={words.queue}>{queuePane}</Drawer.Content>
          </Drawer.Root>
        </>
      )}
      {hasSheet && <KeySheet onClose={() => setSheet(false)} />}
    </>
  )
}

function CaseSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton width={220} height={18} radius="sm" />
      <Skeleton width="70%" height={20} my={10} radius="sm" />
      <Skeleton height={280} radius="md" />
      <Skeleton height={120} mt={16} radius="md" />
    </div>
  )
}
