import '@mantine/core/styles/Tabs.layer.css'
import { ActionIcon, Button, CloseButton, Skeleton, Tabs, Tooltip } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../core/contract.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { MISSING } from '../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { Cover } from '../../kit/list/Cover.tsx'
import { DrawerPage } from '../../kit/list/RowDrawer.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Tag } from '../../kit/list/Tag.tsx'
import { dataDetail } from './contract.ts'
import styles from './screen.module.css'
import { ExcludeForm, OwnerForm } from './screenForms.tsx'
import { tones } from './screenTones.ts'
import { useCopy } from './screenUse.ts'
import { AllDays } from './screenVideoDays.tsx'
import { Owners } from './screenVideoOwners.tsx'
import { VideoTrend } from './screenVideoTrend.tsx'
import { text } from './text.ts'

export type Detail = Reply<typeof dataDetail>
type Form = 'owner' | 'exclude' | null

/** One video: who it is, how it runs, whose it is, and what may be done with it. */
export function VideoDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { call, language } = useApp()
  const words = useText(text)
  const canWrite = useMay('data.write')
  const canOwn = useMay('data.own')
  const [form, setForm] = useState<Form>(null)
  const [tab, setTab] = useState<string | null>('trend')
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['data', 'detail', id, language],
    queryFn: ({ signal }) => call(dataDetail, { params: { id } }, { signal, quiet: true }),
  })
  if (isError && !data) {
    return (
      <DrawerPage header={<Close onClose={onClose} />}>
        <Failed error={error} onRetry={() => void refetch()} />
      </DrawerPage>
    )
  }
  if (!data) {
    return (
      <DrawerPage header={<Close onClose={onClose} />}>
        <Skeletons />
      </DrawerPage>
    )
  }
  const { video, owners } = data
  const isExcluded = video.settlementExcludedReason !== null
  return (
    <>
      <DrawerPage
        header={<Identity video={video} onClose={onClose} />}
        footer={
          (canWrite || canOwn) && (
            <>
              {canWrite && (
                <Button variant="default" onClick={() => setForm('exclude')}>
                  {isExcluded ? words.actions.takeBack : words.actions.exclude}
                </Button>
              )}
              {canOwn && <Button onClick={() => setForm('owner')}>{words.actions.changeOwner}</Button>}
            </>
          )
        }
      >
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List px={8}>
            <Tabs.Tab value="trend">{words.drawer.tabs.trend}</Tabs.Tab>
            <Tabs.Tab value="days">{words.drawer.tabs.days}</Tabs.Tab>
            {owners.length > 0 && (
              <Tabs.Tab value="owners">
                {words.drawer.tabs.owners} <span className="flat">{owners.length}</span>
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="trend" className={styles.panel}>
            <VideoTrend detail={data} onAllDays={() => setTab('days')} />
          </Tabs.Panel>
          <Tabs.Panel value="days" className={styles.panel}>
            <AllDays video={video} />
          </Tabs.Panel>
          <Tabs.Panel value="owners" className={styles.panel}>
            <Owners owners={owners} />
          </Tabs.Panel>
        </Tabs>
      </DrawerPage>
      {form === 'owner' && <OwnerForm video={video} onClose={() => setForm(null)} />}
      {form === 'exclude' && (
        <ExcludeForm
          target={{ ids: [id] }}
          count={1}
          clear={() => {}}
          isExcluded={!isExcluded}
          onClose={() => setForm(null)}
        />
      )}
    </>
  )
}

function Identity({ video, onClose }: { video: Detail['video']; onClose(): void }) {
  const { language } = useApp()
  const words = useText(text)
  const copy = useCopy()
  const visibility = video.visibility as keyof typeof words.choices.visibility
  const category = language === 'zh-CN' ? video.categoryNameZh : video.categoryNameEn
  const isLink = /^https?:\/\//i.test(video.shareUrl ?? '')
  return (
    <div className={rowStyles.identity}>
      <Cover id={video.videoId} url={video.coverUrl} durationMs={video.durationMs} width={128} height={72} />
      <div className={styles.identityText}>
        <h2>{video.title || words.untitled}</h2>
        <p>
          {[
            words.choices.platform[video.platform as keyof typeof words.choices.platform],
            video.creatorName ?? MISSING,
            video.partnerName ?? words.unowned,
          ].join(' · ')}
        </p>
        <div className={styles.tags}>
          <Tag tone={tones.visibility[visibility]}>{words.choices.visibility[visibility]}</Tag>
          <Tag tone="blue">
            {words.choices.contentType[video.contentType as keyof typeof words.choices.contentType]}
          </Tag>
          <Tag tone="grey">{category ?? words.noCategory}</Tag>
        </div>
      </div>
      <div className={styles.identityTools}>
        <Tooltip label={words.drawer.copyTitleId}>
          <ActionIcon aria-label={words.drawer.copyTitleId} onClick={() => copy(video.platformItemId)}>
            <IconCopy size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        {isLink && (
          <Tooltip label={words.actions.openOriginal}>
            <ActionIcon
              component="a"
              href={video.shareUrl!}
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
    <CloseButton size={32} aria-label={words.drawer.close} onClick={onClose} data-autofocus ml="auto" display="flex" />
  )
}

function Skeletons() {
  return (
    <div className={styles.panel} aria-busy>
      <Skeleton height={72} radius="lg" />
      <Skeleton height={240} radius="lg" />
      <Skeleton height={160} radius="lg" />
    </div>
  )
}
