import '@mantine/core/styles/Tabs.layer.css'
import { ActionIcon, Button, CloseButton, Skeleton, Tabs, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import rowStyles from '../../../kit/list/row.module.css'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { distributionDetail, distributionList } from '../contract.ts'
import type { State } from '../flow.ts'
import { text } from '../text.ts'
import styles from './distribution.module.css'
import { History } from './History.tsx'
import { Links } from './Links.tsx'
import { Plays } from './Plays.tsx'
import { safeLink } from './safeLink.ts'
import { Task } from './Task.tsx'
import { tones } from './tones.ts'
import type { Acts } from './useActs.tsx'

export type Detail = Reply<typeof distributionDetail>

/** One task: what is asked, what was published, how it runs, and what happened. */
export function TaskDrawer({ id, acts, onClose }: { id: string; acts: Acts; onClose(): void }) {
  const { call, language } = useApp()
  const words = useText(text)
  const [tab, setTab] = useState<string | null>('task')
  const { data, error, isError, refetch } = useQuery({
    queryKey: [distributionList.key, 'detail', id, language],
    queryFn: ({ signal }) => call(distributionDetail, { params: { id } }, { signal, quiet: true }),
  })
  if (isError && !data)
    return (
      <DrawerPage header={<Close onClose={onClose} />}>
        <Failed error={error} onRetry={() => void refetch()} />
      </DrawerPage>
    )
  if (!data)
    return (
      <DrawerPage header={<Close onClose={onClose} />}>
        <div className={styles.panel} aria-busy>
          <Skeleton height={72} radius="lg" />
          <Skeleton height={240} radius="lg" />
          <Skeleton height={120} radius="lg" />
        </div>
      </DrawerPage>
    )
  return (
    <DrawerPage header={<Identity detail={data} onClose={onClose} />} footer={<Verbs detail={data} acts={acts} />}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List px={8}>
          <Tabs.Tab value="task">{words.drawer.tabs.task}</Tabs.Tab>
          <Tabs.Tab value="links">
            {words.drawer.tabs.links} <span className="flat">{data.receipts.length}</span>
          </Tabs.Tab>
          <Tabs.Tab value="plays">{words.drawer.tabs.plays}</Tabs.Tab>
          <Tabs.Tab value="history">{words.drawer.tabs.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="task" className={styles.panel}>
          <Task detail={data} acts={acts} />
        </Tabs.Panel>
        <Tabs.Panel value="links" className={styles.panel}>
          <Links detail={data} acts={acts} />
        </Tabs.Panel>
        <Tabs.Panel value="plays" className={styles.panel}>
          <Plays days={data.days} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.panel}>
          <History detail={data} />
        </Tabs.Panel>
      </Tabs>
    </DrawerPage>
  )
}

function Identity({ detail: { row }, onClose }: { detail: Detail; onClose(): void }) {
  const { language } = useApp()
  const words = useText(text)
  const status = row.status as State
  const category = language === 'zh-CN' ? row.categoryNameZh : row.categoryNameEn
  const link = safeLink(row.originalUrl)
  return (
    <div className={rowStyles.identity}>
      <Cover id={row.title} url={row.coverUrl} durationMs={row.durationMs} width={128} height={72} />
      <div className={styles.identityText}>
        <h2>{row.title}</h2>
        <p>
          {[row.supplierName, row.batchName ?? words.batchNo(row.batchId), fullTime(row.createdAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className={styles.tags}>
          <Status tone={tones.status[status]}>{words.choices.status[status]}</Status>
          <Tag tone="blue">{words.choices.contentType[row.contentType as keyof typeof words.choices.contentType]}</Tag>
          {category && <Tag tone="grey">{category}</Tag>}
          {row.isExclusive && <Tag tone="orange">{words.terms.exclusive}</Tag>}
          {row.round > 1 && <Tag tone="grey">{words.terms.round(row.round)}</Tag>}
        </div>
      </div>
      <div className={styles.identityTools}>
        {link && (
          <Tooltip label={words.actions.openOriginal}>
            <ActionIcon
              component="a"
              href={link}
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
  return (
    <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" display="flex" />
  )
}

/** The verbs of this state, the one that leads on last and in colour. */
function Verbs({ detail: { row, terms, actions }, acts }: { detail: Detail; acts: Acts }) {
  const words = useText(text)
  const manages = useMay('distributions.manage')
  const { distId, version } = row
  const aim = { distId, version }
  const can = (action: string) => actions.includes(action)
  const platforms = terms.platforms
    .map((platform) => words.choices.platform[platform as keyof typeof words.choices.platform])
    .join(words.listComma)
  const wording = row.file ? words.actions.downloadFile : words.actions.downloadBrief
  const fetch = () => void acts.download({ ...aim, hasFile: row.file !== null })
  const submitLink: Verb = [can('submit'), words.actions.submit, () => acts.submit({ distId, platforms })]
  // An operator's next step with a published task is its links, one by one; a supplier's is to hand one in.
  const minor: Verb[] = [
    [can('reject'), words.actions.reject, () => acts.reject(aim), true],
    [can('recall'), words.actions.recall, () => acts.recall(aim), true],
    [can('extend'), words.actions.extend, () => acts.extend(aim)],
    [(can('download') && row.status !== 'accepted') || can('downloadAgain'), wording, fetch],
    ...(manages ? [submitLink] : []),
  ]
  const major: Verb[] = [
    [can('accept'), words.actions.accept, () => void acts.accept(aim)],
    [can('download') && row.status === 'accepted', wording, fetch],
    ...(manages ? [] : [submitLink]),
    [can('finish'), words.actions.finish, () => void acts.finish(aim)],
    [can('confirmRecall'), words.actions.confirmRecall, () => void acts.confirmRecall(aim)],
  ]
  const shown = [...minor, ...major].filter(([isThere]) => isThere)
  if (shown.length === 0) return null
  return (
    <>
      {shown.map((verb) => {
        const [, label, run, isDanger] = verb
        return (
          <Button
            key={label}
            variant={major.includes(verb) ? 'filled' : 'default'}
            c={isDanger ? 'var(--mantine-color-error)' : undefined}
            onClick={run}
          >
            {label}
          </Button>
        )
      })}
    </>
  )
}

type Verb = [isThere: boolean, label: string, run: () => void, isDanger?: boolean]
