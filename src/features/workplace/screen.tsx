import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../kit/feedback/State.tsx'
import { feedbackText } from '../../kit/feedback/text.ts'
import { shortTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { KpiSkeleton } from '../../kit/list/KpiStrip.tsx'
import { workplaceSummary } from './contract.ts'
import { ContentData } from './parts/ContentData.tsx'
import { Docs, Notices, Recent } from './parts/Lists.tsx'
import { Popular } from './parts/Popular.tsx'
import { Projects } from './parts/Projects.tsx'
import { Quick } from './parts/Quick.tsx'
import { Share } from './parts/Share.tsx'
import { Tiles } from './parts/Tiles.tsx'
import styles from './parts/workplace.module.css'
import { text } from './text.ts'

/** The landing page of every role (domain page S17): one answer fills all of it. */
export default function WorkplaceScreen() {
  const { call, language, session } = useApp()
  const words = useText(text)
  const { data, error, refetch } = useQuery({
    queryKey: ['workplace'],
    queryFn: ({ signal }) => call(workplaceSummary, {}, { signal, quiet: true }),
  })
  const note =
    data &&
    (data.dataThrough ? (
      <>
        <i className={styles.dot} aria-hidden />
        {words.through(data.dataThrough, shortTime(data.updatedAt, language))}
      </>
    ) : (
      words.noData
    ))
  return (
    <>
      <PageHead title={words.welcome(session?.displayName ?? '')} note={note} />
      {data ? (
        <div className={styles.page}>
          <div className={styles.main}>
            <Tiles summary={data} />
            <ContentData summary={data} />
            <div className={styles.pair}>
              <Popular popular={data.popular} />
              <Share online={data.online} />
            </div>
            {data.projects && <Projects first={data.projects} />}
          </div>
          <div className={styles.side}>
            <Quick chosen={data.quick} />
            <Recent names={data.recent} />
            <Notices notices={data.notices} />
            <Docs docs={data.docs} />
          </div>
        </div>
      ) : error ? (
        <div className="card">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </>
  )
}

/** The page's shape before the answer. */
function Waiting() {
  const words = useText(feedbackText)
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      <div className={styles.main}>
        <div className={styles.tiles}>
          <KpiSkeleton tiles={3} />
          <KpiSkeleton tiles={4} />
        </div>
        <Skeleton height={276} radius="lg" />
        <div className={styles.pair}>
          <Skeleton height={292} radius="lg" />
          <Skeleton height={292} radius="lg" />
        </div>
      </div>
      <div className={styles.side}>
        <Skeleton height={196} radius="lg" />
        <Skeleton height={160} radius="lg" />
      </div>
    </div>
  )
}
