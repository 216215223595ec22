import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed, IconRoute } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { Path } from '../contract.ts'
import styles from './paths.module.css'
import { pathText } from './pathText.ts'
import { DETAIL, usePaths } from './use.ts'

const PathsDialog = lazy(async () => ({ default: (await import('./PathsDialog.tsx')).PathsDialog }))

/** The learning paths above the articles: how far the reader is, and where to go on. */
export function Paths() {
  const words = useText(pathText)
  const mayWrite = useMay('articles.write')
  const { paths } = usePaths()
  const [isManaging, setManaging] = useState(false)
  const shown = paths.filter(({ setting, steps }) => setting?.isOnline !== false && steps.some(({ isOut }) => isOut))
  if (shown.length === 0 && !mayWrite) return null
  return (
    <section className={`card ${styles.paths}`} aria-label={words.title}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        {mayWrite && (
          <button type="button" className="link" onClick={() => setManaging(true)}>
            {words.manage}
          </button>
        )}
      </div>
      {shown.length > 0 ? (
        <ul className={styles.list}>
          {shown.map((path) => (
            <PathCard key={path.id} path={path} />
          ))}
        </ul>
      ) : (
        <p className={styles.note}>{words.none}</p>
      )}
      <Suspense>{isManaging && <PathsDialog onClose={() => setManaging(false)} />}</Suspense>
    </section>
  )
}

function PathCard({ path: { id, title, summary, steps, setting } }: { path: Path }) {
  const words = useText(pathText)
  const out = steps.filter(({ isOut }) => isOut)
  const done = out.filter(({ isDone }) => isDone).length
  const next = out.find(({ isDone }) => !isDone)
  const left = out.reduce((sum, { isDone, minutes }) => (isDone ? sum : sum + minutes), 0)
  return (
    <li className={styles.path}>
      <h3>
        <IconRoute size={16} stroke={1.6} aria-hidden />
        <span className="ellipsis" title={title} data-content>
          {title}
        </span>
      </h3>
      <p className={styles.summary} data-content>
        {summary}
      </p>
      <progress className={styles.bar} value={done} max={out.length} aria-label={words.progress(title)} />
      <p className={styles.note}>
        <span>{words.done(done, out.length)}</span>
        {next ? <span>{words.left(left)}</span> : <Tag tone="green">{words.finished}</Tag>}
        {setting && <span>{words.learners(exactCount(setting.finished), exactCount(setting.learners))}</span>}
      </p>
      <div>
        <PageLink className="link" path={DETAIL} search={{ id: (next ?? out[0]!).id, path: id }}>
          {next ? (done > 0 ? words.goOn : words.begin) : words.again}
        </PageLink>
      </div>
    </li>
  )
}

/** The path an article is read on: its steps, and after this one the next. */
export function PathSteps({ pathId, articleId }: { pathId: string; articleId: string }) {
  const { go } = useApp()
  const words = useText(pathText)
  const { paths } = usePaths()
  const path = paths.find(({ id }) => id === pathId)
  const steps = path?.steps.filter(({ isOut }) => isOut) ?? []
  const at = steps.findIndex(({ id }) => id === articleId)
  if (!path || at < 0) return null
  const next = steps[at + 1]
  return (
    <nav className={`card ${styles.steps}`} aria-label={words.title}>
      <h2 data-content>{path.title}</h2>
      <p className={styles.note}>{words.done(steps.filter(({ isDone }) => isDone).length, steps.length)}</p>
      <ol>
        {steps.map(({ id, title, isDone, isMustRead, state }) => (
          <li key={id} aria-current={id === articleId ? 'step' : undefined}>
            {isDone ? (
              <IconCircleCheckFilled size={16} role="img" aria-label={words.isDone} />
            ) : (
              <IconCircleDashed size={16} stroke={1.6} role="img" aria-label={words.isOpen} />
            )}
            <PageLink path={DETAIL} search={{ id, path: pathId }}>
              <span data-content>{title}</span>
            </PageLink>
            {isMustRead && state === 'read' && <small>{words.toConfirm}</small>}
          </li>
        ))}
      </ol>
      {next && (
        <Button variant="default" size="xs" onClick={() => go(DETAIL, { id: next.id, path: pathId })}>
          {words.next}
        </Button>
      )}
    </nav>
  )
}
