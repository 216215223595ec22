import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ConfirmHost } from '../../kit/feedback/ConfirmHost.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { TipHost } from '../../kit/layout/TipHost.tsx'
import { footerOf, nameOf, slogansOf } from '../house.ts'
import { latePart, useLate } from '../late.ts'
import { afterLogin } from '../pages.ts'
import { signIn, useSession } from '../session.ts'
import { webText } from '../text.ts'
import { Logo } from './Logo.tsx'
import styles from './Shell.module.css'
import { LanguageMenu, ThemeButton } from './tools.tsx'

const Messages = latePart('Messages')
const LoginScreen = lazy(() => import('../../features/session/screen.tsx'))
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

export function LoginPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string>
  const enter = () => {
    const session = useSession.getState().info
    if (!session) return
    const { path, search: rest } = afterLogin(session, search)
    void navigate({ to: path, search: rest, replace: true })
  }
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
