import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import { isLink, type MenuNode } from '../../../core/menuTree.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { MenuIcon } from '../../../kit/layout/MenuIcon.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { menuPageText } from '../textMenu.ts'
import styles from './menu.module.css'
import { iconOf } from './useMenuNames.ts'

const icon = { size: 16, stroke: 1.6 }

interface MenuLineProps {
  node: MenuNode
  isChild: boolean
  isDragged: boolean
  name: string
  builtInName: string
  onDrag(path: string | undefined): void
  onDrop(event: DragEvent): void
  onStep(by: -1 | 1): void
  onEdit(): void
  onHide(): void
  onRemove?: (() => void) | undefined
}

/** A line of the menu: dragged by its handle, or moved by the arrow keys while the handle has the focus. */
export function MenuLine(props: MenuLineProps) {
  const { node, isChild, isDragged, name, builtInName, onDrag, onDrop, onStep } = props
  const words = useText(menuPageText)
  const isRenamed = !isLink(node.path) && name !== builtInName
  return (
    <li
      className={styles.line}
      data-child={isChild || undefined}
      data-dragged={isDragged || undefined}
      data-hidden={node.isHidden || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(node.path)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={words.move(name)}
        title={words.moveHint}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onStep(event.key === 'ArrowUp' ? -1 : 1)
        }}
      >
        <IconGripVertical {...icon} aria-hidden />
      </button>
      <MenuIcon name={isChild && !node.icon ? 'file' : iconOf(node)} size={16} />
      <span className={styles.name}>
        <b>{name}</b>
        <small>{isRenamed ? words.renamed(builtInName) : node.path}</small>
      </span>
      {isLink(node.path) && <Tag tone="blue">{words.link}</Tag>}
      {node.isHidden && <Tag tone="grey">{words.hidden}</Tag>}
      <span className={styles.deeds}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.edit(name)} onClick={props.onEdit}>
          <IconPencil {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={node.isHidden ? words.show(name) : words.hide(name)}
          onClick={props.onHide}
        >
          {node.isHidden ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        </ActionIcon>
        {props.onRemove && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={props.onRemove}>
            <IconTrash {...icon} />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}
