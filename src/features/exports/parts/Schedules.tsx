import { IconExternalLink, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '../../../core/contract.ts'
import { EXPORT_PAGE } from '../../../core/export.ts'
import { clockOf } from '../../../core/time.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { RowActions } from '../../../kit/list/RowActions.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { scheduleText } from '../../../kit/list/scheduleText.ts'
import type { Action } from '../../../kit/list/types.ts'
import { exportsList, scheduleDrop, scheduleList, schedulePause, scheduleResume } from '../contract.ts'
import { errors } from '../errors.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './schedules.module.css'
import { tones } from './tones.ts'

type Row = Reply<typeof scheduleList>['list'][number]

const icon = { size: 16, stroke: 1.6 } as const

/** What comes back by the clock: when next, what the last time came to. Absent where nothing does. */
export function Schedules() {
  const { call, language } = useApp()
  const words = useText(screenText).schedules
  const own = useText(text)
  const turns = useText(scheduleText).turn
  const actsOf = useScheduleActs()
  const { data } = useQuery({
    queryKey: [exportsList.key, scheduleList.path, language],
    queryFn: ({ signal }) => call(scheduleList, {}, { signal, quiet: true }),
  })
  if (!data || data.list.length === 0) return null
  return (
    <section className={`card ${styles.card}`} aria-labelledby="export-schedules">
      <h2 id="export-schedules">
        {words.title}
        <small>{data.list.length}</small>
      </h2>
      <ul>
        {data.list.map((row) => (
          <li key={row.id}>
            <div className={styles.what}>
              <b>{row.title}</b>
              <small>
                {[
                  own.choices.format[row.format],
                  ...(row.filters.length
                    ? row.filters.map(({ label, value }) => `${label} ${value}`)
                    : [words.noFilter]),
                  ...(row.isOwn ? [] : [row.ownerName]),
                ].join(' · ')}
              </small>
            </div>
            <div>
              <span>
                {row.cadence === 'daily' ? turns.daily(row.atTime) : turns[row.cadence](row.onDay, row.atTime)}
              </span>
              <small>
                {row.status === 'active'
                  ? words.next(clockOf(row.nextAt))
                  : row.pauseReason
                    ? words.pauseReasons.SCOPE_CHANGED
                    : ''}
              </small>
            </div>
            <Last row={row} />
            <div className={styles.acts}>
              <RowActions name={row.title} actions={actsOf(row)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether it rests, and what the last turn came to. */
function Last({ row }: { row: Row }) {
  const { language } = useApp()
  const words = useText(screenText).schedules
  const { status } = useText(text).choices
  const why = row.lastFailure && row.lastFailure in errors ? errors[row.lastFailure as keyof typeof errors] : null
  return (
    <div>
      {row.status === 'paused' ? (
        <Status tone={row.pauseReason ? 'red' : 'grey'}>{words.paused}</Status>
      ) : row.lastFailure ? (
        <Status tone="red">{words.nothing}</Status>
      ) : row.lastStatus ? (
        <Status tone={tones.status[row.lastStatus]}>{status[row.lastStatus]}</Status>
      ) : (
        <Status tone="grey">{words.never}</Status>
      )}
      <small title={why?.[language].includes('{') ? undefined : why?.[language]}>
        {row.lastAt && clockOf(row.lastAt)}
      </small>
    </div>
  )
}

function useScheduleActs(): (row: Row) => Action[] {
  const { call, notify, go } = useApp()
  const { schedules: words, done } = useText(screenText)
  const client = useQueryClient()
  const change = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      notify(said, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await client.invalidateQueries({ queryKey: [exportsList.key, scheduleList.path] })
    }
  }
  const drop = async ({ id, title }: Row) => {
    const isSure = await confirm({
      title: words.sureDrop(title),
      body: words.sureDropWhy,
      confirm: words.drop,
      isDanger: true,
    })
    if (isSure) await change(() => call(scheduleDrop, { params: { id } }), done.dropped)
  }
  return (row) => {
    const { id, version, lastJobId } = row
    const input = { params: { id }, body: { version } }
    return [
      row.status === 'active'
        ? {
            label: words.pause,
            icon: <IconPlayerPause {...icon} />,
            run: () => void change(() => call(schedulePause, input), done.paused),
          }
        : {
            label: words.resume,
            icon: <IconPlayerPlay {...icon} />,
            run: () => void change(() => call(scheduleResume, input), done.resumed),
          },
      ...(lastJobId
        ? [
            {
              label: words.latest,
              icon: <IconExternalLink {...icon} />,
              run: () => go(EXPORT_PAGE, { open: lastJobId }),
            },
          ]
        : []),
      { label: words.drop, icon: <IconTrash {...icon} />, isDanger: true, run: () => void drop(row) },
    ]
  }
}
