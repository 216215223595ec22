import { Menu } from '@mantine/core'
import {
  IconChartBar,
  IconColumns3,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconSortAscending2,
  IconTable,
  IconX,
} from '@tabler/icons-react'
import { useText } from '../../hooks/app.ts'
import type { Pin } from '../columnSettings.ts'
import { lateText } from './text.ts'

export interface CellPlace {
  /** Undefined on a column's header. */
  rowId: string | undefined
  column: string
  /** Where the menu opens, in the window. */
  x: number
  y: number
  cell: HTMLElement
}

interface CellMenuProps {
  place: CellPlace
  /** The cell's value in words. */
  value: string
  only: (() => void) | undefined
  not: (() => void) | undefined
  onCopyCell(): void
  onCopyRow(): void
  selected: number
  onCopySelected(): void
  /** Figures of the column; undefined where the list has no such column. */
  onFigures: (() => void) | undefined
  onPin: ((pin: Pin) => void) | undefined
  pin: Pin
  /** Adds the column to the sort, or takes it out again. */
  onSort: (() => void) | undefined
  isSorted: boolean
  onHide: (() => void) | undefined
  onClose(): void
}

const PINS: readonly Pin[] = ['start', 'end', 'none']
const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** What can be done with one cell or its column: filter by it, copy, figures; on the header also sort, pin and hide. */
export function CellMenu(props: CellMenuProps) {
  const words = useText(lateText)
  const { place, value, only, not, selected, onClose } = props
  const named = value.length > 24 ? `${value.slice(0, 24)}…` : value
  const close = () => {
    onClose()
    place.cell.focus({ preventScroll: true })
  }
  return (
    <Menu opened onClose={close} position="bottom-start" offset={2} shadow="md" withinPortal returnFocus={false}>
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={words.cellMenu} miw={180}>
        {only && (
          <Menu.Item leftSection={<IconFilter {...icon} />} onClick={only}>
            {words.onlyThis(named)}
          </Menu.Item>
        )}
        {not && (
          <Menu.Item leftSection={<IconFilterOff {...icon} />} onClick={not}>
            {words.notThis(named)}
          </Menu.Item>
        )}
        {(only || not) && <Menu.Divider />}
        {place.rowId && (
          <>
            <Menu.Item leftSection={<IconCopy {...icon} />} onClick={props.onCopyCell} disabled={value === ''}>
              {words.copyCell}
            </Menu.Item>
            <Menu.Item leftSection={<IconTable {...icon} />} onClick={props.onCopyRow}>
              {words.copyRow}
            </Menu.Item>
          </>
        )}
        {place.rowId && selected > 0 && (
          <Menu.Item leftSection={<IconTable {...icon} />} onClick={props.onCopySelected}>
            {words.copySelected(selected)}
          </Menu.Item>
        )}
        {!place.rowId && props.onSort && (
          <Menu.Item
            leftSection={props.isSorted ? <IconX {...icon} /> : <IconSortAscending2 {...icon} />}
            rightSection={props.isSorted ? undefined : <small aria-hidden>{words.shiftClick}</small>}
            onClick={props.onSort}
          >
            {props.isSorted ? words.sortNot : words.sortAlso}
          </Menu.Item>
        )}
        {!place.rowId &&
          props.onPin &&
          PINS.filter((pin) => pin !== props.pin).map((pin) => (
            <Menu.Item key={pin} leftSection={<IconColumns3 {...icon} />} onClick={() => props.onPin!(pin)}>
              {words.pins[pin]}
            </Menu.Item>
          ))}
        {!place.rowId && props.onHide && (
          <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={props.onHide}>
            {words.hideColumn}
          </Menu.Item>
        )}
        {props.onFigures && <Menu.Divider />}
        {props.onFigures && (
          <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={props.onFigures}>
            {words.columnFigures}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
