import { PALETTE_KEY } from './shell/palette.ts'

/** What the keys of the shell are bound to. The sheet lists this table, and the listener asks it: nothing is bound twice. */
export interface Shortcut {
  id: 'palette' | 'sheet' | 'nextTab' | 'previousTab' | 'closeTab' | 'reopenTab' | 'reloadTab' | 'pinTab'
  /** As printed; `mod` is Ctrl or ⌘. */
  keys: readonly string[]
  /** Where the key is by its place on the board, so that Alt may compose letters (macOS) and layouts may differ. */
  code?: string
  /** Where it is the character that counts. */
  character?: string
  mod?: true
  alt?: true
  shift?: true
  /** Also while somebody writes, and over an open dialog. */
  isEverywhere?: true
  /** Only where tabs are shown. */
  needsTabs?: true
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', keys: ['mod', 'K'], code: PALETTE_KEY, mod: true, isEverywhere: true },
  { id: 'sheet', keys: ['?'], character: '?' },
  { id: 'nextTab', keys: ['Alt', 'J'], code: 'KeyJ', alt: true, needsTabs: true },
  { id: 'previousTab', keys: ['Alt', 'K'], code: 'KeyK', alt: true, needsTabs: true },
  { id: 'closeTab', keys: ['Alt', 'W'], code: 'KeyW', alt: true, needsTabs: true },
  { id: 'reopenTab', keys: ['Alt', 'Shift', 'T'], code: 'KeyT', alt: true, shift: true, needsTabs: true },
  { id: 'reloadTab', keys: ['Alt', 'R'], code: 'KeyR', alt: true, needsTabs: true },
  { id: 'pinTab', keys: ['Alt', 'P'], code: 'KeyP', alt: true, needsTabs: true },
]

/** What the focused part itself listens to; shown beside the table. */
export const PLACED_KEYS = {
  moveTab: ['Alt', 'Shift', '← →'],
  tabMenu: ['Shift', 'F10'],
  closeFocused: ['Delete'],
} as const

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function shortcutOf(press: Press, where: { isWriting: boolean; hasTabs: boolean }): Shortcut | undefined {
  return SHORTCUTS.find((one) => {
    if (one.needsTabs && !where.hasTabs) return false
    if (where.isWriting && !one.isEverywhere) return false
    if ((press.ctrlKey || press.metaKey) !== !!one.mod || press.altKey !== !!one.alt) return false
    // A character says by itself which keys it takes.
    if (one.character) return press.key === one.character
    return press.code === one.code && press.shiftKey === !!one.shift
  })
}
