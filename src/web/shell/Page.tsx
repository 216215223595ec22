import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { isOutdated } from '../build.ts'
import { late } from '../late.ts'
import { pageAt } from '../pages.ts'
import { screens } from '../screens.ts'
import { queryClient } from '../session.ts'
import { reload, useTabs } from '../tabs.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { OutdatedPage } from './NewVersion.tsx'

/** The first screen is made in slices behind a shell that stands, so that nobody's typing waits; later ones come at once. */
let isFirst = true
const loaded = new Map<string, ComponentType>()
for (const name of Object.keys(screens)) loaded.set(name, lateScreen(name))

/** A screen whose file cannot be had is asked for again by the next try, or says that a newer build took its place. */
function lateScreen(name: string): ComponentType {
  return lazy(async () => {
    try {
      return await screens[name]!()
    } catch (error) {
      if (await isOutdated()) return { default: OutdatedPage }
      loaded.set(name, lateScreen(name))
      throw error
    }
  })
}

/** A page's screen with its breadcrumb; a broken screen does not take the shell with it. */
export function Page({ path, tabKey }: { path: string; tabKey: string }) {
  const route = pageAt(path)?.route
  const screen = loaded.get(route?.name ?? '') ?? loaded.get('exception_404')!
  const Screen = useDeferredValue(screen, isFirst ? Loading : screen)
  return (
    <>
      {route && <Breadcrumb path={path} />}
      <ErrorBoundary onReload={() => useTabs.setState((tabs) => reload(tabs, tabKey))}>
        <Suspense fallback={<Loading />}>
          <Screen />
          <Arrived />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** Once a screen stands with its figures, what people reach for next is fetched while nothing else is to be done. */
function Arrived() {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    isFirst = false
  }, [])
  useEffect(() => {
    if (!isFetching && queryClient.isFetching() === 0) (window.requestIdleCallback ?? setTimeout)(() => void late())
  }, [isFetching])
  return null
}
