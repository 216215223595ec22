import { fullTime } from '../../kit/format/time.ts'
import { useText } from '../../kit/hooks/app.ts'
import styles from './screen.module.css'
import type { Detail } from './screenVideo.tsx'
import { text } from './text.ts'

/** Whose the video was, newest change first. */
export function Owners({ owners }: { owners: Detail['owners'] }) {
  const words = useText(text)
  return (
    <ol className={styles.owners}>
      {owners.map((change) => (
        <li key={change.at + change.to}>
          <b>{words.drawer.ownerChange(change.from ?? words.unowned, change.to ?? words.unowned)}</b>
          <div>{change.reason}</div>
          <small>
            {fullTime(change.at)} · {words.drawer.by(change.actor ?? words.drawer.bySystem)}
          </small>
        </li>
      ))}
    </ol>
  )
}
