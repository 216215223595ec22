import { Menu } from '@mantine/core'
import { IconLanguage, IconLogout, IconSettings, IconUser, IconUserCog } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { LANGUAGES } from '../../core/text.ts'
import { useText } from '../../kit/hooks/app.ts'
import { LOGIN } from '../guard.ts'
import { notify } from '../notices.ts'
import { pageAt } from '../pages.ts'
import { usePreferences } from '../preferences.ts'
import { signOut, useSession } from '../session.ts'
import { setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import styles from './Shell.module.css'
import { chooseLanguage } from './tools.tsx'
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

export function UserMenu() {
  const words = useText(webText)
  const router = useRouter()
  const leave = useSignOut()
  const session = useSession((state) => state.info)
  const language = usePreferences((state) => state.language)
  const isMobile = useSettings((settings) => settings.device === 'mobile')
  if (!session) return null
  const other = LANGUAGES.find((candidate) => candidate !== language)!
  const name = session.displayName || session.accessKey
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <button type="button" className={styles.user}>
          <span className={styles.avatar} aria-hidden>
            {[...name].at(/[一-鿿]/.test(name) ? -1 : 0)!.toUpperCase()}
          </span>
          <span className={styles.userName}>
            {name} · <span className={styles.role}>{words.roles[session.accessRoles]}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} />}
          onClick={() => void router.navigate({ to: '/user/info' })}
        >
          {words.userCenter}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUserCog size={16} stroke={1.6} />}
          onClick={() => void router.navigate({ to: '/user/setting' })}
        >
          {words.userSettings}
        </Menu.Item>
        {isMobile && (
          <>
            <Menu.Item
              lang={other}
              leftSection={<IconLanguage size={16} stroke={1.6} />}
              onClick={() => chooseLanguage(other)}
            >
              {words.languages[other]}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSettings size={16} stroke={1.6} />}
              onClick={() => setSettings({ globalSettings: true })}
            >
              {words.settings}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void leave()}>
          {words.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
