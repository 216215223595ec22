import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import { useOpenPages } from '../../../kit/hooks/openPages.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import styles from './workplace.module.css'

/** Forms come when they are asked for: this is the first page people see. */
const QuickSetup = lazy(() => import('./QuickSetup.tsx').then(({ QuickSetup: dialog }) => ({ default: dialog })))

const DEFAULT_PAGES = 6

/** The user's own short cuts; until they are set, the first pages of the menu. */
export function Quick({ chosen }: { chosen: readonly string[] | null }) {
  const words = useText(text)
  const [isSettingUp, setSettingUp] = useState(false)
  const pages = useOpenPages().filter(({ name }) => name !== 'Workplace')
  if (pages.length === 0) return null
  const names = chosen ?? pages.slice(0, DEFAULT_PAGES).map(({ name }) => name)
  const shown = names.flatMap((name) => pages.find((page) => page.name === name) ?? [])
  return (
    <Card
      title={words.quick}
      tools={
        <button type="button" className={styles.more} onClick={() => setSettingUp(true)}>
          {words.manage}
        </button>
      }
    >
      {shown.length > 0 ? (
        <ul className={styles.quick}>
          {shown.map(({ name, path, title, icon }) => (
            <li key={name}>
              <PageLink path={path}>
                <i aria-hidden>{icon}</i>
                <span>{title}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.nothing}>{words.quickEmpty}</p>
      )}
      {isSettingUp && (
        <Suspense>
          <QuickSetup pages={pages} chosen={names} onClose={() => setSettingUp(false)} />
        </Suspense>
      )}
    </Card>
  )
}
