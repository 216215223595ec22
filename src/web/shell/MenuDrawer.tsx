import { Drawer } from '@mantine/core'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { nameOf } from '../house.ts'
import { webText } from '../text.ts'
import { Logo } from './Logo.tsx'
import { MenuList } from './MenuList.tsx'

/** The menu on a small screen. */
export default function MenuDrawer({ onClose }: { onClose(): void }) {
  const words = useText(webText)
  const { language } = useApp()
  return (
    <Drawer.Root opened onClose={onClose} position="left" size={260}>
      <Drawer.Overlay backgroundOpacity={0.28} />
      <Drawer.Content aria-label={words.menu}>
        <Drawer.Body p={8}>
          <div style={{ display: 'flex', alignItems: 'center', gap: 10, padding: '4px 12px 12px', fontWeight: 600 }}>
            <Logo />
            <span style={{ flex: 1 }}>{nameOf(language)}</span>
            <Drawer.CloseButton />
          </div>
          <nav aria-label={words.menu}>
            <MenuList onChoose={onClose} />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
