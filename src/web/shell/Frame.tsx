import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ConfirmHost } from '../../kit/feedback/ConfirmHost.tsx'
import { useText } from '../../kit/hooks/app.ts'
import { TipHost } from '../../kit/layout/TipHost.tsx'
import { latePart, useLate } from '../late.ts'
import { afterLogin } from '../pages.ts'
import { signIn, useSession } from '../session.ts'
import { webText } from '../text.ts'
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

export function LoginPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string>
  const enter = () => {
    const session = useSession.getState().info
    if (!session) return
    const { path, search: rest } = afterLogin(session, search)
    void navigate({ to: path, search: rest, replace: true })
  }
  const words = useText(webText)
  return (
    <Suspense>
      <LoginScreen signIn={signIn} enter={enter} tools={tools} footer={words.footer} />
    </Suspense>
  )
}

export function SetPasswordPage() {
  // In the fragment, which the browser sends to no server.
  const token = new URLSearchParams(useLocation().hash).get('token') ?? ''
  const words = useText(webText)
  return (
    <Suspense>
      <SetPasswordScreen token={token} tools={tools} footer={words.footer} />
    </Suspense>
  )
}
