import { Button, Skeleton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayOf } from '../../../core/time.ts'
import type { Platform } from '../../../core/works.ts'
import { workText } from '../../../core/workText.ts'
import { copyText } from '../../../kit/format/copyText.ts'
import { change, exactCount, MISSING, shortCount } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Cover } from '../../../kit/list/Cover.tsx'
import { Delta } from '../../../kit/list/Delta.tsx'
import type { CardKind } from '../allowed.ts'
import { articlesList, statisticsCard, tokenCard, videoCard } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './body.module.css'

/** A card of a text, as the reader may see it. */
export function LiveCard({ kind, id }: { kind: CardKind; id: string }) {
  if (kind === 'video') return <VideoCard id={id} />
  return kind === 'token' ? <TokenCard id={id} /> : <StatisticsCard />
}

/** A video with its figures of now, as far as the reader may see them. */
function VideoCard({ id }: { id: string }) {
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

/** The 口令 a link is shared by now, to be copied; why there is none is not told. */
function TokenCard({ id }: { id: string }) {
  const { call, notify, language } = useApp()
  const words = useText(screenText).detail.card
  const { data, error } = useQuery({
    queryKey: [articlesList.key, tokenCard.path, id],
    queryFn: ({ signal }) => call(tokenCard, { params: { id } }, { signal, quiet: true }),
    retry: false,
  })
  if (error)
    return (
      <p className={styles.cardNote}>
        {error instanceof CallError && error.code === 404 ? words.noToken : words.tokenFailed}
      </p>
    )
  if (!data) return <Skeleton height={72} radius="md" />
  const copy = async () => {
    const isCopied = await copyText(data.shareText)
    notify(isCopied ? words.copied : words.copyFailed, isCopied ? 'success' : 'error')
  }
  return (
    <figure className={styles.token} aria-label={words.token}>
      <figcaption>
        <b className="ellipsis">{data.title}</b>
        <small>
          {words.token} · {words.until(shortDay(dayOf(Date.parse(data.expireAt) - 1), language))}
        </small>
      </figcaption>
      <code>{data.tokenText}</code>
      <Button size="xs" variant="default" leftSection={<IconCopy size={14} stroke={1.6} />} onClick={() => void copy()}>
        {words.copy}
      </Button>
    </figure>
  )
}

/** The reader's own newest complete day. */
function StatisticsCard() {
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
