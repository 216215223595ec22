import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Platform } from '../../../core/works.ts'
import { workText } from '../../../core/workText.ts'
import { change, exactCount, MISSING, shortCount } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Cover } from '../../../kit/list/Cover.tsx'
import { Delta } from '../../../kit/list/Delta.tsx'
import { articlesList, statisticsCard, videoCard } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './body.module.css'

/** A video with its figures of now, as far as the reader may see them. */
export function VideoCard({ id }: { id: string }) {
  const { call, language } = useApp()
  const words = useText(screenText).detail.card
  const works = useText(workText)
  const mayOpen = useMay('data.read')
  const { data, error } = useQuery({
    queryKey: [articlesList.key, videoCard.path, id],
    queryFn: ({ signal }) => call(videoCard, { params: { id } }, { signal, quiet: true }),
    retry: false,
  })
  if (error)
    return (
      <p className={styles.cardNote}>
        {error instanceof CallError && error.code === 404 ? words.hidden : words.failed}
      </p>
    )
  if (!data) return <Skeleton height={72} radius="md" />
  return (
    <figure className={styles.video} aria-label={words.video}>
      <Cover id={data.id} url={data.coverUrl} width={96} height={54} />
      <figcaption>
        <b className="ellipsis">{data.title}</b>
        <small>{works.platform[data.platform as Platform] ?? data.platform}</small>
      </figcaption>
      <Figure label={words.plays} exact={exactCount(data.plays)}>
        {shortCount(data.plays, language)}
      </Figure>
      <Figure label={words.playsDay} exact={exactCount(data.playsDay)}>
        {data.playsDay === null ? MISSING : shortCount(data.playsDay, language)}
      </Figure>
      {mayOpen && (
        <PageLink className="link" path="/dashboard/data" search={{ open: data.id }}>
          {words.open}
        </PageLink>
      )}
    </figure>
  )
}

/** The reader's own newest complete day. */
export function StatisticsCard() {
  const { call, language } = useApp()
  const words = useText(screenText).detail.card
  const { data, error } = useQuery({
    queryKey: [articlesList.key, statisticsCard.path],
    queryFn: ({ signal }) => call(statisticsCard, {}, { signal, quiet: true }),
    retry: false,
  })
  if (error) return <p className={styles.cardNote}>{words.failed}</p>
  if (!data) return <Skeleton height={72} radius="md" />
  if (!data.day) return <p className={styles.cardNote}>{words.noDay}</p>
  return (
    <figure className={styles.statistics} aria-label={words.statistics}>
      <figcaption>
        <b>{words.statistics}</b>
        <small>{words.statisticsNote(shortDay(data.day, language))}</small>
      </figcaption>
      <Figure label={words.plays} exact={exactCount(data.plays)}>
        {shortCount(data.plays, language)}
        <Delta change={change(data.plays, data.playsBefore)} />
      </Figure>
      <Figure label={words.activeVideos}>{exactCount(data.activeVideos)}</Figure>
      <Figure label={words.newVideos}>{exactCount(data.newVideos)}</Figure>
    </figure>
  )
}

function Figure({ label, exact, children }: { label: string; exact?: string; children: ReactNode }) {
  return (
    <span className={styles.figure} title={exact}>
      <small>{label}</small>
      <span className="tabular">{children}</span>
    </span>
  )
}
