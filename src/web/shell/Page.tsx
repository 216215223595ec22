import { Button } from '@mantine/core'
import { IconHammer, IconMapOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { HOME } from '../../core/access.ts'
import { ErrorBoundary } from '../../kit/feedback/ErrorBoundary.tsx'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { State } from '../../kit/feedback/State.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { wordOf } from '../menuText.ts'
import { pageAt } from '../pages.ts'
import { usePreferences } from '../preferences.ts'
import { screens } from '../screens.ts'
import { reload, useTabs } from '../tabs.ts'
import { webText } from '../text.ts'
import { Breadcrumb } from './Breadcrumb.tsx'

const loaded = new Map<string, ComponentType>(Object.entries(screens).map(([name, load]) => [name, lazy(load)]))

/** A page's screen with its breadcrumb; a broken screen does not take the shell with it. */
export function Page({ path }: { path: string }) {
  const route = pageAt(path)?.route
  if (!route) return <NotFound />
  const Screen = loaded.get(route.name ?? '')
  return (
    <>
      <Breadcrumb path={path} />
      {Screen && !route.planned ? (
        <ErrorBoundary onReload={() => useTabs.setState((tabs) => reload(tabs, path))}>
          <Suspense fallback={<Loading />}>
            <Screen />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Planned word={route.word} />
      )}
    </>
  )
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

function NotFound() {
  const words = useText(webText)
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={words.notFound} />
      <div className="card">
        <State
          icon={<IconMapOff size={18} stroke={1.6} />}
          title="404"
          actions={
            <Button size="xs" onClick={() => void navigate({ to: HOME })}>
              {words.back}
            </Button>
          }
        >
          {words.notFoundBody}
        </State>
      </div>
    </>
  )
}
