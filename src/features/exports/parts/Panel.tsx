import { Button, CloseButton, CopyButton, Skeleton } from '@mantine/core'
import { IconCalendarRepeat, IconCopy, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { exportDetail, exportsList } from '../contract.ts'
import { failureOf } from '../failure.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { bytesOf } from './bytes.ts'
import styles from './exports.module.css'
import { tones } from './tones.ts'

/** One export: the filter it holds, its sums and what proves the file. */
export function Panel({ id, onSchedule, onClose }: { id: string; onSchedule(id: string): void; onClose(): void }) {
  const { call, download, language } = useApp()
  const words = useText(text)
  const { actions, panel } = useText(screenText)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [exportsList.key, 'detail', id, language],
    queryFn: ({ signal }) => call(exportDetail, { params: { id } }, { signal, quiet: true }),
  })
  const close = <CloseButton size={32} aria-label={actions.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={120} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const isDone = data.status === 'done'
  const facts: [string, ReactNode][] = [
    [panel.fileName, data.fileName ?? MISSING],
    [panel.rows, exactCount(isDone || data.status === 'expired' ? data.rowCount : data.rowEstimate)],
    [panel.size, data.sizeBytes ? bytesOf(data.sizeBytes) : MISSING],
    [panel.owner, data.ownerName],
    [panel.ordered, fullTime(data.createdAt)],
    [panel.snapshot, fullTime(data.snapshotAt)],
    [panel.through, data.dataThrough ?? MISSING],
    [panel.expires, fullTime(data.expiresAt)],
    [panel.downloads, panel.times(exactCount(data.downloads))],
  ]
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div>
            <h2>{data.title}</h2>
            <Status tone={tones.status[data.status]}>{words.choices.status[data.status]}</Status>
          </div>
          {close}
        </div>
      }
      footer={
        isDone && (
          <>
            <Button
              variant="default"
              leftSection={<IconCalendarRepeat size={16} stroke={1.6} />}
              onClick={() => onSchedule(id)}
            >
              {actions.schedule}
            </Button>
            <Button
              leftSection={<IconDownload size={16} stroke={1.6} />}
              onClick={() =>
                void download(`/api/exports/${id}/file`).then(
                  () => refetch(),
                  () => undefined,
                )
              }
            >
              {actions.download}
            </Button>
          </>
        )
      }
    >
      <div className={styles.panel}>
        {data.failure && (
          <p className={styles.fault} role="alert">
            {failureOf(data.failure, language)}
          </p>
        )}
        <Block title={panel.facts} pairs={facts} />
        {data.sha256 && <Checksum sha256={data.sha256} />}
        <Block
          title={panel.filters}
          pairs={data.filters.map(({ label, value }) => [label, value])}
          empty={panel.noFilter}
        />
        {data.totals.length > 0 && (
          <Block title={panel.totals} pairs={data.totals.map(({ label, value }) => [label, grouped(value)])} />
        )}
        <section>
          <h3>{panel.columns(data.columns.length)}</h3>
          <p>{data.columns.join(panel.separator)}</p>
        </section>
        {data.parts.length > 1 && (
          <Block
            title={panel.parts}
            pairs={data.parts.map(({ name, rows, bytes }) => [
              name,
              `${panel.partRows(exactCount(rows))} · ${bytesOf(bytes)}`,
            ])}
          />
        )}
      </div>
    </DrawerPage>
  )
}

/** What `sha256sum` says of the file, to be copied. */
function Checksum({ sha256 }: { sha256: string }) {
  const { panel } = useText(screenText)
  return (
    <section>
      <h3>SHA-256</h3>
      <div className={styles.checksum}>
        <p>{sha256}</p>
        <CopyButton value={sha256}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
              {copied ? panel.copied : panel.copy}
            </Button>
          )}
        </CopyButton>
      </div>
    </section>
  )
}

/** Digits in groups of three; sums may be longer than a number holds. */
const grouped = (sum: string): string => sum.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')

function Block({ title, pairs, empty }: { title: string; pairs: [string, ReactNode][]; empty?: string }) {
  return (
    <section>
      <h3>{title}</h3>
      {pairs.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <dl className={styles.facts}>
          {pairs.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
