import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { type CSSProperties, lazy, Suspense } from 'react'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { footerOf } from '../house.ts'
import { latePart, useLate } from '../late.ts'
import { setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import { useTour } from '../tour/tour.ts'
import { Navbar } from './Navbar.tsx'
import { NewVersion } from './NewVersion.tsx'
import { Pages } from './Pages.tsx'
import { usePalette, usePaletteKey } from './palette.ts'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { useSheet } from './sheet.ts'
import tabStyles from './TabBar.module.css'

const CommandPalette = lazy(() => import('./CommandPalette.tsx'))
const SettingsDrawer = lazy(() => import('./SettingsDrawer.tsx'))
const TabBar = lazy(() => import('./TabBar.tsx'))
const Invitation = latePart('Invitation')
const Shortcuts = latePart('Shortcuts')
const Tour = lazy(() => import('../tour/Tour.tsx'))
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx'))

const COLLAPSED_WIDTH = 48

/** The default layout around every page behind the login. */
export function Shell() {
  const words = useText(webText)
  const { language } = useApp()
  const { navbar, menu, topMenu, hideMenu, menuCollapse, menuWidth, tabBar, footer, device, globalSettings } =
    useSettings()
  usePaletteKey()
  const paletteAsked = usePalette((state) => state.asked)
  const isSheetOpen = useSheet((state) => state.isOpen)
  const isTourOpen = useTour((state) => state.isOpen)
  const isLateHere = useLate((state) => state.isHere)
  const hasSide = menu && !topMenu && !hideMenu
  const sideWidth = menuCollapse ? COLLAPSED_WIDTH : menuWidth
  const isDesktop = device === 'desktop'
  // Where sticky parts of a page come to rest: below the navbar and the tabs.
  const pageTop = (navbar ? (isDesktop ? 60 : 52) : 0) + (tabBar && isDesktop ? 36 : 0)
  return (
    <>
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      {navbar && <Navbar />}
      {hasSide && <SideMenu width={sideWidth} />}
      <div
        className={styles.body}
        data-navbar={navbar || undefined}
        style={{ paddingLeft: hasSide ? sideWidth : undefined, '--page-top': `${pageTop}px` } as CSSProperties}
      >
        {tabBar && isDesktop && (
          <Suspense fallback={<div className={tabStyles.bar} data-navbar={navbar || undefined} />}>
            <TabBar />
          </Suspense>
        )}
        <main id="main" tabIndex={-1} className={styles.page}>
          <Pages />
        </main>
        {footer && <footer className={styles.footer}>{footerOf(language, words.footer)}</footer>}
      </div>
      {!navbar && (
        <ActionIcon
          className={styles.floating}
          variant="filled"
          color="brand"
          size={40}
          aria-label={words.settings}
          onClick={() => setSettings({ globalSettings: true })}
        >
          <IconSettings size={20} stroke={1.6} />
        </ActionIcon>
      )}
      {paletteAsked > 0 && (
        <Suspense>
          <CommandPalette asked={paletteAsked} />
        </Suspense>
      )}
      {isSheetOpen && (
        <Suspense>
          <ShortcutSheet />
        </Suspense>
      )}
      {isLateHere && (
        <Suspense>
          <Shortcuts />
          <Invitation />
        </Suspense>
      )}
      {isTourOpen && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
      <NewVersion />
      {globalSettings && (
        <Suspense>
          <SettingsDrawer />
        </Suspense>
      )}
    </>
  )
}
