import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../core/time.ts'
import { readWorkLink } from '../../../core/works.ts'
import type { Mapping } from '../contract.ts'
import { type DateRule, guessDateFormat, isZeroEaten, readDay, readInstant } from './date.ts'
import { guessMapping } from './guess.ts'
import { readCount, readDuration, readMoney, readRate } from './number.ts'
import { Bad, plain } from './reason.ts'
import { planOf, readRow } from './row.ts'

const TODAY = '2026-11-19'
const rule = (format: DateRule['format'], part: Partial<DateRule> = {}): DateRule => ({
  format,
  year: 2017,
  zeroEaten: false,
  ...part,
})
const reasonOf = (value: unknown) => (value instanceof Bad ? value.reason : value)
const day = (text: string, by: DateRule) => reasonOf(readDay(text, by, TODAY))

describe('days', () => {
  it.each([
    ['2017-10-22', 'ymd', '2017-10-22'],
    ['2017/1/2', 'ymd', '2017-01-02'],
    ['2017.10.22', 'ymd', '2017-10-22'],
    ['2017年10月2日', 'ymd', '2017-10-02'],
    ['20171022', 'ymd', '2017-10-22'],
    ['2017-10-22 23:59:59', 'ymd', '2017-10-22'],
    ['2017-10-22T17:00:00Z', 'ymd', '2017-10-23'],
    ['22/10/2017', 'dmy', '2017-10-22'],
    ['22.10.2017', 'dmy', '2017-10-22'],
    ['10/22/2017', 'mdy', '2017-10-22'],
    ['10-22', 'md', '2017-10-22'],
    ['10月22日', 'md', '2017-10-22'],
    ['22.10', 'dm', '2017-10-22'],
    ['43030', 'serial', '2017-10-22'],
    ['43030.75', 'serial', '2017-10-22'],
    // A full date is read whatever format the short ones have.
    ['2017-10-22', 'dm', '2017-10-22'],
  ] as const)('reads %s as %s', (text, format, expected) => expect(day(text, rule(format))).toBe(expected))

  it.each([
    ['2017-02-30', 'ymd', 'BAD_DATE'],
    ['2017-13-01', 'ymd', 'BAD_DATE'],
    ['100', 'dm', 'BAD_DATE'],
    ['26.0903jeumSTSzc', 'dm', 'BAD_DATE'],
    ['29.02', 'dm', 'BAD_DATE'],
    ['10/22/2017', 'dmy', 'BAD_DATE'],
    ['43030', 'ymd', 'BAD_DATE'],
    ['2026-11-20', 'ymd', 'FUTURE_DATE'],
    ['1917-10-22', 'ymd', 'EARLY_DATE'],
  ] as const)('refuses %s as %s: %s', (text, format, reason) => expect(day(text, rule(format))).toBe(reason))

  it('needs a year where the days have none', () => {
    expect(day('22.10', rule('dm', { year: null }))).toBe('BAD_DATE')
    expect(day('29.02', rule('dm', { year: 2016 }))).toBe('2016-02-29')
  })

  it('gives an eaten zero back only behind a dot and a single digit', () => {
    const eaten = rule('dm', { zeroEaten: true })
    expect(day('22.1', eaten)).toBe('2017-10-22')
    expect(day('9.1', eaten)).toBe('2017-10-09')
    expect(day('13.09', eaten)).toBe('2017-09-13')
    expect(day('22-1', eaten)).toBe('2017-01-22')
    expect(day('22.1', rule('dm'))).toBe('2017-01-22')
    expect(day('9.2', rule('md', { zeroEaten: true }))).toBe('2017-09-20')
  })

  it('proposes the eaten zero only where the column proves it', () => {
    expect(isZeroEaten(['13.09', '30.09', '1.1', '22.1'], 'dm')).toBe(true)
    // Months without a leading zero: 1 may well be January.
    expect(isZeroEaten(['13.9', '1.1'], 'dm')).toBe(false)
    // Nothing shows how months are written.
    expect(isZeroEaten(['1.1', '22.1'], 'dm')).toBe(false)
    // A single digit that no zero explains.
    expect(isZeroEaten(['13.09', '1.2'], 'dm')).toBe(false)
    expect(isZeroEaten(['13.09', '1.10'], 'dm')).toBe(false)
  })

  it('finds the format most values fit', () => {
    expect(guessDateFormat(['13.09', '1.1', '100'])).toBe('dm')
    expect(guessDateFormat(['09-13', '10-22'])).toBe('md')
    expect(guessDateFormat(['13/09/2017', '01/10/2017'])).toBe('dmy')
    expect(guessDateFormat(['09/13/2017'])).toBe('mdy')
    expect(guessDateFormat(['43030', '43031'])).toBe('serial')
    expect(guessDateFormat(['2017年9月13日'])).toBe('ymd')
    expect(guessDateFormat(['soon'])).toBeNull()
  })

  it('reads every day back in every way of writing it', () => {
    const days = fc.integer({ min: 0, max: 7000 }).map((days) => addDays('2006-01-01', days))
    fc.assert(
      fc.property(days, (expected) => {
        const [year, month, date] = expected.split('-') as [string, string, string]
        const serial = String(Math.round(Date.parse(`${expected}T00:00:00Z`) / 86_400_000) + 25_569)
        const own = { year: Number(year) }
        expect(day(`${year}/${+month}/${+date}`, rule('ymd'))).toBe(expected)
        expect(day(`${date}.${month}.${year}`, rule('dmy'))).toBe(expected)
        expect(day(`${month}/${date}/${year}`, rule('mdy'))).toBe(expected)
        expect(day(`${+month}月${+date}日`, rule('md', own))).toBe(expected)
        expect(day(`${date}.${month}`, rule('dm', own))).toBe(expected)
        expect(day(serial, rule('serial'))).toBe(expected)
        // As a spreadsheet shows a number that was written DD.MM.
        expect(day(String(Number(`${+date}.${month}`)), rule('dm', { ...own, zeroEaten: month === '10' }))).toBe(
          expected,
        )
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('takes times as Asia/Shanghai unless they name a zone', () => {
    expect(readInstant('2017-10-22 08:30', rule('ymd'))).toEqual(new Date('2017-10-22T00:30:00Z'))
    expect(readInstant('2017-10-22T08:30:00+0000', rule('ymd'))).toEqual(new Date('2017-10-22T08:30:00Z'))
    expect(reasonOf(readInstant('2017-10-22 25:00', rule('ymd')))).toBe('BAD_DATE')
  })
})

describe('numbers', () => {
  const count = (cell: string) => {
    const text = plain(cell)
    return reasonOf(typeof text === 'string' ? readCount(text) : text)
  }
  it.each([
    ['1234', 1234],
    ['1,234', 1234],
    ['1,234,567', 1234567],
    ['１２３', 123],
    ['１，２３４', 1234],
    ['12.0', 12],
    ['-5', -5],
    ['−5', -5],
    [' 7 ', 7],
    ['', null],
    ['—', null],
    ['-', null],
    ['N/A', null],
  ])('reads %j as %j', (text, value) => expect(count(text)).toBe(value))

  it.each([
    ['1.2万', 'AMBIGUOUS_NUMBER'],
    ['1.2w', 'AMBIGUOUS_NUMBER'],
    ['3.4亿', 'AMBIGUOUS_NUMBER'],
    ['12k', 'AMBIGUOUS_NUMBER'],
    ['1.5M', 'AMBIGUOUS_NUMBER'],
    ['3.4E+06', 'AMBIGUOUS_NUMBER'],
    ['10000+', 'AMBIGUOUS_NUMBER'],
    ['1.5', 'BAD_NUMBER'],
    ['1,23', 'BAD_NUMBER'],
    ['twelve', 'BAD_NUMBER'],
    ['99999999999999999999', 'NUMBER_TOO_LARGE'],
    ['#REF!', 'SPREADSHEET_ERROR'],
  ])('refuses %j: %s', (text, reason) => expect(count(text)).toBe(reason))

  it('reads back every count however it is grouped', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(count(value.toLocaleString('en-US'))).toBe(value)
        expect(count(String(value))).toBe(value)
      }),
      { seed: 7 },
    )
  })

  it('reads rates, amounts and durations', () => {
    expect(readRate('45.3%', 'fraction')).toBe(453_000)
    expect(readRate('45.3', 'percent')).toBe(453_000)
    expect(readRate('0.453', 'fraction')).toBe(453_000)
    expect(readRate('120%', 'percent')).toBe(1_200_000)
    expect(reasonOf(readRate('high', 'percent'))).toBe('BAD_RATE')
    expect(readMoney('¥1,234.5')).toBe(123_450)
    expect(readMoney('12.34元')).toBe(1_234)
    expect(reasonOf(readMoney('12.345'))).toBe('MONEY_DECIMALS')
    expect(reasonOf(readMoney('a lot'))).toBe('BAD_MONEY')
    expect(readDuration('2:03')).toBe(123_000)
    expect(readDuration('1:02:03')).toBe(3_723_000)
    expect(readDuration('1分25秒')).toBe(85_000)
    expect(readDuration('12.5')).toBe(12_500)
    expect(reasonOf(readDuration('long'))).toBe('BAD_DURATION')
  })
})

describe('links', () => {
  it.each([
    ['https://www.douyin.com/video/7123456789012345678', 'douyin', '7123456789012345678'],
    ['https://www.douyin.com/user/x?modal_id=7123456789012345678', 'douyin', '7123456789012345678'],
    ['https://www.kuaishou.com/short-video/3xabc', 'kuaishou', '3xabc'],
    ['https://www.bilibili.com/video/BV1xx411c7mD/?p=1', 'bilibili', 'BV1xx411c7mD'],
    ['https://youtu.be/-abc_123XYZ', 'other', '-abc_123XYZ'],
  ])('finds the id in %s', (link, platform, itemId) => expect(readWorkLink(link)).toEqual({ platform, itemId }))

  it.each([
    'https://v.douyin.com/abcde/',
    'https://example.com/video/1',
    'not a link',
    'https://evil-douyin.com/video/1',
  ])('refuses %s', (link) => expect(readWorkLink(link)).toBeUndefined())
})

const mapping = (part: Partial<Mapping> = {}): Mapping => ({
  columns: { itemId: 'id', statDate: 'date', playCount: 'plays' },
  platform: 'douyin',
  statDate: null,
  partnerId: null,
  dateFormat: 'ymd',
  year: null,
  zeroEaten: false,
  rateUnit: 'percent',
  counts: 'cumulative',
  ...part,
})

describe('rows', () => {
  const header = ['id', 'date', 'plays', 'likes', 'platform', 'link']
  const read = (cells: string[], part: Partial<Mapping> = {}) => readRow(2, cells, planOf(mapping(part), header, TODAY))
  const problems = (cells: string[], part: Partial<Mapping> = {}) => {
    const found = read(cells, part)
    return Array.isArray(found) ? found.map(({ field, reason }) => `${field} ${reason}`) : found
  }

  it('takes a plain row', () => {
    expect(read(['7123456789012345678', '2017-10-22', '1,234'])).toMatchObject({
      itemId: '7123456789012345678',
      platform: 'douyin',
      statDate: '2017-10-22',
      playCount: 1234,
      likeCount: null,
    })
  })

  it.each([
    ['-abc_12345', undefined],
    ['=abc', undefined],
    ['#NAME?', 'itemId SPREADSHEET_ERROR'],
    ['#REF!', 'itemId SPREADSHEET_ERROR'],
    ['7.12E+18', 'itemId DAMAGED_ID'],
    ['', 'itemId MISSING'],
    ['two words', 'itemId BAD_ID'],
  ])('id %j', (id, problem) => {
    const found = problems([id, '2017-10-22', '1'])
    if (problem) expect(found).toEqual([problem])
    else expect(found).toMatchObject({ itemId: id })
  })

  it('names everything wrong with a row, in the order of its fields', () => {
    expect(
      problems(['#NAME?', '100', '1.2万', 'x'], {
        columns: { itemId: 'id', statDate: 'date', playCount: 'plays', likeCount: 'likes' },
      }),
    ).toEqual(['itemId SPREADSHEET_ERROR', 'statDate BAD_DATE', 'playCount AMBIGUOUS_NUMBER', 'likeCount BAD_NUMBER'])
  })

  it('fills gaps with the constants, never over what a cell says', () => {
    const columns = { itemId: 'id', statDate: 'date', playCount: 'plays', platform: 'platform' }
    expect(read(['a1', '', '1', '', ''], { columns, statDate: '2017-10-01' })).toMatchObject({
      platform: 'douyin',
      statDate: '2017-10-01',
    })
    expect(read(['a1', '2017-10-22', '1', '', 'B站'], { columns })).toMatchObject({ platform: 'bilibili' })
    expect(problems(['a1', '2017-10-22', '1', '', '火星'], { columns })).toEqual(['platform BAD_PLATFORM'])
    expect(problems(['a1', 'garbage', '1'], { columns, statDate: '2017-10-01' })).toEqual(['statDate BAD_DATE'])
  })

  it('takes a row whose title is a spreadsheet error, without the title', () => {
    const columns = { itemId: 'id', statDate: 'date', playCount: 'plays', title: 'likes' }
    expect(read(['a1', '2017-10-22', '1', '#NAME?'], { columns })).toMatchObject({ itemId: 'a1', title: null })
    expect(read(['a1', '2017-10-22', '1', ' 标题！ '], { columns })).toMatchObject({ title: '标题！' })
  })

  it('takes id and platform from a link where no column has the id', () => {
    const columns = { shareUrl: 'link', statDate: 'date', playCount: 'plays' }
    const cells = ['', '2017-10-22', '1', '', '', 'https://www.bilibili.com/video/BV1xx411c7mD']
    expect(read(cells, { columns, platform: null })).toMatchObject({ platform: 'bilibili', itemId: 'BV1xx411c7mD' })
    expect(problems(['', '2017-10-22', '1', '', '', 'https://v.douyin.com/x/'], { columns })).toEqual([
      'shareUrl BAD_LINK',
    ])
    expect(problems(['', '2017-10-22', '1', '', '', ''], { columns })).toEqual(['shareUrl MISSING'])
  })
})

describe('guesses', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  const guess = (fileName: string, header: string[], ...rows: string[][]) =>
    guessMapping({ fileName, header, values: header.map((_, at) => new Set(rows.map((row) => row[at] ?? ''))), now })

  it('knows the export of Douyin', () => {
    const header = [
      '作品名称',
      '发布时间',
      '体裁',
      '播放量',
      '完播率',
      '点赞量',
      '分享量',
      '评论量',
      '收藏量',
      '作品ID',
    ]
    const found = guess('抖音作品数据.xlsx', header, [
      't',
      '2026-11-01 10:00',
      '视频',
      '12',
      '0.32',
      '1',
      '1',
      '1',
      '1',
      '7',
    ])
    expect(found).toMatchObject({
      platform: 'douyin',
      rateUnit: 'fraction',
      columns: {
        title: '作品名称',
        publishedAt: '发布时间',
        contentType: '体裁',
        playCount: '播放量',
        finishRate: '完播率',
        likeCount: '点赞量',
        shareCount: '分享量',
        commentCount: '评论量',
        favoriteCount: '收藏量',
        itemId: '作品ID',
      },
    })
  })

  it('knows the export of Bilibili and units in brackets', () => {
    expect(guess('data.csv', ['BVID', '稿件标题', '播放量（次）', '日期', 'UP主'])).toMatchObject({
      platform: 'bilibili',
      columns: { itemId: 'BVID', title: '稿件标题', playCount: '播放量（次）', statDate: '日期', creatorName: 'UP主' },
    })
  })

  it('knows the trending export and its eaten zeros, with the year of the file name', () => {
    const header = [
      'video_id',
      'title',
      'channel_title',
      'category_id',
      'views',
      'likes',
      'dislikes',
      'comment_total',
      'date',
    ]
    const rows = ['13.09', '30.09', '1.1', '22.1'].map((date) => ['x', 't', 'c', '24', '1', '1', '1', '1', date])
    expect(guess('youtube-trending-2017.csv', header, ...rows)).toMatchObject({
      platform: 'other',
      dateFormat: 'dm',
      zeroEaten: true,
      year: 2017,
      columns: {
        itemId: 'video_id',
        statDate: 'date',
        playCount: 'views',
        likeCount: 'likes',
        creatorName: 'channel_title',
      },
    })
  })

  it('takes last year where days of this one would lie in the future', () => {
    expect(guess('a.csv', ['date'], ['12-30']).year).toBe(2025)
    expect(guess('a.csv', ['date'], ['10-30']).year).toBe(2026)
  })
})
