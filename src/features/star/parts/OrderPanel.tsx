import { ActionIcon, Button, CloseButton, Skeleton, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, money, rate, shorten } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { starDetail, starFollow, starList } from '../contract.ts'
import { FOLLOW_STATES } from '../fields.ts'
import { text } from '../text.ts'
import styles from './star.module.css'
import { tones } from './tones.ts'

const NEXT = { none: 'following', following: 'reviewed', reviewed: 'following' } as const
type Order = Reply<typeof starDetail>['order']

/** One order: its figures, what people say of the video, and how far we are with it. */
export function OrderPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { call, notify, go } = useApp()
  const words = useText(text)
  const refresh = useRefresh(starList)
  const [isBusy, setBusy] = useState(false)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [starList.key, 'detail', id],
    queryFn: ({ signal }) => call(starDetail, { params: { id } }, { signal, quiet: true }),
  })
  const close = <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={96} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const { order } = data
  const next = NEXT[order.followState]
  // The next step last, as the primary one.
  const others = [...FOLLOW_STATES.filter((state) => state !== order.followState && state !== next), next]
  const follow = async (followState: (typeof FOLLOW_STATES)[number]) => {
    setBusy(true)
    try {
      await call(starFollow, { params: { id }, body: { followState, version: order.version } })
      notify(words.done.followed, 'success')
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  return (
    <DrawerPage
      header={<Identity order={order} close={close} />}
      footer={
        <>
          {order.videoId && (
            <Button
              variant="subtle"
              mr="auto"
              onClick={() => go('/dashboard/data', { keyword: order.itemId!, open: order.videoId! })}
            >
              {words.actions.openData}
            </Button>
          )}
          {others.map((state, at) => (
            <Button
              key={state}
              variant={at === others.length - 1 ? 'filled' : 'default'}
              loading={isBusy}
              onClick={() => void follow(state)}
            >
              {words.actions.follow(words.choices.followState[state])}
            </Button>
          ))}
        </>
      }
    >
      <div className={styles.panel}>
        <Figures order={order} />
        <Sentiment order={order} />
        <About order={order} />
      </div>
    </DrawerPage>
  )
}

function Identity({ order, close }: { order: Order; close: ReactNode }) {
  const words = useText(text)
  const link = /^https?:\/\//i.test(order.videoUrl ?? '') ? order.videoUrl : null
  return (
    <div className={styles.identity}>
      {order.itemId && (
        <Cover
          id={order.videoId ?? order.id}
          url={order.coverUrl}
          durationMs={order.durationMs}
          width={128}
          height={72}
        />
      )}
      <div className={styles.identityText}>
        <h2>{order.title || words.noVideo}</h2>
        <p>{[order.demandName, order.authorName, order.partnerName].filter(Boolean).join(' · ') || MISSING}</p>
        <div className={styles.tags}>
          <Status tone={tones.orderStatus[order.orderStatus]}>{words.choices.orderStatus[order.orderStatus]}</Status>
          <Tag tone="blue">{words.choices.settlementType[order.settlementType]}</Tag>
          <Tag tone="grey">{words.choices.followState[order.followState]}</Tag>
        </div>
      </div>
      <div className={styles.tools}>
        {link && (
          <Tooltip label={words.actions.openVideo}>
            <ActionIcon
              component="a"
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={words.actions.openVideo}
            >
              <IconExternalLink size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        {close}
      </div>
    </div>
  )
}

function Figures({ order }: { order: Order }) {
  const { language } = useApp()
  const words = useText(text)
  const plays = order.playCount === null ? null : shorten(order.playCount, language)
  return (
    <>
      <KpiStrip
        label={words.drawer.figures}
        isSmall
        tiles={[
          { label: words.columns.priceFen, value: money(order.priceFen) },
          {
            label: words.columns.playCount,
            value: plays?.digits ?? MISSING,
            unit: plays?.unit ?? '',
            exact: exactCount(order.playCount),
          },
          { label: words.columns.cpmFen, value: money(order.cpmFen) },
          { label: words.columns.finishRate, value: rate(order.finishRate) },
        ]}
      />
      {!order.itemId && <p className={styles.note}>{words.drawer.noVideo}</p>}
    </>
  )
}

const PARTS = ['positive', 'neutral', 'negative'] as const

/** How comments feel, as one bar of three parts with their figures in words, and the words most used. */
function Sentiment({ order }: { order: Order }) {
  const words = useText(text)
  const isKnown = PARTS.some((part) => order[part] !== null)
  return (
    <section>
      <h3 className={styles.heading}>{words.drawer.sentiment}</h3>
      {isKnown ? (
        <>
          <div className={styles.sentiment} aria-hidden>
            {PARTS.map((part) => (
              <i key={part} data-part={part} style={{ flexGrow: Math.max(0, order[part] ?? 0) }} />
            ))}
          </div>
          <ul className={styles.legend}>
            {PARTS.map((part) => (
              <li key={part}>
                <i data-part={part} aria-hidden />
                {words.drawer[part]} <b>{rate(order[part])}</b>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.why}>{words.drawer.noSentiment}</p>
      )}
      {order.hotWords.length > 0 && (
        <>
          <h3 className={styles.heading}>{words.drawer.hotWords}</h3>
          <div className={styles.tags}>
            {order.hotWords.map((word) => (
              <Tag key={word} tone="grey">
                {word}
              </Tag>
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function About({ order }: { order: Order }) {
  const words = useText(text)
  const { columns } = words
  const entries: [name: string, value: string][] = [
    [columns.orderId, order.orderId],
    [columns.starId, order.starId],
    [columns.demandId, order.demandId ?? MISSING],
    [columns.itemId, order.itemId ?? MISSING],
    [words.drawer.link, !order.itemId ? MISSING : order.videoId ? words.drawer.linked : words.drawer.unlinked],
    [columns.componentType, order.componentType ?? MISSING],
    [columns.likeCount, exactCount(order.likeCount)],
    [columns.commentCount, exactCount(order.commentCount)],
    [columns.shareCount, exactCount(order.shareCount)],
    [columns.fiveSecondRate, rate(order.fiveSecondRate)],
    [columns.playRate, rate(order.playRate)],
    [columns.componentShow, exactCount(order.componentShow)],
    [columns.componentClick, exactCount(order.componentClick)],
    [columns.clickRate, rate(order.clickRate, 2)],
    [columns.orderedAt, fullTime(order.orderedAt)],
    [columns.updateTime, fullTime(order.updateTime)],
  ]
  return (
    <section>
      <h3 className={styles.heading}>{words.drawer.order}</h3>
      <dl className={styles.info}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
