import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addDays, clockOf } from '../../../core/time.ts'
import { Donut } from '../../../kit/chart/Donut.tsx'
import { change, exactCount, rate, shortCount } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Delta } from '../../../kit/list/Delta.tsx'
import { screenText } from '../screenText.ts'
import { Bump } from './Bump.tsx'
import styles from './rank.module.css'
import type { BoardAnswer } from './useRank.ts'

const SLICES = 5

/** What a board looks like as a whole. */
export function Aside({ board }: { board: BoardAnswer }) {
  const { language } = useApp()
  const words = useText(screenText)
  const { climber } = board
  return (
    <aside className={styles.aside} aria-label={words.motion}>
      <section className={`card ${styles.panel}`}>
        <h2>
          {words.thresholds}
          <Tooltip label={words.thresholdsHelp} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
            <button type="button" className={styles.help} aria-label={words.thresholdsHelp}>
              <IconInfoCircle size={16} stroke={1.6} aria-hidden />
            </button>
          </Tooltip>
        </h2>
        <dl className={styles.facts} data-columns="3">
          {board.thresholds.map(({ rank, score, before }) => (
            <div key={rank}>
              <dt>{words.place(rank)}</dt>
              <dd title={exactCount(score)}>
                <b>{shortCount(score, language)}</b>
              </dd>
              <dd>
                <Delta change={change(score, before)} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {board.course.length > 0 && (
        <section className={`card ${styles.panel}`}>
          <Bump days={board.days} course={board.course} />
        </section>
      )}
      <section className={`card ${styles.panel}`}>
        <h2>{words.motion}</h2>
        <dl className={styles.facts}>
          <Fact name={words.entered}>{words.items(board.entered)}</Fact>
          <Fact name={words.returned}>{words.items(board.returned)}</Fact>
          {board.mine !== undefined && <Fact name={words.mineOn}>{words.items(board.mine)}</Fact>}
          <Fact name={words.climber} title={climber?.title}>
            {climber ? (
              <>
                <span className="ellipsis">{climber.title}</span> +{climber.places}
              </>
            ) : (
              words.nothing
            )}
          </Fact>
          {board.excluded !== undefined && <Fact name={words.excluded}>{words.items(board.excluded)}</Fact>}
        </dl>
        {board.comparedEnd && (
          <p className={styles.small}>
            {board.status === 'live'
              ? words.compared(clockOf(board.comparedEnd))
              : words.comparedDay(shortDay(addDays(board.statDate, -1), language))}
          </p>
        )}
      </section>
      {board.categories.length > 0 && <Share board={board} />}
    </aside>
  )
}

function Fact({ name, title, children }: { name: string; title?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  )
}

function Share({ board: { categories, shown } }: { board: BoardAnswer }) {
  const { language } = useApp()
  const words = useText(screenText)
  const rest = categories.slice(SLICES)
  const slices = categories.slice(0, SLICES).map(({ id, nameZh, nameEn, entries }) => ({
    key: id ?? 'none',
    name: id === null ? words.noCategory : language === 'zh-CN' ? nameZh : nameEn,
    value: entries,
  }))
  const restEntries = rest.reduce((sum, { entries }) => sum + entries, 0)
  if (rest.length > 0) slices.push({ key: 'rest', name: words.others(rest.length), value: restEntries })
  return (
    <section className={`card ${styles.panel} ${styles.share}`}>
      <Donut
        title={words.share}
        slices={slices}
        format={{ short: words.items, exact: (value) => exactCount(value), file: (value) => String(value ?? '') }}
        whole={{ name: words.entries, value: String(shown) }}
        share={(fraction) => rate(Math.round(fraction * 1_000_000), 0)}
      />
    </section>
  )
}
