import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import type { Counts } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'

/** The figures of an import, one panel split by hairlines. */
export function Tiles({ counts }: { counts: Counts }) {
  const { report: words } = useText(screenText)
  const { taken, replaced, from, to, videosNew, videosKnown, days } = counts
  const tiles = [
    {
      label: words.rows,
      value: counts.rows,
      note: replaced ? words.takenNote(exactCount(taken), exactCount(replaced)) : words.takenOnly(exactCount(taken)),
    },
    { label: words.fresh, value: counts.fresh },
    { label: words.changed, value: counts.changed },
    { label: words.unchanged, value: counts.unchanged },
    { label: words.refused, value: counts.refused, isBad: counts.refused > 0 },
    ...(videosNew === undefined || videosKnown === undefined
      ? []
      : [
          {
            label: words.videos,
            value: videosNew + videosKnown,
            note: words.videosNote(exactCount(videosNew), exactCount(videosKnown)),
          },
        ]),
    ...(days === undefined
      ? []
      : [{ label: words.days, value: days, note: from && to ? words.daysNote(from, to) : undefined }]),
  ]
  return (
    <dl className={`card ${styles.tiles}`}>
      {tiles.map(({ label, value, note, isBad }) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd className={styles.value} data-bad={isBad || undefined}>
            {exactCount(value)}
          </dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
