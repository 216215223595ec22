import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Skeleton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { LABELS, SEVERITIES } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Level } from './Level.tsx'
import styles from './risk.module.css'
import { type CaseRow, type QueueTab, useNow, type useQueue } from './useRisk.ts'

interface QueueProps {
  tab: QueueTab
  counts: Record<QueueTab, number | undefined>
  onTab(tab: QueueTab): void
  filters: Record<string, string>
  onFilters(filters: Record<string, string>): void
  queue: ReturnType<typeof useQueue>
  chosen: string | undefined
  onChoose(id: string): void
}

/** The queue's pane: whose cases, which levels and labels, and the cases, the most urgent first. */
export function Queue({ tab, counts, onTab, filters, onFilters, queue, chosen, onChoose }: QueueProps) {
  const words = useText(screenText)
  const now = useNow(30_000)
  const withCount = (name: QueueTab) => (
    <>
      {words.tabs[name]} <span className="tabular">{counts[name] ?? ''}</span>
    </>
  )
  const empty = {
    all: { title: words.queueEmpty, body: words.queueEmptyBody },
    mine: { title: words.mineEmpty, body: words.mineEmptyBody },
    appeals: { title: words.appealsEmpty, body: words.appealsEmptyBody },
  }[tab]
  return (
    <section className={styles.queue} aria-label={words.tabs.label}>
      <div className={styles.queueHead}>
        <SegmentedControl
          className={styles.tabs}
          aria-label={words.tabs.label}
          withItemsBorders={false}
          value={tab}
          onChange={(value) => onTab(value as QueueTab)}
          data={(['all', 'mine', 'appeals'] as const).map((value) => ({ value, label: withCount(value) }))}
        />
        <QueueFilter filters={filters} onFilters={onFilters} />
      </div>
      {queue.isPending ? (
        <Skeletons />
      ) : queue.isError && queue.rows.length === 0 ? (
        <Failed error={queue.error} onRetry={() => void queue.refetch()} />
      ) : queue.rows.length === 0 ? (
        <Empty title={empty.title}>{empty.body}</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <ul className={styles.rows} tabIndex={0} aria-label={words.queue}>
          {queue.rows.map((row) => (
            <Row key={row.caseId} row={row} now={now} isChosen={row.caseId === chosen} onChoose={onChoose} />
          ))}
          {queue.total > queue.rows.length && (
            <li className={styles.moreRows}>{words.more(queue.total - queue.rows.length)}</li>
          )}
        </ul>
      )}
    </section>
  )
}

function Row({
  row,
  now,
  isChosen,
  onChoose,
}: {
  row: CaseRow
  now: number
  isChosen: boolean
  onChoose(id: string): void
}) {
  const words = useText(screenText)
  const names = useText(text)
  const minutes = (+new Date(row.slaDueAt ?? row.createdAt) - now) / 60_000
  return (
    <li ref={(item) => (isChosen ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}>
      <button
        type="button"
        className={styles.row}
        data-keys
        aria-current={isChosen || undefined}
        onClick={() => onChoose(row.caseId)}
      >
        <Cover id={row.videoId} url={row.coverUrl} width={64} height={36} />
        <span className={styles.rowText}>
          <span className="ellipsis">{row.title}</span>
          <span className={styles.rowFacts}>
            {row.severity && <Level severity={row.severity} />}
            <span className="ellipsis">{names.choices.label[row.label]}</span>
            <span className={styles.due} data-late={minutes < 0 || undefined}>
              {words.due(minutes)}
            </span>
          </span>
        </span>
      </button>
    </li>
  )
}

function QueueFilter({ filters, onFilters }: Pick<QueueProps, 'filters' | 'onFilters'>) {
  const words = useText(screenText)
  const names = useText(text)
  const count = Object.keys(filters).length
  const group = (name: 'severity' | 'label', values: readonly string[], title: string) => (
    <Checkbox.Group
      label={title}
      value={filters[name]?.split(',') ?? []}
      onChange={(chosen) => {
        const { [name]: _, ...rest } = filters
        onFilters(chosen.length > 0 ? { ...rest, [name]: chosen.join(',') } : rest)
      }}
    >
      <div className={styles.checks}>
        {values.map((value) => (
          <Checkbox
            key={value}
            size="xs"
            value={value}
            label={(names.choices[name] as Record<string, string>)[value]}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
  return (
    <Popover position="bottom-end" width={280} withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon
          size={32}
          aria-label={count ? `${words.filter} (${count})` : words.filter}
          title={words.filter}
          data-active={count > 0 || undefined}
          className={styles.filter}
        >
          <IconFilter size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.filter}>
        <div className={styles.filterForm}>
          {group('severity', SEVERITIES, words.filterLevel)}
          {group('label', LABELS, words.filterLabel)}
          <Button size="xs" variant="default" disabled={count === 0} onClick={() => onFilters({})}>
            {words.clearFilter}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Skeletons() {
  return (
    <div className={styles.rows} aria-hidden>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={styles.row}>
          <Skeleton width={64} height={36} radius="sm" />
          <span className={styles.rowText}>
            <Skeleton height={12} width={`${90 - ((at * 17) % 40)}%`} my={4} radius="sm" />
            <Skeleton height={10} width="60%" my={4} radius="sm" />
          </span>
        </div>
      ))}
    </div>
  )
}
