import { expect, it } from 'vitest'
import { SHORTCUTS, shortcutOf } from './shortcuts.ts'

const press = (key: string, code: string, held: string[] = []) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
})
const free = { isWriting: false, hasTabs: true }

it('each shortcut has keys of its own', () => {
  const bound = SHORTCUTS.map(({ code, character, mod, alt, shift }) => [code ?? character, mod, alt, shift].join())
  expect(new Set(bound).size).toBe(SHORTCUTS.length)
})

it.each([
  ['palette', press('k', 'KeyK', ['ctrl']), free],
  ['palette', press('k', 'KeyK', ['meta']), { isWriting: true, hasTabs: false }],
  ['sheet', press('?', 'Slash', ['shift']), free],
  ['sheet', press('?', 'Minus', ['shift']), free],
  ['nextTab', press('∆', 'KeyJ', ['alt']), free],
  ['previousTab', press('k', 'KeyK', ['alt']), free],
  ['reopenTab', press('T', 'KeyT', ['alt', 'shift']), free],
  [undefined, press('t', 'KeyT', ['alt']), free],
  [undefined, press('?', 'Slash', ['shift']), { isWriting: true, hasTabs: true }],
  [undefined, press('j', 'KeyJ', ['alt']), { isWriting: false, hasTabs: false }],
  [undefined, press('j', 'KeyJ', ['alt', 'ctrl']), free],
] as const)('%s is meant by a press', (id, pressed, where) => expect(shortcutOf(pressed, where)?.id).toBe(id))
