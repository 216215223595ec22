import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { HOME } from '../../core/access.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { nameOf } from '../house.ts'
import { useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import { Bell } from './Bell.tsx'
import { Logo } from './Logo.tsx'
import { openPalette } from './palette.ts'
import styles from './Shell.module.css'
import { TopMenu } from './TopMenu.tsx'
import { FullScreenButton, IconButton, LanguageMenu, SettingsButton, ThemeButton } from './tools.tsx'
import { UserMenu } from './UserMenu.tsx'

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))

const SHORTCUT = /mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

export function Navbar() {
  const words = useText(webText)
  const { language } = useApp()
  const { topMenu, menu, device } = useSettings()
  const isMobile = device === 'mobile'
  const hasTopMenu = menu && topMenu && !isMobile
  return (
    <header className={styles.navbar}>
      {isMobile && menu && <Burger />}
      <Link to={HOME} className={styles.brand}>
        <Logo />
        <span>{nameOf(language)}</span>
        <span className={styles.product}>{words.product}</span>
      </Link>
      {hasTopMenu && <TopMenu />}
      <Search isIcon={isMobile || hasTopMenu} />
      {!hasTopMenu && <div className={styles.space} />}
      {!isMobile && <LanguageMenu />}
      <ThemeButton />
      <Bell />
      {!isMobile && <FullScreenButton />}
      {!isMobile && <SettingsButton />}
      <UserMenu />
    </header>
  )
}

function Burger() {
  const words = useText(webText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton name={words.openMenu} onClick={() => setOpen(true)}>
        <IconMenu2 size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <MenuDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Search({ isIcon }: { isIcon: boolean }) {
  const words = useText(webText)
  return isIcon ? (
    <IconButton name={words.search} onClick={openPalette}>
      <IconSearch size={18} stroke={1.6} />
    </IconButton>
  ) : (
    <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className="ellipsis">{words.searchHint}</span>
      <kbd>{SHORTCUT}</kbd>
    </button>
  )
}
