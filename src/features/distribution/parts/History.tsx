import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import type { Detail } from './Drawer.tsx'
import styles from './distribution.module.css'

/** What happened to a task, newest first. */
export function History({ detail: { events } }: { detail: Detail }) {
  const words = useText(text)
  return (
    <ol className={styles.history}>
      {[...events].reverse().map((event, index) => (
        <li key={`${event.at}-${index}`}>
          <b>{words.events[event.action as keyof typeof words.events] ?? event.action}</b>
          {event.reason && <div>{event.reason}</div>}
          <small>
            {fullTime(event.at)} · {event.isSystem ? words.drawer.clock : (event.actor ?? words.drawer.platformSide)}
          </small>
        </li>
      ))}
    </ol>
  )
}
