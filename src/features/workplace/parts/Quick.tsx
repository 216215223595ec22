import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import { useQuick } from './useQuick.tsx'
import styles from './workplace.module.css'

/** Forms come when they are asked for: this is the first page people see. */
const QuickSetup = lazy(() => import('./QuickSetup.tsx').then(({ QuickSetup: dialog }) => ({ default: dialog })))

/** Until somebody chooses: the operations, and pages of the menu up to two full rows. */
const DEFAULT_COUNT = 6

/** The user's own short cuts; until they are set, the operations he may use and the first pages of the menu. */
export function Quick({ chosen }: { chosen: readonly string[] | null }) {
  const words = useText(text)
  const [isSettingUp, setSettingUp] = useState(false)
  const { operations, pages } = useQuick()
  if (pages.length === 0) return null
  const all = [...operations, ...pages]
  const shown = chosen
    ? chosen.flatMap((name) => all.find((one) => one.name === name) ?? [])
    : all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at).slice(0, DEFAULT_COUNT)
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
          <QuickSetup operations={operations} pages={pages} chosen={shown} onClose={() => setSettingUp(false)} />
        </Suspense>
      )}
    </Card>
  )
}
