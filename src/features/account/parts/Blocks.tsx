import type { ReactNode } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime, shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import type { centre } from '../contract.ts'
import { text } from '../text.ts'
import styles from './account.module.css'
import { describe } from './activity.ts'

type Centre = Reply<typeof centre>

function Block({
  title,
  note,
  action,
  children,
}: {
  title: string
  note?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={`card ${styles.block}`} aria-label={title}>
      <div className={styles.blockHead}>
        <h2>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}

const TONES: Record<string, Tone> = {
  online: 'green',
  valid: 'green',
  settled: 'green',
  claimed: 'blue',
  submitted: 'blue',
  invalid: 'red',
}
/** Where the rows of each kind are worked on. */
const PLACES = {
  collection: '/list/search-table',
  claim: '/dashboard/recommend',
  campaign: '/dashboard/distribute_videos',
} as const

export function Projects({ kind, list }: NonNullable<Centre['projects']>) {
  const { go, language } = useApp()
  const words = useText(text)
  const states: Record<string, string> = words.states
  return (
    <Block title={words.projects} note={words.projectKinds[kind]} action={<More onClick={() => go(PLACES[kind])} />}>
      {list.length === 0 ? (
        <Empty title={words.noProjects}>{words.noProjectsBody[kind]}</Empty>
      ) : (
        <ul className={styles.projects}>
          {list.map((project) => (
            <li key={project.id} className={styles.project}>
              <b className="ellipsis" title={project.name}>
                {project.name}
              </b>
              <span className={styles.projectMeta}>
                {project.state && (
                  <Status tone={TONES[project.state] ?? 'grey'}>{states[project.state] ?? project.state}</Status>
                )}
                {project.count !== null && <span>{words.works(exactCount(project.count))}</span>}
                <time className="tabular">{shortTime(project.at, language)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

export function Activity({ list }: { list: Centre['activity'] }) {
  const { language } = useApp()
  const words = useText(text)
  return (
    <Block title={words.activity}>
      {list.length === 0 ? (
        <Empty title={words.noActivity}>{words.noActivityBody}</Empty>
      ) : (
        <ol className={styles.activity}>
          {list.map(({ id, at, action }) => (
            <li key={id}>
              <span>{describe(action, language)}</span>
              <time className="tabular">{fullTime(at)}</time>
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}

export function Team({ kind, count, list }: Centre['team']) {
  const words = useText(text)
  return (
    <Block title={words.team[kind]} note={words.teamCount[kind](exactCount(count))}>
      {list.length === 0 ? (
        <Empty title={words.noTeam}>{words.noTeamBody}</Empty>
      ) : (
        <ul className={styles.team}>
          {list.map(({ id, name, people }) => (
            <li key={id}>
              <span className={styles.small} aria-hidden>
                {[...name][0]!.toUpperCase()}
              </span>
              <span className="ellipsis" title={name}>
                {name}
              </span>
              {people !== null && <span className={styles.note}>{words.people(exactCount(people))}</span>}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

export function Digest({ list }: { list: Centre['messages'] }) {
  const { go, language } = useApp()
  const words = useText(text)
  return (
    <Block title={words.notices} action={<More onClick={() => go('/messages')} />}>
      {list.length === 0 ? (
        <Empty title={words.noNotices}>{words.noNoticesBody}</Empty>
      ) : (
        <ul className={styles.digest}>
          {list.map((message) => (
            <li key={message.id}>
              <span className={styles.digestHead}>
                {message.isUnread ? (
                  <b className="ellipsis">
                    <i className={styles.dot} title={words.unread} />
                    {message.title}
                  </b>
                ) : (
                  <span className="ellipsis">{message.title}</span>
                )}
                <time className="tabular">{shortTime(message.at, language)}</time>
              </span>
              <p className="ellipsis" title={message.content}>
                {message.content}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

function More({ onClick }: { onClick(): void }) {
  const words = useText(text)
  return (
    <button type="button" className={styles.more} onClick={onClick}>
      {words.more}
    </button>
  )
}
