import { ActionIcon, Button, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { clockOf } from '../../core/time.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { feedbackText } from '../../kit/feedback/text.ts'
import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { KpiSkeleton } from '../../kit/list/KpiStrip.tsx'
import { Api } from './parts/Api.tsx'
import { Deadlines } from './parts/Deadlines.tsx'
import { Ingest } from './parts/Ingest.tsx'
import { Jobs } from './parts/Jobs.tsx'
import styles from './parts/monitor.module.css'
import { Plays } from './parts/Plays.tsx'
import { Rules } from './parts/Rules.tsx'
import { Anomalies, Online, Rollups, Unions } from './parts/Side.tsx'
import { Tiles } from './parts/Tiles.tsx'
import { useMonitor } from './parts/useMonitor.ts'
import { text } from './text.ts'

/** `09:42:31`, Asia/Shanghai, whose seconds are those of any zone. */
const secondOf = (instant: string): string => `${clockOf(instant).slice(11)}:${instant.slice(17, 19)}`

/** Data and operation at a glance, renewed every half minute (domain page S18). */
export default function MonitorScreen({ batches }: { batches: ReactNode }) {
  const words = useText(text)
  const { data, error, refetch, isFetching, isPaused, setPaused } = useMonitor()
  const clock = data && secondOf(data.at)
  return (
    <>
      <PageHead
        title={words.title}
        note={
          clock && (
            <>
              <i className={styles.dot} data-paused={isPaused || undefined} aria-hidden />
              {words.updated(clock)} · {isPaused ? words.paused : words.every}
            </>
          )
        }
      >
        <Button
          size="sm"
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? words.resume : words.pause}
        </Button>
        <Tooltip label={words.refresh}>
          <ActionIcon
            size={32}
            variant="default"
            aria-label={words.refresh}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            <IconRefresh size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </PageHead>
      {data && clock ? (
        <>
          {error && (
            <p className={styles.alert} role="status">
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
              {words.stale(clock)}
            </p>
          )}
          <Tiles monitor={data} />
          <div className={styles.page}>
            <div className={styles.main}>
              <Plays plays={data.plays} />
              <Deadlines deadlines={data.deadlines} at={data.at} />
              <Api api={data.api} replica={data.replica} at={data.at} />
              <Ingest ingest={data.ingest} at={data.at} />
              {batches}
              <Jobs jobs={data.jobs} />
            </div>
            <div className={styles.side}>
              <Rules rules={data.rules} at={data.at} />
              <Anomalies anomalies={data.anomalies} />
              <Rollups rollups={data.rollups} />
              <Unions unions={data.unions} />
              <Online online={data.online} />
            </div>
          </div>
        </>
      ) : error ? (
        <div className="card">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </>
  )
}

/** The page's shape before the answer. */
function Waiting() {
  const words = useText(feedbackText)
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      <KpiSkeleton tiles={6} />
      <div className={styles.page}>
        <div className={styles.main}>
          <Skeleton height={300} radius="lg" />
          <Skeleton height={420} radius="lg" />
        </div>
        <div className={styles.side}>
          <Skeleton height={480} radius="lg" />
          <Skeleton height={200} radius="lg" />
        </div>
      </div>
    </div>
  )
}
