import '@mantine/core/styles/Tabs.layer.css'
import { Button, CloseButton, Skeleton, Tabs } from '@mantine/core'
import type { Reply } from '../../../core/contract.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { collectionDetail } from '../contract.ts'
import { text } from '../text.ts'
import { failureIn } from './buildFailure.ts'
import styles from './collections.module.css'
import { ItemsTab } from './ItemsTab.tsx'
import { RuleTab } from './RuleTab.tsx'
import { TONES } from './tones.ts'
import { type Dialog, useCollectionActions } from './useCollectionActions.tsx'
import { useCollection } from './useCollections.ts'

export type Detail = Reply<typeof collectionDetail>

interface CollectionDrawerProps {
  id: string
  onClose(): void
  open(dialog: Dialog): void
}

/** One collection: its videos, its rule in words, its builds, and what may be done with it. */
export function CollectionDrawer({ id, onClose, open }: CollectionDrawerProps) {
  const words = useText(text)
  const actionsOf = useCollectionActions(open, onClose)
  const { data, error, isError, refetch } = useCollection(id)
  const close = (
    <CloseButton size={32} aria-label={words.drawer.close} onClick={onClose} data-autofocus ml="auto" display="flex" />
  )
  if (!data) {
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={48} radius="lg" />
            <Skeleton height={240} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  }
  const [primary, ...others] = actionsOf(data)
  return (
    <DrawerPage
      header={
        <div className={styles.identity}>
          <div className={styles.identityText}>
            <h2>{data.name}</h2>
            <p>
              {data.number} · {words.drawer.total(exactCount(data.count))}
            </p>
            <div className={styles.tags}>
              <Status tone={TONES.status[data.status as 'online']}>
                {words.choices.status[data.status as 'online']}
              </Status>
              <Tag tone="blue">{words.choices.contentType[data.contentType as 'img']}</Tag>
              <Tag tone="grey">{words.choices.filterType[data.filterType as 'rules']}</Tag>
            </div>
          </div>
          {close}
        </div>
      }
      footer={
        primary && (
          <>
            {others.map(({ label, run, isDanger }) => (
              <Button key={label} variant="default" color={isDanger ? 'red' : undefined} onClick={run}>
                {label}
              </Button>
            ))}
            <Button onClick={primary.run}>{primary.label}</Button>
          </>
        )
      }
    >
      <Notes detail={data} />
      <Tabs defaultValue="items" keepMounted={false}>
        <Tabs.List px={8}>
          <Tabs.Tab value="items">{words.drawer.tabs.items}</Tabs.Tab>
          {data.rule && <Tabs.Tab value="rule">{words.drawer.tabs.rule}</Tabs.Tab>}
          {data.rule && !data.isReadOnly && <Tabs.Tab value="builds">{words.drawer.tabs.builds}</Tabs.Tab>}
          <Tabs.Tab value="facts">{words.drawer.tabs.facts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="items" className={styles.panel}>
          <ItemsTab detail={data} onPaste={() => open({ kind: 'paste', row: data })} />
        </Tabs.Panel>
        <Tabs.Panel value="rule" className={styles.panel}>
          <RuleTab detail={data} />
        </Tabs.Panel>
        <Tabs.Panel value="builds" className={styles.panel}>
          <Builds detail={data} />
        </Tabs.Panel>
        <Tabs.Panel value="facts" className={styles.panel}>
          <Facts detail={data} />
        </Tabs.Panel>
      </Tabs>
    </DrawerPage>
  )
}

function Notes({ detail }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(text)
  const notes = [
    ...(detail.isReadOnly ? [words.drawer.readOnly] : []),
    ...(detail.buildError ? [words.drawer.buildFailed(failureIn(detail.buildError, language))] : []),
  ]
  return notes.map((note) => (
    <p key={note} className={styles.stale} role="status">
      {note}
    </p>
  ))
}

function Builds({ detail }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(text)
  if (detail.builds.length === 0) return <Empty title={words.drawer.noBuilds} />
  return (
    <PlainTable
      label={words.drawer.tabs.builds}
      columns={[
        { name: words.drawer.buildAt },
        { name: words.drawer.cause },
        { name: words.drawer.added, isNumeric: true },
        { name: words.drawer.removed, isNumeric: true },
        { name: words.drawer.items, isNumeric: true },
      ]}
      rows={detail.builds.map((build, at) => ({
        key: String(at),
        cells: [
          fullTime(build.at),
          build.error
            ? failureIn(build.error, language)
            : words.drawer.causes[build.cause as keyof typeof words.drawer.causes],
          ...(build.error ? [MISSING, MISSING] : [exactCount(build.added), exactCount(build.removed)]),
          exactCount(build.items),
        ],
      }))}
    />
  )
}

function Facts({ detail }: { detail: Detail }) {
  const words = useText(text)
  const facts: [string, string][] = [
    [words.columns.lastTime, fullTime(detail.lastTime)],
    [words.drawer.orderDate, detail.orderDate ?? MISSING],
    [words.drawer.reportDate, detail.reportDate ?? MISSING],
    [words.drawer.line, detail.lineName ?? words.drawer.allLines],
    [words.drawer.owner, detail.ownerName ?? MISSING],
    [words.drawer.createdAt, fullTime(detail.createdAt)],
    ...(detail.rule
      ? [[words.drawer.builtAt, detail.builtAt ? fullTime(detail.builtAt) : MISSING] as [string, string]]
      : []),
  ]
  return (
    <dl className={styles.facts}>
      {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}=`}>{value}</dd>])}
    </dl>
  )
}
