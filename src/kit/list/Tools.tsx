import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconLineHeight, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../hooks/app.ts'
import styles from './list.module.css'
import { listText } from './text.ts'
import { DENSITIES, type Density } from './types.ts'

interface ToolsProps {
  isRefreshing: boolean
  onRefresh(): void
  density: Density
  onDensity(density: Density): void
  /** Cards have one density and no columns. */
  isTable: boolean
  children?: ReactNode
}

/** Refresh, density and column settings (specification section 2, table options). */
export function Tools({ isRefreshing, onRefresh, density, onDensity, isTable, children }: ToolsProps) {
  const words = useText(listText)
  return (
    <>
      <span className={styles.refreshing} role="status">
        {isRefreshing ? words.refreshing : ''}
      </span>
      <Tooltip label={words.refresh}>
        <ActionIcon aria-label={words.refresh} onClick={onRefresh}>
          <IconRefresh size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {isTable && (
        <Menu position="bottom-end" offset={4}>
          <Tooltip label={words.density}>
            <Menu.Target>
              <ActionIcon aria-label={words.density}>
                <IconLineHeight size={18} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
          </Tooltip>
          <Menu.Dropdown>
            <Menu.RadioGroup value={density} onChange={(value) => onDensity(value as Density)}>
              {DENSITIES.map((one) => (
                <Menu.RadioItem key={one} value={one}>
                  {words.densities[one]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
      {children}
    </>
  )
}
