import '@mantine/core/styles/Tabs.layer.css'
import { ActionIcon, Button, CloseButton, Skeleton, Tabs, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING, money, shortCount, shorten } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { text } from '../text.ts'
import { Claims } from './Claims.tsx'
import type { Dialog } from './dialog.ts'
import { Funnel } from './Funnel.tsx'
import styles from './recommend.module.css'
import { tones } from './tones.ts'
import { type Detail, useDetail } from './use.ts'
import { useItemActions } from './useItemActions.tsx'

interface ItemPanelProps {
  id: string
  open(dialog: Dialog): void
  onClose(): void
}

/** One recommendation: what it is, how it does, who claimed it, and what may be done. */
export function ItemPanel({ id, open, onClose }: ItemPanelProps) {
  const words = useText(text)
  const actionsOf = useItemActions(open)
  const [tab, setTab] = useState<string | null>('about')
  const { data, error, isError, refetch } = useDetail(id)
  if (!data)
    return (
      <DrawerPage header={<Close onClose={onClose} />}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={72} radius="lg" />
            <Skeleton height={160} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const { item, claims } = data
  const [first, ...rest] = actionsOf(item)
  return (
    <DrawerPage
      header={<Identity item={item} onClose={onClose} />}
      footer={
        first && (
          <>
            {rest.toReversed().map((action) => (
              <Button key={action.label} variant="default" onClick={action.run}>
                {action.label}
              </Button>
            ))}
            <Button onClick={first.run}>{first.label}</Button>
          </>
        )
      }
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List px={8}>
          <Tabs.Tab value="about">{words.drawer.tabs.about}</Tabs.Tab>
          <Tabs.Tab value="claims">
            {words.drawer.tabs.claims} <span className="flat">{claims.length}</span>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="about" className={styles.panel}>
          <About detail={data} />
        </Tabs.Panel>
        <Tabs.Panel value="claims" className={styles.panel}>
          <Claims claims={claims} open={open} />
        </Tabs.Panel>
      </Tabs>
    </DrawerPage>
  )
}

function Identity({ item, onClose }: { item: Detail['item']; onClose(): void }) {
  const words = useText(text)
  const isLink = /^https?:\/\//i.test(item.shareUrl ?? '')
  return (
    <div className={styles.identity}>
      {item.targetType === 'video' && (
        <Cover
          id={item.targetId ?? item.recId}
          url={item.coverUrl}
          durationMs={item.durationMs}
          width={128}
          height={72}
        />
      )}
      <div className={styles.identityText}>
        <h2>{item.title}</h2>
        <div className={styles.tags}>
          <Status tone={tones.status[item.status]}>{words.choices.status[item.status]}</Status>
          <Tag tone="blue">{words.choices.targetType[item.targetType]}</Tag>
          <Tag tone="grey">{words.choices.slotCode[item.slotCode]}</Tag>
          {item.tags.map((tag) => (
            <Tag key={tag} tone="grey">
              {tag}
            </Tag>
          ))}
        </div>
      </div>
      <div className={styles.identityTools}>
        {isLink && (
          <Tooltip label={words.actions.openOriginal}>
            <ActionIcon
              component="a"
              href={item.shareUrl!}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={words.actions.openOriginal}
            >
              <IconExternalLink size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <Close onClose={onClose} />
      </div>
    </div>
  )
}

function Close({ onClose }: { onClose(): void }) {
  const words = useText(text)
  return <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" />
}

function About({ detail: { item, staff } }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(text)
  const platforms: Record<string, string> = words.choices.platform
  const places =
    item.quota === null
      ? words.drawer.unlimited
      : words.drawer.places(exactCount(item.quotaLeft), exactCount(item.quota))
  const plays = staff ? shorten(staff.plays, language) : undefined
  const entries: [name: string, value: string][] = [
    [words.drawer.target, item.targetName ?? item.title],
    [words.columns.platform, item.platform ? platforms[item.platform]! : MISSING],
    [words.columns.quotaLeft, places],
    [words.columns.estCpmFen, money(item.estCpmFen)],
    [words.columns.startAt, fullTime(item.startAt)],
    [words.columns.deadlineAt, fullTime(item.deadlineAt)],
    [words.columns.endBefore, fullTime(item.endBefore)],
    [words.columns.score, String(item.score)],
    ...(staff
      ? ([
          [words.columns.priority, String(staff.priority)],
          [
            words.columns.audience,
            staff.audience === 'all'
              ? words.drawer.allPartners
              : words.drawer.partnersCount(exactCount(staff.partnerIds.length)),
          ],
          [words.columns.source, words.choices.source[staff.source]],
          [words.drawer.createdBy, staff.createdBy ?? MISSING],
        ] as [string, string][])
      : []),
  ]
  return (
    <>
      {staff?.isHeld && <p className={styles.changed}>{words.drawer.held}</p>}
      {item.reason && <p className={styles.note}>{item.reason}</p>}
      {staff && (
        <>
          <KpiStrip
            label={words.drawer.figures}
            isSmall
            tiles={[
              {
                label: words.columns.claims,
                value: shortCount(staff.claims, language),
                exact: exactCount(staff.claims),
              },
              { label: words.columns.submissions, value: exactCount(staff.submissions) },
              { label: words.columns.plays, value: plays!.digits, unit: plays!.unit, exact: exactCount(staff.plays) },
              { label: words.columns.incomeFen, value: money(staff.incomeFen) },
            ]}
          />
          <Funnel figures={staff} />
        </>
      )}
      <section>
        <h3 className={styles.heading}>{words.drawer.info}</h3>
        <dl className={styles.info}>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
