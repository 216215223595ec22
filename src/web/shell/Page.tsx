import { useIsFetching } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { late } from '../late.ts'
import { pageAt } from '../pages.ts'
import { screens } from '../screens.ts'
import { queryClient } from '../session.ts'
import { reload, useTabs } from '../tabs.ts'
import { Breadcrumb } from './Breadcrumb.tsx'

const loaded = new Map<string, ComponentType>(Object.entries(screens).map(([name, load]) => [name, lazy(load)]))

const NotFound = loaded.get('exception_404')!

/** A page's screen with its breadcrumb; a broken screen does not take the shell with it. */
export function Page({ path }: { path: string }) {
  const route = pageAt(path)?.route
  const Screen = loaded.get(route?.name ?? '') ?? NotFound
  return (
    <>
      {route && <Breadcrumb path={path} />}
      <ErrorBoundary onReload={() => useTabs.setState((tabs) => reload(tabs, path))}>
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
    if (!isFetching && queryClient.isFetching() === 0) (window.requestIdleCallback ?? setTimeout)(() => void late())
  }, [isFetching])
  return null
}
