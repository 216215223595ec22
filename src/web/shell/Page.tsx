import { IconHammer } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { wordOf } from '../../core/menuText.ts'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { State } from '../../kit/feedback/State.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { late } from '../late.ts'
import { pageAt } from '../pages.ts'
import { usePreferences } from '../preferences.ts'
import { screens } from '../screens.ts'
import { queryClient } from '../session.ts'
import { reload, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { Breadcrumb } from './Breadcrumb.tsx'

const loaded = new Map<string, ComponentType>(Object.entries(screens).map(([name, load]) => [name, lazy(load)]))

const NotFound = loaded.get('exception_404')!

/** A page's screen with its breadcrumb; a broken screen does not take the shell with it. */
export function Page({ path }: { path: string }) {
  const route = pageAt(path)?.route
  if (!route)
    return (
      <Suspense fallback={<Loading />}>
        <NotFound />
      </Suspense>
    )
  const Screen = loaded.get(route.name ?? '')
  return (
    <>
      <Breadcrumb path={path} />
      {Screen && !route.planned ? (
        <ErrorBoundary onReload={() => useTabs.setState((tabs) => reload(tabs, path))}>
          <Suspense fallback={<Loading />}>
            <Screen />
            <Arrived />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Planned word={route.word} />
      )}
    </>
  )
}

/** Once a screen stands with its figures, what people reach for next is fetched while nothing else is to be done. */
function Arrived() {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (!isFetching && queryClient.isFetching() === 0) (window.requestIdleCallback ?? setTimeout)(() => void late())
  }, [isFetching])
  return null
}

/** Stands for a screen that arrives with a later release. */
function Planned({ word }: { word: string }) {
  const words = useText(webText)
  const title = wordOf(
    usePreferences((state) => state.language),
    word,
  )
  return (
    <>
      <PageHead title={title} />
      <div className="card">
        <State icon={<IconHammer size={18} stroke={1.6} />} title={words.plannedTitle}>
          {words.plannedBody(title)}
        </State>
      </div>
    </>
  )
}
