import { ActionIcon, Button, CloseButton, Skeleton, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { useOffers } from '../../../kit/hooks/offers.tsx'
import { Cover } from '../../../kit/list/Cover.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Byline, originalOf } from './Entries.tsx'
import styles from './rank.module.css'
import { type Row, useWork, type View } from './useRank.ts'

/** The submission data, by its list's key and page: another room. */
const DATA = { list: 'data', path: '/dashboard/data' }

type Fact = [name: string, value: string]

interface WorkProps {
  view: View
  id: string
  /** The work's entry, where it stands on the page that is shown. */
  row: Row | undefined
  onClose(): void
}

/** One work: its figures on this board and the days it stood on it. */
export function Work({ view, id, row, onClose }: WorkProps) {
  const { go } = useApp()
  const words = useText(screenText)
  const { boards, scores, columns } = useText(text)
  const offers = useOffers(DATA.list)
  const mayOpen = useMay('data.read') && !!row?.canOpen
  const { data, isError, error, refetch } = useWork(view, id)
  const original = row && originalOf(row)
  const total: Fact = [columns.playCount, exactCount(row?.playCount)]
  const gained: Fact = [columns.playDelta, exactCount(row?.playDelta)]
  const facts: Fact[] = row
    ? [
        [scores[view.board], exactCount(row.score)],
        ...(view.board === 'history_play_count_rank' ? [] : [total]),
        ...(view.board === 'play_count_rank' ? [] : [gained]),
        [columns.likes, exactCount(row.likes)],
        [columns.comments, exactCount(row.comments)],
        [columns.shares, exactCount(row.shares)],
        [columns.bestRank, `#${row.bestRank}`],
        [columns.daysOnBoard, words.daysOf(row.daysOnBoard)],
        [words.stays, String(row.timesOnBoard)],
        [words.published, fullTime(row.publishedAt)],
      ]
    : []
  return (
    <>
      <DrawerPage
        header={
          <div className={styles.identity}>
            {row && <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={112} height={63} />}
            <div className={styles.workText}>
              <h2>{row?.title || data?.title || words.untitled}</h2>
              {row && <Byline row={row} />}
            </div>
            {original && (
              <Tooltip label={words.openOriginal}>
                <ActionIcon
                  component="a"
                  href={original}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={words.openOriginal}
                >
                  <IconExternalLink size={18} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
            <CloseButton aria-label={words.close} onClick={onClose} />
          </div>
        }
        footer={
          mayOpen && (
            <>
              {offers.actions({ ids: [id] }, 1).map((action) => (
                <Button key={action.label} variant="default" leftSection={action.icon} onClick={action.run}>
                  {action.label}
                </Button>
              ))}
              <Button onClick={() => go(DATA.path, { open: id })}>{words.openData}</Button>
            </>
          )
        }
      >
        <div className={styles.drawer}>
          {row && (
            <dl className={styles.grid} aria-label={words.facts}>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <h3>{words.historyOf(boards[view.board])}</h3>
          {isError ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <PlainTable
              label={words.history}
              columns={[
                { name: words.day },
                { name: columns.rank, isNumeric: true },
                { name: scores[view.board], isNumeric: true },
              ]}
              rows={data.days.map(({ statDate, rank, score }) => ({
                key: statDate,
                cells: [statDate, `#${rank}`, exactCount(score)],
              }))}
            />
          ) : (
            <Skeleton height={160} radius="sm" />
          )}
        </div>
      </DrawerPage>
      {offers.form}
    </>
  )
}
