import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { ADJUSTMENT_TYPES } from './contract/adjustments.ts'

const { run, earn, build, bring, act, call, ask } = await openSettlement()
const { A, B } = world.partners

const bearerOf = async (as: Actor, scope = 'statements.read'): Promise<string> =>
  (await ask('POST', '/api/tokens', { as, body: { name: 'feed', scopes: [scope], expiresInDays: 30 } })).json().data
    .token
const open = async (token: string, path = '') => {
  const answer = await ask('GET', `/open/v1/statements${path}`, { token })
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}
const walk = async (token: string, path: string, limit: number): Promise<any[]> => {
  const all: any[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: any } = await open(token, `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    all.push(...body.items)
    cursor = body.nextCursor
  }
  return all
}

const [mine, theirs, drafted, split, next] = ['2024-01-01', '2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01']
for (let video = 1; video <= 5; video++) await earn(mine!, 1_000 * video + 7, { video: String(video) })
await earn(theirs!, 9_900, { partner: B })
await earn(drafted!, 5_000)
await earn(split!, 7_700, { product: 'wl' })
const statement = await build(mine!)
const draft = await build(drafted!)
const foreign = await build(theirs!, { partner: B })
const ofWl = await build(split!, { product: 'wl' })
await bring(statement, 'locked')
await bring(foreign, 'pending_confirm')
await bring(ofWl, 'pending_confirm')
await earn(next!, 3_000)

describe('statements for machines', () => {
  test('a partner’s token gets its own from the issue on, page by page; an operator’s those of its products', async () => {
    const token = await bearerOf('partnerA')
    const all = await walk(token, '', 1)
    expect(all.map(({ id }) => id)).toEqual([statement])
    expect((await open(token, `/${statement}/lines`)).status).toBe(200)
    const missing = await open(token, `/${world.missingId}/lines`)
    expect(missing.status).toBe(404)
    for (const id of [foreign, draft, ofWl]) {
      const { status, body } = await open(token, `/${id}/lines`)
      expect([status, body.data.reason]).toEqual([404, missing.body.data.reason])
    }
    const operators = (await walk(await bearerOf('adminOther'), '', 2)).map(({ id }) => id)
    expect(operators).toEqual([statement, foreign, ofWl].sort((a, b) => Number(a) - Number(b)))
    // The operator of another product and line.
    expect((await walk(await bearerOf('cooMatch'), '', 2)).map(({ id }) => id)).toEqual([statement])
  })

  test('figures are those of the screen and of its file, to the fen', async () => {
    const token = await bearerOf('partnerA')
    const [machine] = await walk(token, '', 200)
    const screen = (await call('partnerA', 'GET', '/sm4?pageSize=200')).data.list.find(
      (row: any) => row.statementId === statement,
    )
    for (const name of ['no', 'period', 'state', 'rev', 'videoCount', 'plays', 'payOn', 'version'])
      expect(machine[name], name).toEqual(screen[name])
    for (const name of ['grossFen', 'deductFen', 'adjustFen', 'carryFen', 'taxFen', 'netFen'])
      expect(machine[name], name).toBe(screen[name])
    const lines = await walk(token, `/${statement}/lines`, 2)
    const shown = (await call('partnerA', 'GET', `/lines?statementId=${statement}&pageSize=200&sort=lineNo:asc`)).data
      .list
    expect(
      lines.map(({ lineNo, lineType, amountFen, explanation }) => [lineNo, lineType, amountFen, explanation]),
    ).toEqual(
      shown.map(({ lineNo, lineType, amountFen, explanation }: any) => [lineNo, lineType, amountFen, explanation]),
    )
    expect(lines).toHaveLength(machine.lineCount)
    expect(lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(machine.netFen + machine.taxFen)
    const file = (await ask('GET', `/api/settlements/lines/export.csv?statementId=${statement}`, { as: 'partnerA' }))
      .body
    for (const { amountFen } of lines) expect(file).toContain((amountFen / 100).toFixed(2))
    // What is ours alone is in no answer of the feed.
    expect((await open(token, `/${statement}/lines`)).text).not.toMatch(/base|margin|upstream/i)
  })

  test('filters; later steps raise the version; every type of line comes through', async () => {
    const token = await bearerOf('adminOther')
    const ids = async (query: string) => (await open(token, query)).body.items.map(({ id }: { id: string }) => id)
    expect(await ids('?product=wl')).toEqual([ofWl])
    expect(await ids('?state=locked')).toEqual([statement])
    expect(await ids(`?period=${theirs}&state=pending_confirm`)).toEqual([foreign])
    for (const query of ['?state=draft', '?limit=201', '?cursor=x', '?partnerId=1'])
      expect((await open(token, query)).status, query).toBe(400)
    const [{ version }] = (await open(token, '?state=locked')).body.items
    expect((await act('adminOther', statement, 'clear')).status).toBe(200)
    expect((await open(token, '?state=payable')).body.items[0].version).toBe(version + 1)

    for (const type of ADJUSTMENT_TYPES)
      await run(sql`
        insert into adjustment (product_code, partner_id, line_type, amount_fen, origin_period, reason, state)
        values ('sm4', ${A}, ${type}, 1234, ${mine}::date, 'by hand', 'approved')`)
    const later = await build(next!)
    await bring(later, 'pending_confirm')
    const types = (await walk(token, `/${later}/lines`, 200)).map(({ lineType }) => lineType)
    expect(new Set(types)).toEqual(new Set(['normal', ...ADJUSTMENT_TYPES]))
  })

  test('only a token of the scope opens it', async () => {
    expect((await open(await bearerOf('partnerA', 'videos.read'))).status).toBe(403)
    expect((await ask('GET', '/open/v1/statements', { as: 'partnerA' })).statusCode).toBe(401)
    const refused = await ask('POST', '/api/tokens', {
      as: 'supplierA',
      body: { name: 'x', scopes: ['statements.read'], expiresInDays: 1 },
    })
    expect(refused.statusCode).toBe(422)
  })
})
