import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDay } from '../../core/time.ts'
import { change, changePoints, exactCount, money, rate, shortCount, shortMoney, signed } from './number.ts'
import { PRESETS, presetOf, presetRange } from './ranges.ts'
import { shortDay, shortTime, span } from './time.ts'

describe('numbers, as look §5 writes them', () => {
  it.each([
    [8874, '8,874', '8,874'],
    [9999, '9,999', '9,999'],
    [10_000, '1.00 万', '10.0K'],
    [621_000, '62.1 万', '621K'],
    [999_999, '100 万', '1.00M'],
    [9_510_000, '951 万', '9.51M'],
    [34_826_000, '3,483 万', '34.8M'],
    [99_996_000, '1.00 亿', '100M'],
    [986_000_000, '9.86 亿', '986M'],
    [0, '0', '0'],
    [-621_000, '−62.1 万', '−621K'],
  ])('%d is %s and %s', (value, zh, en) => {
    expect(shortCount(value, 'zh-CN')).toBe(zh)
    expect(shortCount(value, 'en-US')).toBe(en)
  })

  it('writes amounts, rates and signs', () => {
    expect(money(808_393)).toBe('¥8,083.93')
    expect(money(-5)).toBe('−¥0.05')
    expect(shortMoney(18_640_000, 'zh-CN')).toEqual({ digits: '¥18.64', unit: '万' })
    expect(shortMoney(113_701_289, 'zh-CN')).toEqual({ digits: '¥113.7', unit: '万' })
    expect(shortMoney(1_234_567_890, 'zh-CN')).toEqual({ digits: '¥1,235', unit: '万' })
    expect(shortMoney(12_345_678_900, 'zh-CN')).toEqual({ digits: '¥1.23', unit: '亿' })
    expect(shortMoney(18_640_000, 'en-US')).toEqual({ digits: '¥186.4', unit: 'K' })
    expect(shortMoney(808_393, 'zh-CN')).toEqual({ digits: '¥8,083.93', unit: '' })
    expect(rate(329_000)).toBe('32.9%')
    expect(signed(182_150)).toBe('+182,150')
    expect(signed(-2548)).toBe('−2,548')
  })

  it('tells missing, flat, new, rise and fall apart', () => {
    expect(change(null, 5)).toEqual({ kind: 'none' })
    expect(change(5, null)).toEqual({ kind: 'none' })
    expect(change(0, 0)).toEqual({ kind: 'flat' })
    expect(change(7, 0)).toEqual({ kind: 'new' })
    expect(change(1124, 1000)).toEqual({ kind: 'up', text: '+12.4%' })
    expect(change(969, 1000)).toEqual({ kind: 'down', text: '−3.1%' })
    expect(changePoints(386_000, 374_000, 'zh-CN')).toEqual({ kind: 'up', text: '+1.2 个百分点' })
    expect(changePoints(374_000, 386_000, 'en-US')).toEqual({ kind: 'down', text: '−1.2 pp' })
    expect(changePoints(386_000, 386_400, 'en-US')).toEqual({ kind: 'flat' })
    expect(money(null)).toBe('—')
    expect(exactCount(undefined)).toBe('—')
  })

  it('a short form is never further off than half its last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 99_999_999_999 }),
        fc.constantFrom('zh-CN', 'en-US'),
        (value, language) => {
          const match = /^([\d,.]+) ?(\S*)$/.exec(shortCount(value, language))!
          const scale = { 万: 1e4, 亿: 1e8, K: 1e3, M: 1e6, B: 1e9 }[match[2]!]!
          const said = Number(match[1]!.replaceAll(',', '')) * scale
          expect(Math.abs(said - value) / value).toBeLessThan(0.0051)
        },
      ),
      { seed: 20261120 },
    )
  })
})

describe('times', () => {
  it('shows Asia/Shanghai whatever the browser says', () => {
    expect(shortTime('2026-11-19T17:42:00Z', 'zh-CN', '2026')).toBe('11-20 01:42')
    expect(shortTime('2026-11-19T17:42:00Z', 'en-US', '2026')).toBe('Nov 20, 01:42')
    expect(shortTime('2025-12-31T17:42:00Z', 'zh-CN', '2026')).toBe('01-01 01:42')
    expect(shortTime('2025-12-30T17:42:00Z', 'zh-CN', '2026')).toBe('2025-12-31 01:42')
    expect(shortDay('2026-11-09', 'en-US')).toBe('Nov 9')
    expect(span(123_000)).toBe('2:03')
    expect(span(3_723_000)).toBe('1:02:03')
  })

  it('cuts weeks on Monday and months on the first', () => {
    expect(presetRange('thisWeek', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(presetRange('lastWeek', '2026-11-16')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(presetRange('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(presetOf('2026-11-14', '2026-11-20', '2026-11-20')).toBe('last7')
    expect(presetOf('2026-11-13', '2026-11-20', '2026-11-20')).toBeUndefined()
  })

  it('every preset of every day is a real, ordered range', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        fc.constantFrom(...PRESETS),
        (date, preset) => {
          const { from, to } = presetRange(preset, date.toISOString().slice(0, 10))
          expect(isDay(from) && isDay(to) && from <= to).toBe(true)
        },
      ),
      { seed: 20261120 },
    )
  })
})
