import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../kit/hooks/app.ts'
import { LOGIN } from '../guard.ts'
import { notify } from '../notices.ts'
import { pageAt } from '../pages.ts'
import { signOut } from '../session.ts'
import { webText } from '../text.ts'
import { useCurrentPage } from './useMenu.ts'

/** Signs out and leads to the login, which leads back to this page. */
export function useSignOut(): () => Promise<void> {
  const words = useText(webText)
  const navigate = useNavigate()
  const { path, search } = useCurrentPage()
  return async () => {
    await signOut()
    notify(words.loggedOut)
    const redirect = pageAt(path)?.route.name ?? 'notFound'
    await navigate({ to: LOGIN, search: { ...search, redirect } })
  }
}
