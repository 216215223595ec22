import { MISSING } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { Delta } from '../../../kit/list/Delta.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './rank.module.css'
import type { Row } from './useRank.ts'

/** How a work came to its place. The arrow and the sign say the direction, the colour only repeats it. */
export function Move({ row }: { row: Pick<Row, 'move' | 'rankChange'> }) {
  const words = useText(screenText)
  const { moves } = useText(text)
  const places = Math.abs(row.rankChange ?? 0)
  switch (row.move) {
    case 'up':
      return (
        <span title={words.up(places)}>
          <Delta change={{ kind: 'up', text: `+${places}` }} />
        </span>
      )
    case 'down':
      return (
        <span title={words.down(places)}>
          <Delta change={{ kind: 'down', text: `−${places}` }} />
        </span>
      )
    case 'new':
    case 'back':
      return <Tag tone={row.move === 'new' ? 'orange' : 'blue'}>{moves[row.move]}</Tag>
    default:
      return (
        <span className="flat" title={moves[row.move]}>
          {MISSING}
        </span>
      )
  }
}

/** The rank; the first three wear their medal. */
export function Rank({ rank }: { rank: number }) {
  const words = useText(screenText)
  const medal = words.medals[rank - 1]
  return (
    <b className={styles.rank} data-medal={rank <= 3 ? rank : undefined} title={medal}>
      {rank}
    </b>
  )
}
