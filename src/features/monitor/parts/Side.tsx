import { exactCount, shortCount } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { HEALTH } from '../contract.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import type { Monitor } from './useMonitor.ts'

/** How far the sums follow the facts, and whether they agree. */
export function Rollups({ rollups }: { rollups: Monitor['rollups'] }) {
  const { language } = useApp()
  const words = useText(text)
  const { days, hours, checkedAt, checks } = rollups
  const wrong = checks.filter(({ isWrong }) => isWrong).length
  return (
    <Panel title={words.rollups}>
      <dl className={styles.pairs}>
        <dt>{words.waitingDays}</dt>
        <dd>{exactCount(days)}</dd>
        <dt>{words.waitingHours}</dt>
        <dd>{exactCount(hours)}</dd>
        <dt>{words.checked}</dt>
        <dd>{checkedAt ? shortTime(checkedAt, language) : words.notChecked}</dd>
      </dl>
      {checkedAt && (
        <p className={styles.line}>
          <Status tone={wrong ? 'red' : 'green'}>{words.checkedDays(checks.length, wrong)}</Status>
        </p>
      )}
    </Panel>
  )
}

/** Works whose figures look wrong, and partners that fell silent. */
export function Anomalies({ anomalies: { flags, silent } }: { anomalies: Monitor['anomalies'] }) {
  const { go, language } = useApp()
  const words = useText(text)
  return (
    <Panel title={words.anomalies}>
      <ul className={styles.flags}>
        {flags.map(({ flag, count }) => (
          <li key={flag}>
            <button type="button" onClick={() => go('/dashboard/data', { qualityFlag: flag })}>
              <span>{words.flags[flag]}</span>
              <b className="tabular">{exactCount(count)}</b>
            </button>
          </li>
        ))}
      </ul>
      <h3 className={styles.sub}>{words.silent}</h3>
      {silent.length === 0 ? (
        <p className={styles.soft}>{words.silentNone}</p>
      ) : (
        <ul className={styles.lines}>
          {silent.map(({ partnerId, name, usual }) => (
            <li key={partnerId}>
              <button type="button" onClick={() => go('/dashboard/data', { partnerId })} data-content>
                {name}
              </button>
              <span className={styles.soft}>{words.usual(shortCount(usual, language))}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Who is working now, the last seen first. */
export function Online({ online: { people, total } }: { online: Monitor['online'] }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <Panel title={words.onlineTitle} note={exactCount(total)}>
      {people.length === 0 ? (
        <p className={styles.soft}>{words.onlineNobody}</p>
      ) : (
        <ul className={styles.lines}>
          {people.map(({ userId, name, role, windows, seenAt }) => (
            <li key={userId}>
              <span data-content>{name}</span>
              <span className={styles.soft}>
                {[words.roles[role], windows > 1 && words.windows(windows), shortTime(seenAt, language).slice(-5)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const HEALTH_TONES = { valid: 'green', expiring: 'orange', expired: 'red', blocked: 'red', unknown: 'grey' } as const

/** Whether orders of the unions can be fetched. */
export function Unions({ unions }: { unions: Monitor['unions'] }) {
  const words = useText(text)
  if (unions.length === 0) return null
  return (
    <Panel title={words.unions}>
      <ul className={styles.lines}>
        {unions.map(({ health, count }: { health: (typeof HEALTH)[number]; count: number }) => (
          <li key={health}>
            <Status tone={HEALTH_TONES[health]}>{words.health[health]}</Status>
            <b className="tabular">{exactCount(count)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
