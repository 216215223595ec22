import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ConfirmHost } from '../../kit/feedback/ConfirmHost.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { TipHost } from '../../kit/layout/TipHost.tsx'
import { footerOf, nameOf, slogansOf } from '../house.ts'
import { latePart, useLate } from '../late.ts'
import { afterLogin } from '../pages.ts'
import { fetchInfo, signIn, signOut, useSession } from '../session.ts'
import { webText } from '../text.ts'
import { Logo } from './Logo.tsx'
import styles from './Shell.module.css'
import { LanguageMenu, ThemeButton } from './tools.tsx'

const Messages = latePart('Messages')
const LoginScreen = lazy(() => import('../../features/session/screen.tsx'))
const SecondFactorScreen = lazy(() => import('../../features/session/secondFactorScreen.tsx'))
const SetPasswordScreen = lazy(() => import('../../features/session/setPassword.tsx'))

/** What stands around every page, signed in or not: messages, the one dialog and the words on hover. */
export function Frame() {
  const isHere = useLate((state) => state.isHere)
  return (
    <>
      <Outlet />
      {isHere && (
        <Suspense>
          <Messages />
        </Suspense>
      )}
      <ConfirmHost />
      <TipHost />
    </>
  )
}

const tools = (
  <div className={styles.loginTools}>
    <LanguageMenu />
    <ThemeButton />
  </div>
)

/** What the house is called and says to who is not signed in. */
function useBrand() {
  const { language } = useApp()
  const words = useText(webText)
  return {
    name: nameOf(language),
    mark: <Logo size={32} />,
    slogans: slogansOf(language),
    footer: footerOf(language, words.footer),
  }
}

/** Leads on to where the user wanted to go. */
function useEnter() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string>
  return () => {
    const session = useSession.getState().info
    if (!session) return
    const { path, search: rest } = afterLogin(session, search)
    void navigate({ to: path, search: rest, replace: true })
  }
}

export function LoginPage() {
  const enter = useEnter()
  const brand = useBrand()
  return (
    <Suspense>
      <LoginScreen signIn={signIn} enter={enter} tools={tools} brand={brand} />
    </Suspense>
  )
}

export function SetPasswordPage() {
  // In the fragment, which the browser sends to no server.
  const token = new URLSearchParams(useLocation().hash).get('token') ?? ''
  const brand = useBrand()
  return (
    <Suspense>
      <SetPasswordScreen token={token} tools={tools} brand={brand} />
    </Suspense>
  )
}

/** For who has signed in and lacks the second factor that is asked of the role. */
export function SecondFactorPage() {
  const navigate = useNavigate()
  const enter = useEnter()
  const brand = useBrand()
  const leave = async () => {
    await signOut()
    void navigate({ to: '/login', replace: true })
  }
  return (
    <Suspense>
      <SecondFactorScreen
        enter={() => void fetchInfo().then(enter)}
        leave={() => void leave()}
        tools={tools}
        brand={brand}
      />
    </Suspense>
  )
}
