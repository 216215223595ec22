import { Button } from '@mantine/core'
import { IconCircleCheck, IconProgress, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListRow } from '../../core/contract.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount, money, shortCount } from '../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { COVER_SIZES, Cover } from '../../kit/list/Cover.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import rowStyles from '../../kit/list/row.module.css'
import { Status } from '../../kit/list/Status.tsx'
import type { Action, Density, Selection } from '../../kit/list/types.ts'
import { useRefresh } from '../../kit/list/useList.ts'
import { starFollowMany, starList, starOptions } from './contract.ts'
import { OrderPanel } from './parts/OrderPanel.tsx'
import styles from './parts/star.module.css'
import { Tiles } from './parts/Tiles.tsx'
import { tones } from './parts/tones.ts'
import { UploadModal } from './parts/UploadModal.tsx'
import { text } from './text.ts'

type Row = ListRow<typeof starList>
const icon = { size: 16, stroke: 1.6 } as const
const PRIMARY = ['orderStatus', 'settlementType', 'demand', 'orderedAt']

/** Brand orders of the star map (domain page S3); the access table says who sees them at all. */
export default function StarScreen() {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(starList)
  const [isUploading, setUploading] = useState(false)
  const { data } = useQuery({
    queryKey: [starList.key, starOptions.path],
    queryFn: ({ signal }) => call(starOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
  })
  const optionsOf = (named: { id: string; name: string }[] = []) =>
    named.map(({ id, name }) => ({ value: id, label: name }))

  const follow = async ({ target, clear }: Selection, followState: 'following' | 'reviewed') => {
    try {
      const { done } = await call(starFollowMany, { body: { target, followState } })
      notify(words.done.many(exactCount(done)), 'success')
      clear()
      await refresh()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const bulkActions = (selection: Selection): Action[] => [
    {
      label: words.actions.follow(words.choices.followState.following),
      icon: <IconProgress {...icon} />,
      run: () => void follow(selection, 'following'),
    },
    {
      label: words.actions.follow(words.choices.followState.reviewed),
      icon: <IconCircleCheck {...icon} />,
      run: () => void follow(selection, 'reviewed'),
    },
  ]
  return (
    <>
      <ListPage
        list={starList}
        text={text}
        summary={(filters) => <Tiles filters={filters} />}
        cells={{ title: (row, density) => <TitleCell row={row} density={density} /> }}
        statusTones={tones}
        filterOptions={{ demand: optionsOf(data?.demands), partnerId: optionsOf(data?.partners) }}
        primary={PRIMARY}
        headActions={
          <Button variant="default" leftSection={<IconUpload {...icon} />} onClick={() => setUploading(true)}>
            {words.actions.upload}
          </Button>
        }
        bulkActions={bulkActions}
        bulkTakesAll
        drawer={(id, close) => <OrderPanel key={id} id={id} onClose={close} />}
        card={(row) => <OrderCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{words.empty.why}</Empty>}
      />
      {isUploading && <UploadModal onClose={() => setUploading(false)} />}
    </>
  )
}

function TitleCell({ row, density }: { row: Row; density: Density }) {
  const words = useText(text)
  const size = COVER_SIZES[density]
  const title = row.title || words.noVideo
  return (
    <span className={styles.title}>
      {size && row.itemId && <Cover id={row.videoId ?? row.id} url={row.coverUrl} width={size[0]} height={size[1]} />}
      <span className={rowStyles.names}>
        <span className={row.title ? 'ellipsis' : 'ellipsis flat'} title={title}>
          {title}
        </span>
        {density === 'large' && <small className="ellipsis">{row.orderId}</small>}
      </span>
    </span>
  )
}

/** A row on a small screen. */
function OrderCard({ row }: { row: Row }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <>
      <span className={styles.cardTop}>
        <span className={rowStyles.names}>
          <b className="ellipsis">{row.title || words.noVideo}</b>
          <small className="ellipsis">{[row.demandName, row.authorName].filter(Boolean).join(' · ')}</small>
          <small>
            <Status tone={tones.orderStatus[row.orderStatus]}>{words.choices.orderStatus[row.orderStatus]}</Status>
          </small>
        </span>
      </span>
      <span className={rowStyles.facts}>
        <span>
          <small>{words.columns.priceFen}</small>
          {money(row.priceFen)}
        </span>
        <span>
          <small>{words.columns.playCount}</small>
          {shortCount(row.playCount, language)}
        </span>
        <span>
          <small>{words.columns.cpmFen}</small>
          {money(row.cpmFen)}
        </span>
      </span>
    </>
  )
}
