import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useText } from '../../kit/hooks/app.ts'
import { setSettings, useSettings } from '../settings.ts'
import { webText } from '../text.ts'
import styles from './Menu.module.css'
import { MenuList } from './MenuList.tsx'

/** The fixed menu at the left. */
export function SideMenu({ width }: { width: number }) {
  const words = useText(webText)
  const { menuCollapse: isCollapsed, navbar } = useSettings()
  const name = isCollapsed ? words.expand : words.collapse
  return (
    <aside
      className={styles.side}
      style={{ width }}
      data-collapsed={isCollapsed || undefined}
      data-navbar={navbar || undefined}
    >
      <nav className={styles.scroll} aria-label={words.menu}>
        <MenuList isCollapsed={isCollapsed} />
      </nav>
      <div className={styles.foot}>
        <ActionIcon
          aria-label={name}
          data-tip={name}
          data-tip-at="right"
          onClick={() => setSettings({ menuCollapse: !isCollapsed })}
        >
          {isCollapsed ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          )}
        </ActionIcon>
      </div>
    </aside>
  )
}
