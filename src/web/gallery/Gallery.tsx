import { Button, MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Language } from '../../core/text.ts'
import { ConfirmHost } from '../../kit/feedback/ConfirmHost.tsx'
import { type App, AppContext } from '../../kit/hooks/app.ts'
import { readStored, writeStored } from '../../kit/hooks/stored.ts'
import { TipHost } from '../../kit/layout/TipHost.tsx'
import { HUES } from '../../kit/theme/palette.ts'
import { makeResolver, makeTheme } from '../../kit/theme/theme.ts'
import { ChartStories } from './charts.tsx'
import { ControlStories } from './controls.tsx'
import { FeedbackStories } from './feedback.tsx'
import styles from './gallery.module.css'
import { FigureStories, ListStories } from './lists.tsx'
import { sampleAnswer } from './sample.ts'
import { galleryText } from './text.ts'

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const lent = (key: string, other: string) => readStored(key) ?? other

/**
 * Every piece of the kit in every state, for who builds with it: `npm run dev`, then `/kit`. Only the development server
 * knows this page; its rows are made up here, and no server is asked.
 */
export function Gallery() {
  const [language, setLanguage] = useState(() => lent('arco-locale', 'zh-CN') as Language)
  const [theme, setTheme] = useState(() => lent('arco-theme', 'light') as 'light' | 'dark')
  const words = galleryText[language]
  const upIsRed = language === 'zh-CN'
  const app = useMemo<App>(
    () => ({
      language,
      theme,
      upIsRed,
      session: {
        accessId: '1',
        accessKey: 'admin',
        accessTicket: '',
        accessRoles: 'admin',
        accessState: null,
        clientIp: '',
        create_time: '',
        expiresIn: 0,
        displayName: '',
        organisation: null,
        lacksFactor: false,
      },
      call: (endpoint) => sampleAnswer(endpoint.path, galleryText[language]),
      download: async () => undefined,
      file: async () => new Blob(),
      notify: (message) => void notifications.show({ message }),
      go: () => undefined,
    }),
    [language, theme, upIsRed],
  )
  const library = useMemo(() => makeTheme(HUES.brand, language), [language])
  const resolver = useMemo(() => makeResolver(HUES.brand, upIsRed), [upIsRed])
  const choose = (next: Language) => {
    writeStored('arco-locale', next)
    document.documentElement.lang = next
    setLanguage(next)
  }
  const look = (next: 'light' | 'dark') => {
    writeStored('arco-theme', next)
    setTheme(next)
  }
  return (
    <MantineProvider theme={library} cssVariablesResolver={resolver} forceColorScheme={theme}>
      <QueryClientProvider client={queryClient}>
        <AppContext value={app}>
          <header className={styles.head}>
            <h1>{words.title}</h1>
            <Button variant="default" onClick={() => look(theme === 'dark' ? 'light' : 'dark')}>
              {theme === 'dark' ? words.useLight : words.useDark}
            </Button>
            <Button variant="default" onClick={() => choose(language === 'zh-CN' ? 'en-US' : 'zh-CN')}>
              {words.other}
            </Button>
          </header>
          <main className={styles.page} key={language}>
            <ControlStories />
            <FeedbackStories />
            <FigureStories />
            <ListStories />
            <ChartStories />
          </main>
          <ConfirmHost />
          <TipHost />
          <Notifications position="top-center" />
        </AppContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}
