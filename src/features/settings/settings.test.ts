import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import type { Actor } from '../../../tests/world.ts'
import { MAX_SETTINGS, MAX_VALUE } from './contract.ts'

const { ask, database } = await openServer()
const save = (as: Actor, key: string, value: string | null) => ask('PUT', '/api/settings', { as, body: { key, value } })
const valuesOf = async (as: Actor): Promise<Record<string, string>> => {
  const { list } = (await ask('GET', '/api/settings', { as })).json().data
  return Object.fromEntries(list.map(({ key, value }: { key: string; value: string }) => [key, value]))
}
const COLUMNS = '[{"key":"title","visible":false}]'

describe('settings of a person', () => {
  it('are his own; the last to arrive stands, and null forgets', async () => {
    await save('leader', 'tab-columns:data', COLUMNS)
    await save('leader', 'arco-theme', 'dark')
    await save('leader', 'arco-theme', 'light')
    await save('coo', 'arco-locale', 'en-US')
    expect(await valuesOf('leader')).toEqual({ 'tab-columns:data': COLUMNS, 'arco-theme': 'light' })
    expect(await valuesOf('coo')).toEqual({ 'arco-locale': 'en-US' })
    await save('leader', 'arco-theme', null)
    expect(await valuesOf('leader')).toEqual({ 'tab-columns:data': COLUMNS })
  })

  it.each([
    ['tab-columns:data', COLUMNS, '{"not":"an array"}'],
    ['tab-columns:data', '[]', 'nothing'],
    ['arco-theme', 'dark', 'blue'],
    ['arco-locale', 'zh-CN', 'fr-FR'],
    ['tab-density', 'mini', 'huge'],
    ['tour', 'done', 'half'],
  ])('%s is kept as %s and not as %s', async (key, good, bad) => {
    expect((await save('supplierA', key, good)).statusCode).toBe(200)
    expect((await save('supplierA', key, bad)).json()).toMatchObject({ code: 400, data: { reason: 'BAD_SETTING' } })
    expect(await valuesOf('supplierA')).toMatchObject({ [key]: good })
  })

  it('have names, a length and a number', async () => {
    expect((await save('partnerA', 'token', 'x')).statusCode).toBe(400)
    expect((await save('partnerA', 'tab-columns:data', `["${'x'.repeat(MAX_VALUE)}"]`)).statusCode).toBe(400)
    await database.pool.query(
      `insert into user_setting (user_id, key, value) select id, 'tab-columns:n' || n, '[]'
       from app_user, generate_series(1, $1) n where access_key = 'partner'`,
      [MAX_SETTINGS],
    )
    expect((await save('partnerA', 'tab-columns:data', '[]')).json()).toMatchObject({
      code: 422,
      data: { reason: 'TOO_MANY_SETTINGS' },
    })
    expect((await save('partnerA', 'tab-columns:n7', COLUMNS)).statusCode).toBe(200)
  })
})
