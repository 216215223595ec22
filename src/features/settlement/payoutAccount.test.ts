import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openSettlement } from '../../../tests/settlement.ts'
import { type Actor, world } from '../../../tests/world.ts'

const { run, post, ask, certify } = await openSettlement()
const GIVEN = { holder: '青柚文化传媒', bankName: '招商银行', number: '6225 8801 2345 6789' }
const set = (as: Actor, change: Record<string, unknown> = {}) =>
  post(as, '/bank-accounts', { ...GIVEN, currentPassword: world.password, ...change })
const accountsOf = async (as: Actor) =>
  (await ask('GET', '/api/settlements/bank-accounts', { as })).json().data.accounts as {
    accountId: string
    numberEnd: string
    state: string
    isCooling: boolean
    version: number
  }[]
const cancel = async (as: Actor, id: string, version: number) => post(as, `/bank-accounts/${id}/cancel`, { version })

describe('the holder of a payout account', () => {
  test('must be the name the partner is certified by, at the field; blanks and widths of letters do not matter', async () => {
    expect(await set('partnerA')).toMatchObject({ status: 422, reason: 'NOT_CERTIFIED', data: { field: 'holder' } })
    await certify('青柚文化（传媒）')
    const refused = await set('partnerA')
    expect(refused).toMatchObject({ status: 422, reason: 'HOLDER_MISMATCH', data: { field: 'holder' } })
    expect(refused.msg).toContain('青柚文化（传媒）')
    expect(await accountsOf('partnerA')).toEqual([])
    expect((await set('partnerA', { holder: ' 青柚文化 (传媒)' })).status).toBe(200)
    await run(sql`truncate bank_account, certification cascade`)
    await certify(GIVEN.holder)
  })

  test('is looked at again before the account is verified', async () => {
    const { data } = await set('partnerA')
    const verify = () => post('adminOther', `/bank-accounts/${data.accountId}/verify`, { version: 1, isVerified: true })
    await run(sql`update certification set state = 'expired'`)
    expect(await verify()).toMatchObject({ reason: 'NOT_CERTIFIED' })
    await certify('别的公司')
    expect(await verify()).toMatchObject({ reason: 'HOLDER_MISMATCH' })
    await run(sql`update certification set state = 'expired'`)
    await certify(GIVEN.holder)
    expect((await verify()).data.state).toBe('verified')
    await run(sql`truncate bank_account cascade`)
  })
})

describe('the payout account of a partner', () => {
  test('is changed by the password alone; a wrong one changes nothing', async () => {
    expect(await set('partnerA', { currentPassword: 'not-the-password' })).toMatchObject({ reason: 'WRONG_PASSWORD' })
    expect(await accountsOf('partnerA')).toEqual([])
    expect((await set('partnerA')).status).toBe(200)
    expect(await accountsOf('partnerA')).toMatchObject([{ numberEnd: '6789', state: 'waiting', isCooling: true }])
  })

  test('tells every account of the partner, and the administrators what to do', async () => {
    const told = await run(sql`
      select distinct u.access_key, m.type from message m join app_user u on u.id = m.receiver_id
      where m.biz_id like 'account:%' and u.status = 'active' order by 1`)
    const partners = await run(
      sql`select access_key from app_user where partner_id = 1 and status = 'active' order by 1`,
    )
    const ofType = (type: string) =>
      told.filter((one: { type: string }) => one.type === type).map((one: { access_key: string }) => one.access_key)
    expect(ofType('notice')).toEqual(partners.map((one: { access_key: string }) => one.access_key))
    expect(ofType('todo')).toContain('ops')
    const [{ words }] = await run(sql`select words::text as words from message where biz_id like 'account:%' limit 1`)
    expect(words).not.toContain('62258801')
  })

  test('is taken back while it waits, and the one before it stands again as it was', async () => {
    const [first] = await accountsOf('partnerA')
    await run(sql`update bank_account set state = 'verified', usable_from = now() where id = ${first!.accountId}`)
    expect((await set('partnerA', { number: '622588010000 1111' })).data.numberEnd).toBe('1111')
    const [second] = await accountsOf('partnerA')
    expect(second).toMatchObject({ numberEnd: '1111', state: 'waiting' })
    const [foreign] = await run(sql`
      insert into bank_account (partner_id, holder, bank_name, number_sealed, number_end, usable_from)
      values (${world.partners.B}, '别家', '招商银行', 'x', '3333', now() + interval '1 day') returning id::text`)
    expect((await cancel('partnerA', foreign.id, 1)).status).toBe(404)
    expect(await cancel('partnerA', second!.accountId, 99)).toMatchObject({ reason: 'STALE' })
    expect((await cancel('partnerA', second!.accountId, second!.version)).data.state).toBe('cancelled')
    expect(await accountsOf('partnerA')).toMatchObject([{ numberEnd: '6789', state: 'verified', isCooling: false }])
  })

  test('cannot be taken back once its wait is over', async () => {
    const [account] = await accountsOf('partnerA')
    expect(await cancel('partnerA', account!.accountId, account!.version)).toMatchObject({ reason: 'NOT_COOLING' })
  })

  test('waits as long as the setting says', async () => {
    await run(
      sql`insert into config_version (key, version, value) values ('settlement.accounts', 1, '{"coolDownHours": 0}')`,
    )
    await set('partnerA', { number: '622588010000 2222' })
    expect(await accountsOf('partnerA')).toMatchObject([{ numberEnd: '2222', isCooling: false }])
  })

  test('asks for a code where there is a second factor', async () => {
    await run(
      sql`insert into second_factor (user_id, secret, confirmed_at) values (${world.users.partner_none}, 'x', now())`,
    )
    expect(await set('partnerANone')).toMatchObject({ reason: 'CODE_NEEDED' })
    await run(sql`delete from second_factor where user_id = ${world.users.partner_none}`)
    expect((await set('partnerANone')).status).toBe(200)
  })
})
