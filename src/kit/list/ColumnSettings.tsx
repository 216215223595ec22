import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useText } from '../hooks/app.ts'
import type { ColumnPanelProps } from './late/ColumnPanel.tsx'
import { listText } from './text.ts'

/** The button of the column settings. It opens when they are there, so that the focus has somewhere to go. */
export function ColumnSettings(props: ColumnPanelProps) {
  const words = useText(listText)
  const [isOpen, setOpen] = useState(false)
  const [Panel, setPanel] = useState<ComponentType<ColumnPanelProps>>()
  const open = async () => {
    const { ColumnPanel } = await import('./late/ColumnPanel.tsx')
    setPanel(() => ColumnPanel)
    setOpen(true)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={4} trapFocus returnFocus>
      <Tooltip label={words.columnSettings} disabled={isOpen}>
        <Popover.Target>
          <ActionIcon aria-label={words.columnSettings} onClick={() => (isOpen ? setOpen(false) : void open())}>
            <IconColumns3 size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown p={0} w={288}>
        {Panel && <Panel {...props} />}
      </Popover.Dropdown>
    </Popover>
  )
}
