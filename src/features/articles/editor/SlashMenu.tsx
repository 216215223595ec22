import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../kit/hooks/app.ts'
import styles from './editor.module.css'
import { INSERTS, type Insert, KEYS } from './inserts.ts'
import { editText } from './text.ts'

interface SlashMenuProps {
  editor: Editor
  /** Where the editor hands its keys while the menu is open; true when the menu took one. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>
  insert(what: Insert): void
}

/** A slash at the start of a line offers what can be inserted, narrowed by what is typed after it. */
export function SlashMenu({ editor, keys, insert }: SlashMenuProps) {
  const words = useText(editText).slash
  const [at, setAt] = useState(0)
  const [closed, setClosed] = useState<number | null>(null)
  const asked = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { $from, empty } = now.state.selection
      if (!empty || !now.isEditable || !$from.parent.isTextblock || $from.parent.type.name === 'codeBlock') return null
      const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ')
      const match = /^[/、](\S{0,12})$/.exec(before)
      return match ? { from: $from.start(), to: $from.pos, query: match[1]!.toLowerCase() } : null
    },
  })
  const found = asked
    ? INSERTS.filter((one) => words[one].toLowerCase().includes(asked.query) || KEYS[one].includes(asked.query))
    : []
  const isOpen = asked !== null && found.length > 0 && closed !== asked.from
  const chosen = found[Math.min(at, found.length - 1)]
  const take = (what: Insert) => {
    if (!asked) return
    editor.chain().focus().deleteRange({ from: asked.from, to: asked.to }).run()
    insert(what)
  }
  const query = asked?.query ?? null
  useEffect(() => {
    if (query === null) setClosed(null)
    setAt(0)
  }, [query])
  keys.current = isOpen
    ? (event) => {
        if (event.isComposing) return false
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          setAt((now) => (now + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
          return true
        }
        if (event.key === 'Enter' || event.key === 'Tab') {
          take(chosen!)
          return true
        }
        if (event.key === 'Escape') {
          setClosed(asked.from)
          return true
        }
        return false
      }
    : null
  if (!isOpen) return null
  const { left, bottom } = editor.view.coordsAtPos(asked.from)
  return (
    <div
      className={styles.slash}
      role="listbox"
      aria-label={words.label}
      style={{
        left: Math.min(left, innerWidth - 220),
        top: bottom + 4 > innerHeight - 320 ? undefined : bottom + 4,
        bottom: bottom + 4 > innerHeight - 320 ? innerHeight - bottom + 28 : undefined,
      }}
    >
      {found.map((one) => (
        <button
          key={one}
          type="button"
          role="option"
          aria-selected={one === chosen}
          // The text keeps its caret: the menu is of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(one)}
        >
          {words[one]}
        </button>
      ))}
    </div>
  )
}
