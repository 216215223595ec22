import { readXlsx } from 'hucre'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { pagesOf } from '../../../tests/pdf.ts'
import { openSettlement } from '../../../tests/settlement.ts'
import { world } from '../../../tests/world.ts'
import { amountOf } from './bill/pdf.ts'

const { run, earn, build, bring, call, ask, act } = await openSettlement()

const get = (as: Parameters<typeof ask>[2], id: string, format: string, query = '') =>
  ask('GET', `/api/settlements/statements/${id}/bill.${format}${query}`, as)

const bill = async (month: string) => {
  for (let video = 1; video <= 3; video++) await earn(`${month}-03`, 123_457 * video, { video: String(video) })
  await run(sql`update video set title = ${'😀 测试【标题】，很长的标题'} where id = 1`)
  const id = await build(`${month}-01`)
  await bring(id, 'locked')
  const { data } = await call('adminOther', 'GET', `/statements/${id}`)
  const { data: lines } = await call('adminOther', 'GET', `/lines?statementId=${id}&sort=lineNo:asc`)
  return { id, statement: data.statement, lines: lines.list as any[] }
}

test('the PDF says what the API says, to the byte, in both languages', async () => {
  const { id, statement, lines } = await bill('2022-03')
  for (const [lang, words] of [
    ['zh-CN', ['赏金计划4结算单', '应付', '金额汇总', '第 1 页，共 1 页']],
    ['en-US', ['Bounty plan 4 statement', 'Amounts', 'Page 1 of 1']],
  ] as const) {
    const answer = await get({ as: 'partnerA' }, id, 'pdf', `?lang=${lang}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/pdf')
    const pages = pagesOf(answer.rawPayload)
    const texts = pages.flat()
    const { grossFen, deductFen, adjustFen, carryFen, netFen } = statement
    for (const fen of [grossFen, deductFen, adjustFen, carryFen, netFen]) expect(texts).toContain(amountOf(fen))
    for (const { amountFen } of lines) expect(texts).toContain(amountOf(amountFen))
    for (const word of words) expect(texts).toContain(word)
    const whole = texts.join('')
    expect(whole).toContain(statement.no)
    expect(whole).toContain(statement.checksum)
    expect(whole.replaceAll(' ', '')).toContain('😀测试【标题】')
    expect(/[㐀-鿿]/.test(texts.filter((text) => /Page|Amounts|Rounding|CNY/.test(text)).join(''))).toBe(false)
  }
  expect(amountOf(-123_456_789)).toBe('-1,234,567.89')
  expect([0, -5, 99_999, 100_000].map(amountOf)).toEqual(['0.00', '-0.05', '999.99', '1,000.00'])
})

test('a long bill goes on over pages, its head on each', async () => {
  const videos = await run(sql`select id::text from video order by id limit 60`)
  for (const { id } of videos) await earn('2022-05-02', 500, { video: id })
  const id = await build('2022-05-01')
  const pages = pagesOf((await get({ as: 'adminOther' }, id, 'pdf')).rawPayload)
  const withLines = pages.filter((page) => page.includes('5.00'))
  expect(withLines.length).toBeGreaterThan(1)
  for (const page of withLines) expect(page).toContain('计算说明')
  for (const [at, page] of pages.entries()) expect(page.at(-1)).toBe(`第 ${at + 1} 页，共 ${pages.length} 页`)
})

test('the workbook adds up to the API, to the fen, and keeps upstream from a partner', async () => {
  const { id, statement, lines } = await bill('2022-07')
  const read = async (as: 'partnerA' | 'adminOther') => {
    const answer = await get({ as }, id, 'xlsx')
    expect(answer.statusCode).toBe(200)
    return (await readXlsx(answer.rawPayload)).sheets
  }
  const [sheet, notes] = await read('partnerA')
  const [head, ...rows] = sheet!.rows
  const at = head!.indexOf('金额（元）')
  expect(rows.map((row) => Math.round((row[at] as number) * 100))).toEqual(lines.map(({ amountFen }) => amountFen))
  expect(rows.reduce((sum, row) => sum + Math.round((row[at] as number) * 100), 0)).toBe(statement.netFen)
  expect(notes!.rows).toContainEqual(['应付', amountOf(statement.netFen)])
  expect(head!.some((name) => String(name).startsWith('基数'))).toBe(false)
  const [own] = await read('adminOther')
  expect(own!.rows[0]!.some((name) => String(name).startsWith('基数'))).toBe(true)
})

test('a bill is its reader’s alone, and what was taken is written down', async () => {
  const { id } = await bill('2022-09')
  const before = await run(sql`select count(*)::int as n from audit_log where action = 'statement.download'`)
  for (const format of ['pdf', 'xlsx']) {
    const foreign = await get({ as: 'partnerB' }, id, format)
    const missing = await get({ as: 'partnerB' }, world.missingId, format)
    expect(foreign.statusCode).toBe(404)
    expect(missing.statusCode).toBe(404)
    expect((await get({ as: 'partnerA' }, id, format)).statusCode).toBe(200)
  }
  const after = await run(sql`select count(*)::int as n from audit_log where action = 'statement.download'`)
  expect(after[0].n - before[0].n).toBe(2)
  // Not yet issued: the partner has none, we have one to check.
  await earn('2022-10-03', 900)
  const draft = await build('2022-10-01')
  expect((await get({ as: 'partnerA' }, draft, 'pdf')).statusCode).toBe(404)
  expect(
    pagesOf((await get({ as: 'adminOther' }, draft, 'pdf')).rawPayload)
      .flat()
      .join(''),
  ).toContain('尚未锁账')
  expect((await act('adminOther', draft, 'issue')).status).toBe(200)
  expect((await get({ as: 'partnerA' }, draft, 'pdf')).statusCode).toBe(200)
})
