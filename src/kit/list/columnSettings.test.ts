import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { count, id, text } from '../../core/columns.ts'
import {
  changeColumn,
  defaultSettings,
  MAX_WIDTH,
  MIN_WIDTH,
  moveColumn,
  pinOf,
  readSettings,
} from './columnSettings.ts'

const columns = {
  rowId: id({ hidden: true }),
  title: text({ width: 320, pin: 'start' }),
  plays: count({ width: 96 }),
  likes: count(),
  cover: text({ internal: true }),
}
const keys = ['rowId', 'title', 'plays', 'likes']

describe('stored column settings', () => {
  it('are accepted only when they parse to an array', () => {
    for (const garbage of [null, '', '{', 'null', '"x"', '7', '{"key":"plays"}', '{"length":1}']) {
      expect(readSettings(garbage, columns)).toEqual(defaultSettings(columns))
    }
  })

  it('keep order, visibility, width and pin; skip unknown and repeated keys; append what is new', () => {
    const stored = JSON.stringify([
      { key: 'plays', visible: false, width: 200 },
      { key: 'gone', visible: true },
      { key: 'title', visible: true, pin: 'none' },
      { key: 'plays', visible: true },
      { key: 'cover', visible: true },
    ])
    const settings = readSettings(stored, columns)
    expect(settings).toEqual([
      { key: 'plays', visible: false, width: 200 },
      { key: 'title', visible: true, pin: 'none' },
      { key: 'rowId', visible: false },
      { key: 'likes', visible: true },
    ])
    expect(pinOf(columns, settings[1]!)).toBe('none')
  })

  it('whatever is stored, each column stands once, one is visible, and every width can be drawn', () => {
    const entry = fc.oneof(
      fc.record({
        key: fc.oneof(fc.constantFrom(...keys, 'cover', '__proto__', 'constructor'), fc.anything()),
        visible: fc.anything(),
        width: fc.oneof(fc.double(), fc.anything()),
        pin: fc.anything(),
      }),
      fc.anything(),
    )
    const stored = fc.oneof(
      fc.array(entry).map((value) => JSON.stringify(value)),
      fc.anything().map((value) => JSON.stringify(value)),
      fc.string(),
    )
    fc.assert(
      fc.property(stored, (value) => {
        const settings = readSettings(value, columns)
        expect(settings.map(({ key }) => key).sort()).toEqual([...keys].sort())
        expect(settings.some(({ visible }) => visible)).toBe(true)
        for (const { width } of settings) {
          if (width !== undefined) expect(width >= MIN_WIDTH && width <= MAX_WIDTH).toBe(true)
        }
        expect(readSettings(JSON.stringify(settings), columns)).toEqual(settings)
      }),
      { seed: 20261120 },
    )
  })
})

describe('arranging', () => {
  it('moves a column and shifts the others, both ways', () => {
    const settings = defaultSettings(columns)
    expect(moveColumn(settings, 'likes', 0).map(({ key }) => key)).toEqual(['likes', 'rowId', 'title', 'plays'])
    expect(moveColumn(settings, 'rowId', 2).map(({ key }) => key)).toEqual(['title', 'plays', 'rowId', 'likes'])
    expect(moveColumn(settings, 'rowId', 99).at(-1)!.key).toBe('rowId')
  })

  it('hides two columns in a row, and never the last visible one', () => {
    let settings = defaultSettings(columns)
    settings = changeColumn(settings, 'plays', { visible: false })
    settings = changeColumn(settings, 'likes', { visible: false })
    expect(settings.filter(({ visible }) => visible).map(({ key }) => key)).toEqual(['title'])
    expect(changeColumn(settings, 'title', { visible: false })).toBe(settings)
  })
})
