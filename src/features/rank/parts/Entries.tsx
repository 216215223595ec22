import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dayOf } from '../../../core/time.ts'
import { Sparkline } from '../../../kit/chart/Sparkline.tsx'
import { change, exactCount, MISSING, shortCount, signed } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { Delta } from '../../../kit/list/Delta.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { Board } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Move, Rank } from './Move.tsx'
import styles from './rank.module.css'
import type { Row } from './useRank.ts'

interface EntriesProps {
  board: Board
  rows: readonly Row[]
  /** The highest score of the board: what a bar is a part of. */
  top: number
  isBusy: boolean
  onOpen(row: Row): void
}

interface Column {
  name: string
  isNumeric?: boolean
  cell(row: Row): ReactNode
}

/** The board as a table. */
export function EntryTable(props: EntriesProps) {
  const { board, rows, isBusy } = props
  const words = useText(screenText)
  const { boards } = useText(text)
  const columns = useColumns(props)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={boards[board]} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={words.table(boards[board])}
        aria-busy={isBusy}
        data-busy={isBusy || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ name, isNumeric }) => (
              <th key={name} scope="col" className={isNumeric ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.videoId} data-mine={row.isMine || undefined}>
              {columns.map(({ name, isNumeric, cell }) => (
                <td key={name} className={isNumeric ? 'num' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function useColumns({ board, top, onOpen }: EntriesProps): Column[] {
  const { language } = useApp()
  const words = useText(screenText)
  const { columns, scores } = useText(text)
  const short = (value: number | null) => <span title={exactCount(value)}>{shortCount(value, language)}</span>
  const score: Column = {
    name: scores[board],
    isNumeric: true,
    cell: (row) => (
      <span className={styles.score} title={exactCount(row.score)}>
        {shortCount(row.score, language)}
        <i aria-hidden>
          <i style={{ width: `${Math.max(2, (row.score / Math.max(top, 1)) * 100)}%` }} />
        </i>
      </span>
    ),
  }
  const against: Column = { name: words.against, isNumeric: true, cell: (row) => <Against row={row} /> }
  const own: Record<Board, Column[]> = {
    today_rank: [
      score,
      { name: columns.playDelta, isNumeric: true, cell: (row) => short(row.playDelta) },
      {
        name: words.hours,
        cell: (row) =>
          row.hours.length > 0 ? <Sparkline values={row.hours} width={76} height={26} isAccented /> : MISSING,
      },
    ],
    play_count_rank: [
      score,
      against,
      { name: columns.playCount, isNumeric: true, cell: (row) => short(row.playCount) },
    ],
    history_play_count_rank: [
      score,
      { name: words.dayGain, isNumeric: true, cell: (row) => short(row.playDelta) },
      { name: columns.likes, isNumeric: true, cell: (row) => short(row.likes) },
    ],
  }
  return [
    { name: columns.rank, isNumeric: true, cell: (row) => <Rank rank={row.rank} /> },
    { name: columns.move, cell: (row) => <Move row={row} /> },
    { name: columns.title, cell: (row) => <Work row={row} onOpen={onOpen} /> },
    ...own[board],
    { name: words.best, isNumeric: true, cell: (row) => `#${row.bestRank}` },
    { name: words.days, isNumeric: true, cell: (row) => words.daysOf(row.daysOnBoard) },
  ]
}

/** Against the board before: how much, and how many percent. */
function Against({ row }: { row: Row }) {
  if (row.scoreBefore === null) return <span className="flat">{MISSING}</span>
  return (
    <span title={signed(row.score - row.scoreBefore)}>
      <Delta change={change(row.score, row.scoreBefore)} isPlain />
    </span>
  )
}

function Work({ row, onOpen }: { row: Row; onOpen(row: Row): void }) {
  const words = useText(screenText)
  const title = row.title || words.untitled
  return (
    <div className={styles.work}>
      <Cover id={row.videoId} url={row.coverUrl} durationMs={row.durationMs} width={72} height={40} />
      <div className={styles.workText}>
        <button
          type="button"
          className={styles.title}
          aria-label={words.openWork(title)}
          title={title}
          onClick={() => onOpen(row)}
        >
          {title}
        </button>
        <Byline row={row} />
      </div>
      <Original row={row} />
    </div>
  )
}

/** Platform, creator, category, day of publication, and whose. */
export function Byline({ row }: { row: Row }) {
  const { language } = useApp()
  const words = useText(screenText)
  const { platform } = useText(text)
  const parts = [
    platform[row.platform],
    row.creatorName,
    row.categoryName,
    row.publishedAt && shortDay(dayOf(new Date(row.publishedAt)), language, dayOf(Date.now()).slice(0, 4)),
  ].filter(Boolean)
  return (
    <p className={styles.byline}>
      <span className="ellipsis">{parts.join(' · ')}</span>
      {row.isMine && <Tag tone="blue">{words.mine}</Tag>}
      {!row.isPublic && <Tag tone="grey">{words.gone}</Tag>}
    </p>
  )
}

/** Only web addresses are opened: a stored `javascript:` link must stay text. */
export const originalOf = ({ shareUrl, isPublic }: Row): string | undefined =>
  isPublic && shareUrl && /^https?:\/\//i.test(shareUrl) ? shareUrl : undefined

function Original({ row }: { row: Row }) {
  const words = useText(screenText)
  const href = originalOf(row)
  if (!href) return null
  return (
    <Tooltip label={words.openOriginal}>
      <ActionIcon
        component="a"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        size={28}
        className={styles.original}
        aria-label={`${words.openOriginal}: ${row.title}`}
      >
        <IconExternalLink size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The board in a hand: one card a work. */
export function EntryCards({ board, rows, onOpen }: EntriesProps) {
  const { language } = useApp()
  const words = useText(screenText)
  const { boards, columns, scores } = useText(text)
  return (
    <ul className={styles.cards} aria-label={words.table(boards[board])}>
      {rows.map((row) => (
        <li key={row.videoId} data-mine={row.isMine || undefined}>
          <button type="button" className={styles.card} onClick={() => onOpen(row)}>
            <span className={styles.cardPlace}>
              <Rank rank={row.rank} />
              <Move row={row} />
            </span>
            <span className={styles.cardText}>
              <span className={styles.cardTitle}>{row.title || words.untitled}</span>
              <Byline row={row} />
              <span className={styles.cardFacts}>
                <span>
                  {scores[board]} <b>{shortCount(row.score, language)}</b>
                </span>
                {board !== 'play_count_rank' && (
                  <span>
                    {columns.playDelta} <b>{shortCount(row.playDelta, language)}</b>
                  </span>
                )}
                <span>
                  {words.days} <b>{words.daysOf(row.daysOnBoard)}</b>
                </span>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export function EntrySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      {Array.from({ length: 10 }, (_, at) => (
        <div key={at}>
          <Skeleton width={20} height={16} radius="sm" />
          <Skeleton width={72} height={40} radius="sm" />
          <div>
            <Skeleton width={`${72 - ((at * 13) % 34)}%`} height={12} radius="sm" />
            <Skeleton width="34%" height={9} mt={8} radius="sm" />
          </div>
          <Skeleton width={72} height={12} radius="sm" />
        </div>
      ))}
    </div>
  )
}
