import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { saveFile } from '../kit/format/saveFile.ts'
import { AppContext, type App as Lent } from '../kit/hooks/app.ts'
import { OffersContext } from '../kit/hooks/offers.tsx'
import { OpenPagesContext } from '../kit/hooks/openPages.ts'
import { SavedViewsContext } from '../kit/list/savedViews.ts'
import { HUES, type Shades, shadesOf } from '../kit/theme/palette.ts'
import { makeResolver, makeTheme } from '../kit/theme/theme.ts'
import { notify } from './notices.ts'
import { offers } from './offers.ts'
import { openPagesOf } from './openPages.tsx'
import { usePreferences } from './preferences.ts'
import { router } from './router.tsx'
import { savedViews } from './savedViews.ts'
import { client, queryClient, useSession } from './session.ts'
import { setSettings, useSettings } from './settings.ts'

/** The whole application: theme, language and session lent to every screen. */
export function App() {
  const language = usePreferences((state) => state.language)
  const upIsRed = usePreferences((state) => state.upIsRed ?? state.language === 'zh-CN')
  const session = useSession((state) => state.info)
  const theme = useSettings((settings) => settings.theme)
  const brand = useBrand()
  useDocument(theme)
  useDevice()

  const library = useMemo(() => makeTheme(brand, language), [brand, language])
  const resolver = useMemo(() => makeResolver(brand, upIsRed), [brand, upIsRed])
  const lent = useMemo<Lent>(
    () => ({
      language,
      theme,
      upIsRed,
      session,
      call: (endpoint, input, options) => client.call(endpoint, input, options),
      download,
      file: async (path) => (await client.file(path, { quiet: true })).blob,
      notify,
      go: (path, search = {}) => void router.navigate({ to: path, search }),
    }),
    [language, theme, upIsRed, session],
  )
  const pages = useMemo(() => openPagesOf(session, language), [session, language])
  return (
    <MantineProvider theme={library} cssVariablesResolver={resolver} forceColorScheme={theme}>
      <QueryClientProvider client={queryClient}>
        <AppContext value={lent}>
          <OpenPagesContext value={pages}>
            <OffersContext value={offers}>
              <SavedViewsContext value={savedViews}>
                <RouterProvider router={router} />
              </SavedViewsContext>
            </OffersContext>
          </OpenPagesContext>
        </AppContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}

async function download(path: string): Promise<void> {
  const { blob, name } = await client.file(path)
  saveFile(name, blob)
}

/** The shades of the theme colour; the last known ones while those of a new colour are computed. */
function useBrand(): Shades {
  const color = useSettings((settings) => settings.themeColor)
  const [shades, setShades] = useState<Shades>(HUES.brand)
  useEffect(() => {
    let isCurrent = true
    void shadesOf(color).then((next) => isCurrent && setShades(next))
    return () => {
      isCurrent = false
    }
  }, [color])
  return shades
}

/** What the page itself must know: the theme attribute of the body and the colour-weak filter. */
function useDocument(theme: string) {
  const colorWeak = useSettings((settings) => settings.colorWeak)
  useEffect(() => {
    if (theme === 'dark') document.body.setAttribute('arco-theme', 'dark')
    else document.body.removeAttribute('arco-theme')
  }, [theme])
  useEffect(() => {
    document.documentElement.classList.toggle('color-weak', colorWeak)
  }, [colorWeak])
}

/** Below 992 the menu is a drawer, below 1200 it collapses. */
function useDevice() {
  useEffect(() => {
    const follow = (query: string, apply: (matches: boolean) => void) => {
      const media = window.matchMedia(query)
      const listener = () => apply(media.matches)
      listener()
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    }
    const stops = [
      follow('(max-width: 61.99em)', (isSmall) => setSettings({ device: isSmall ? 'mobile' : 'desktop' })),
      follow('(max-width: 74.99em)', (isNarrow) => setSettings({ menuCollapse: isNarrow })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
