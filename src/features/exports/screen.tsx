import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount, MISSING } from '../../kit/format/number.ts'
import { fullTime } from '../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { exportsList } from './contract.ts'
import { bytesOf } from './parts/bytes.ts'
import styles from './parts/exports.module.css'
import { Panel } from './parts/Panel.tsx'
import { Schedules } from './parts/Schedules.tsx'
import { StateCell } from './parts/StateCell.tsx'
import { Tiles, useSummary } from './parts/Tiles.tsx'
import { useActs } from './parts/useActs.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const ScheduleDialog = lazy(async () => ({ default: (await import('./parts/ScheduleDialog.tsx')).ScheduleDialog }))

/** The export centre (domain page S9): every file that was ordered, live while it is made. */
export default function ExportsScreen() {
  const { go } = useApp()
  const words = useText(text)
  const screen = useText(screenText)
  const [scheduling, setScheduling] = useState<string | null>(null)
  const actsOf = useActs(setScheduling)
  const seesAll = useMay('exports.all')
  const resources = useSummary().data?.resources ?? []
  return (
    <>
      <ListPage
        list={exportsList}
        text={text}
        summary={() => (
          <>
            <Tiles />
            <Schedules />
          </>
        )}
        cells={{
          status: (row) => <StateCell row={row} />,
          sizeBytes: (row) => (row.sizeBytes ? bytesOf(row.sizeBytes) : MISSING),
          rowCount: (row) => exactCount(row.rowCount),
        }}
        primary={['status', 'resource', 'createdAt']}
        withoutFilters={seesAll ? [] : ['isMine']}
        filterOptions={{ resource: resources.map(({ listKey, title }) => ({ value: listKey, label: title })) }}
        rowActions={(row) => actsOf({ ...row, attempts: row.attempts })}
        drawer={(id, close) => <Panel key={id} id={id} onSchedule={setScheduling} onClose={close} />}
        card={(row) => (
          <span className={styles.cardTop}>
            <b>{row.title}</b>
            <StateCell row={row} />
            <small>
              {[
                words.choices.format[row.format],
                exactCount(row.rowCount),
                row.sizeBytes ? bytesOf(row.sizeBytes) : null,
                fullTime(row.createdAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        )}
        emptyState={
          <Empty
            title={screen.empty}
            actions={
              <Button size="xs" onClick={() => go('/dashboard/data')}>
                {screen.goData}
              </Button>
            }
          >
            {screen.emptyWhy}
          </Empty>
        }
        withoutExport
      />
      {scheduling && (
        <Suspense>
          <ScheduleDialog key={scheduling} id={scheduling} onClose={() => setScheduling(null)} />
        </Suspense>
      )}
    </>
  )
}
