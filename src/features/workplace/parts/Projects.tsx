import { Button } from '@mantine/core'
import { useState } from 'react'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import { type ProjectKind, projectList } from '../contract.ts'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import type { Summary } from './summary.ts'
import styles from './workplace.module.css'

type Page = NonNullable<Summary['projects']>

const TAGS: Record<ProjectKind, Tone> = { collection: 'blue', campaign: 'green', claim: 'orange' }
const STATES: Record<string, Tone> = {
  ...{ online: 'green', valid: 'green', settled: 'green' },
  ...{ claimed: 'blue', submitted: 'blue', invalid: 'red' },
}
/** Where a project is worked on. */
const PLACES: Record<ProjectKind, { path: string; by: string }> = {
  collection: { path: '/list/search-table', by: 'open' },
  claim: { path: '/dashboard/recommend', by: 'open' },
  campaign: { path: '/dashboard/distribute_videos', by: 'batchId' },
}

/** Everything the user works on under a name, the last worked on first. The first few came with the page. */
export function Projects({ first }: { first: Page }) {
  const { call, language } = useApp()
  const words = useText(text)
  // Pages below the first belong to the first they were asked below.
  const [below, setBelow] = useState({ first, list: [] as Page['list'], next: first.next })
  const [isLoading, setLoading] = useState(false)
  const { list, next } = below.first === first ? below : { list: [], next: first.next }
  const shown = [...first.list, ...list]
  const more = async (after: string) => {
    setLoading(true)
    try {
      const page = await call(projectList, { query: { after } })
      setBelow({ first, list: [...list, ...page.list], next: page.next })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setLoading(false)
    }
  }
  return (
    <Card title={words.projects}>
      {shown.length === 0 ? (
        <Empty title={words.noProjects}>{words.noProjectsWhy}</Empty>
      ) : (
        <ul className={styles.projects}>
          {shown.map(({ kind, id, openId, name, state, count, at }) => (
            <li key={`${kind} ${id}`}>
              <span>
                <Tag tone={TAGS[kind]}>{words.projectKinds[kind]}</Tag>
                <PageLink
                  className={`ellipsis ${styles.work}`}
                  path={PLACES[kind].path}
                  search={{ [PLACES[kind].by]: openId }}
                >
                  {name}
                </PageLink>
              </span>
              <span className={styles.aside}>
                {state && <Status tone={STATES[state] ?? 'grey'}>{words.projectStates[state] ?? state}</Status>}
                {count !== null && <span>{words.projectWorks(exactCount(count))}</span>}
                <time dateTime={at}>{shortTime(at, language)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <Button variant="default" size="xs" mt={12} mx="auto" loading={isLoading} onClick={() => void more(next)}>
          {words.loadMore}
        </Button>
      )}
    </Card>
  )
}
