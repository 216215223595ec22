import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openServer } from '../../../tests/http/app.ts'
import { type Actor, world } from '../../../tests/world.ts'
import { diagramOf } from '../../core/flow.ts'
import { addDays, dayOf } from '../../core/time.ts'
import { ACTIONS, organisationFlow } from './flow.ts'

const { ask, database } = await openServer()
const admin = { as: 'adminKeyAdmin' as const }
const send = async (method: 'POST' | 'PATCH', path: string, body: unknown, as: Actor = 'adminKeyAdmin') => {
  const answer = await ask(method, `/api/organisation${path}`, { as, body })
  return { ...answer.json(), status: answer.statusCode }
}
const structure = async () => (await ask('GET', '/api/organisation', admin)).json().data
const made = async (path: string, body: unknown): Promise<string> => {
  const answer = await send('POST', path, body)
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  return answer.data.id
}
const partnerRow = async (id: string) =>
  (await database.one<{ version: number; status: string; line: string; team: string }>(
    sql`select version, status, business_line_id::text as line, team_id::text as team from partner where id = ${id}`,
  ))!
let codes = 0
const partner = (teamId: string, more: object = {}) => ({
  code: `T${++codes}`,
  name: `测试合作方${codes}`,
  status: 'active',
  kind: 'mcn',
  teamId,
  contractStart: null,
  contractEnd: null,
  ...more,
})

describe('lines and teams', () => {
  it('are added, renamed by version, and no two of a place have one name', async () => {
    const id = await made('/lines', { name: '新业务线' })
    expect((await send('POST', '/lines', { name: '新业务线' })).data.reason).toBe('NAME_TAKEN')
    expect((await send('PATCH', `/lines/${id}`, { version: 1, name: '改名' })).data).toEqual({ version: 2 })
    expect((await send('PATCH', `/lines/${id}`, { version: 1, name: '再改' })).status).toBe(409)
    const team = await made('/teams', { name: '一组', lineId: id, parentId: null })
    expect((await send('POST', '/teams', { name: '一组', lineId: id, parentId: null })).data.reason).toBe('NAME_TAKEN')
    await made('/teams', { name: '一组', lineId: id, parentId: team })
  })

  it('a team moves with all below it, and what its leader sees moves along', async () => {
    const lineId = world.lines.first
    const a = await made('/teams', { name: '甲', lineId, parentId: null })
    const b = await made('/teams', { name: '乙', lineId, parentId: null })
    const below = await made('/teams', { name: '丙', lineId, parentId: b })
    expect((await send('PATCH', `/teams/${b}`, { version: 1, name: '乙', parentId: a })).status).toBe(200)
    const paths = await database.rows<{ path: string }>(
      sql`select path from team where id = any(${[a, b, below]}::bigint[]) order by path`,
    )
    expect(paths.map(({ path }) => path)).toEqual([`/${a}/`, `/${a}/${b}/`, `/${a}/${b}/${below}/`])
  })

  it('refuses a circle, another line, and one level too many', async () => {
    const lineId = world.lines.first
    const top = await made('/teams', { name: '圈', lineId, parentId: null })
    const inner = await made('/teams', { name: '圈内', lineId, parentId: top })
    const to = (id: string, parentId: string) => send('PATCH', `/teams/${id}`, { version: 1, name: '圈', parentId })
    expect((await to(top, inner)).data.reason).toBe('TEAM_CYCLE')
    expect((await to(top, top)).data.reason).toBe('TEAM_CYCLE')
    expect((await to(top, world.teams.third)).data.reason).toBe('TEAM_LINE')
    let deepest = inner
    for (const name of ['三', '四', '五']) deepest = await made('/teams', { name, lineId, parentId: deepest })
    expect((await send('POST', '/teams', { name: '六', lineId, parentId: deepest })).data.reason).toBe('TEAM_DEPTH')
    const tall = await made('/teams', { name: '高', lineId, parentId: null })
    await made('/teams', { name: '高二', lineId, parentId: tall })
    const four = (await structure()).teams.find(({ name }: { name: string }) => name === '四').id
    expect((await send('PATCH', `/teams/${tall}`, { version: 1, name: '高', parentId: four })).data.reason).toBe(
      'TEAM_DEPTH',
    )
  })

  it('two moves at once never make a circle', async () => {
    const lineId = world.lines.second
    const x = await made('/teams', { name: '左', lineId, parentId: null })
    const y = await made('/teams', { name: '右', lineId, parentId: null })
    const both = await Promise.all([
      send('PATCH', `/teams/${x}`, { version: 1, name: '左', parentId: y }),
      send('PATCH', `/teams/${y}`, { version: 1, name: '右', parentId: x }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})

describe('partners', () => {
  it('are added under a team and its line; a code is used once; the contract ends after it begins', async () => {
    const body = partner(world.teams.third)
    const id = await made('/partners', body)
    expect(await partnerRow(id)).toMatchObject({ line: world.lines.second, team: world.teams.third })
    expect((await send('POST', '/partners', body)).data).toMatchObject({ reason: 'CODE_TAKEN', field: 'code' })
    const bad = partner(world.teams.third, { contractStart: '2026-05-01', contractEnd: '2026-04-30' })
    expect((await send('POST', '/partners', bad)).data.reason).toBe('CONTRACT_ORDER')
    expect((await send('POST', '/partners', partner(world.missingId))).data.reason).toBe('TEAM_NOT_FOUND')
    const noDay = partner(world.teams.third, { contractEnd: '2026-02-30' })
    expect((await send('POST', '/partners', noDay)).data.reason).toBe('BAD_DAY')
  })

  it('list with team, line, creators and accounts; filtered by a team with its subtree', async () => {
    const read = async (query: string) => (await ask('GET', `/api/organisation/partners?${query}`, admin)).json().data
    const all = (await read('pageSize=200')).list
    expect(all.find(({ id }: { id: string }) => id === world.partners.A)).toMatchObject({ teamId: world.teams.leaders })
    const inTeam = (await read(`pageSize=200&teamId=${world.teams.leaders}`)).list.map(({ id }: { id: string }) => id)
    expect(inTeam).toContain(world.partners.C)
    expect(inTeam).not.toContain(world.partners.B)
    expect((await read('keyword=%25')).total).toBe(0)
  })

  it('that go to another line take their sums along: both lines agree with a rebuild from nothing', async () => {
    const sums = () =>
      database.rows(sql`
        select business_line_id, stat_date, platform, sum(plays)::bigint as plays from agg_line_slice_daily
        group by 1, 2, 3 having sum(plays) <> 0 order by 1, 2, 3`)
    const rebuild = async () => {
      while ((await database.one<{ keys: number }>(sql`select rebuild_rollups() as keys`))!.keys) {
        // One day a statement.
      }
    }
    await rebuild()
    const before = await sums()
    const { version } = await partnerRow(world.partners.B)
    const terms = { name: '搬家', kind: 'mcn', teamId: world.teams.below, contractStart: null, contractEnd: null }
    expect((await send('PATCH', `/partners/${world.partners.B}`, { version, ...terms })).status).toBe(200)
    await rebuild()
    const after = await sums()
    expect(after).not.toEqual(before)
    const fromNothing = await database.rows(sql`
      select p.business_line_id, s.stat_date, s.platform, sum(s.plays)::bigint as plays
      from agg_partner_slice_daily s join partner p on p.id = s.partner_id group by 1, 2, 3 having sum(s.plays) <> 0 order by 1, 2, 3`)
    expect(after.filter((row) => (row as { business_line_id: number }).business_line_id !== 0)).toEqual(fromNothing)
  })

  it('the last partner of a line leaves nothing behind', async () => {
    const { version } = await partnerRow(world.partners.D)
    const others = await database.rows<{ id: string; version: number }>(sql`
      select id::text, version from partner where business_line_id = ${world.lines.second} and id <> ${world.partners.D}`)
    const terms = { name: '搬走', kind: 'mcn', teamId: world.teams.below, contractStart: null, contractEnd: null }
    for (const one of others) await send('PATCH', `/partners/${one.id}`, { version: one.version, ...terms })
    await send('PATCH', `/partners/${world.partners.D}`, { version, ...terms })
    const left = await database.one<{ n: number }>(
      sql`select count(*) as n from agg_line_slice_daily where business_line_id = ${world.lines.second}`,
    )
    expect(left!.n).toBe(0)
  })
})

describe('freezing and ending', () => {
  const login = (username: string) => ask('POST', '/api/user/login', { body: { username, password: world.password } })
  const moved = async (id: string, action: string, reason?: string) => {
    const { version } = await partnerRow(id)
    return send('POST', `/partners/${id}/status`, { version, action, ...(reason && { reason }) })
  }

  it('a frozen partner’s sessions end and nobody of it gets in until it is resumed', async () => {
    expect((await ask('GET', '/api/data', { as: 'partnerA' })).statusCode).toBe(200)
    expect((await moved(world.partners.A, 'freeze')).data.reason).toBe('REASON_REQUIRED')
    const frozen = await moved(world.partners.A, 'freeze', '合同争议')
    expect(frozen.data).toMatchObject({ status: 'frozen' })
    expect(frozen.data.endedSessions).toBeGreaterThan(0)
    expect((await ask('GET', '/api/data', { as: 'partnerA' })).statusCode).toBe(401)
    expect((await login('partner')).json().data.reason).toBe('LOGIN_FAILED')
    expect((await moved(world.partners.A, 'freeze', '再来一次')).status).toBe(422)
    expect((await moved(world.partners.A, 'resume')).data.status).toBe('active')
    expect((await login('partner')).statusCode).toBe(200)
  })

  it('a supplier, too', async () => {
    expect((await ask('GET', '/api/distribute-videos', { as: 'supplierB' })).statusCode).toBe(200)
    const answer = await send('POST', `/suppliers/${world.suppliers.B}/status`, {
      version: 1,
      action: 'freeze',
      reason: '停止合作',
    })
    expect(answer.data.status).toBe('frozen')
    expect((await ask('GET', '/api/distribute-videos', { as: 'supplierB' })).statusCode).toBe(401)
  })

  it('who has ended lets its creators go and never comes back', async () => {
    const id = await made('/partners', partner(world.teams.leaders))
    const creator = await made('/creators', {
      platform: 'douyin',
      platformUid: 'ending',
      nickname: '将离开',
      accountNo: null,
    })
    await made(`/creators/${creator}/bindings`, { partnerId: id, from: '2026-01-01', through: null })
    expect((await moved(id, 'end', '合同到期')).data.status).toBe('ended')
    const { list } = (await ask('GET', `/api/organisation/creators/${creator}/bindings`, admin)).json().data
    expect(list[0].unbindTime).not.toBeNull()
    for (const action of ['resume', 'freeze', 'activate', 'end'])
      expect((await moved(id, action, '试试')).status).toBe(422)
  })

  it('whatever is tried, a partner goes only the ways that are drawn', async () => {
    const deeds = fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(deeds, async (walk) => {
        const id = await made('/partners', partner(world.teams.leaders, { status: 'trial' }))
        for (const action of walk) {
          const { status } = await partnerRow(id)
          const answer = await moved(id, action, '随机')
          const { from, to } = organisationFlow.actions[action]
          const isAllowed = (from as readonly string[]).includes(status)
          expect([answer.status, (await partnerRow(id)).status]).toEqual(isAllowed ? [200, to] : [422, status])
        }
      }),
      { seed: 20261121, numRuns: 12 },
    )
  })

  it('is drawn', () => {
    const drawn = readFileSync(new URL('../../../docs/flows/organisation.md', import.meta.url), 'utf8')
    expect(drawn).toContain(diagramOf(organisationFlow))
  })
})

describe('creators and their bindings', () => {
  const today = dayOf(new Date())
  const bind = (creator: string, partnerId: string, from: string, through: string | null) =>
    send('POST', `/creators/${creator}/bindings`, { partnerId, from, through })
  const creator = (uid: string) =>
    made('/creators', { platform: 'bilibili', platformUid: uid, nickname: uid, accountNo: null })

  it('a creator stands once on a platform', async () => {
    await creator('once')
    const again = await send('POST', '/creators', {
      platform: 'bilibili',
      platformUid: 'once',
      nickname: '重复',
      accountNo: null,
    })
    expect(again.data).toMatchObject({ reason: 'UID_TAKEN', field: 'platformUid' })
  })

  it('is bound to one partner at a time, through the last day and not an instant longer', async () => {
    const id = await creator('windows')
    expect((await bind(id, world.partners.A, '2026-03-01', '2026-03-31')).status).toBe(200)
    expect((await bind(id, world.partners.C, '2026-03-31', null)).data.reason).toBe('BINDING_OVERLAPS')
    expect((await bind(id, world.partners.C, '2026-02-01', '2026-03-01')).data.reason).toBe('BINDING_OVERLAPS')
    expect((await bind(id, world.partners.C, '2026-04-01', null)).status).toBe(200)
    const { list } = (await ask('GET', `/api/organisation/creators/${id}/bindings`, admin)).json().data
    expect(list[1].unbindTime).toBe(list[0].bindTime)
    expect(list[0].bindTime).toBe('2026-03-31T16:00:00Z')
  })

  it('of many at once, one stands', async () => {
    const id = await creator('race')
    const all = await Promise.all(Array.from({ length: 6 }, () => bind(id, world.partners.C, '2026-05-01', null)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('gets its works of that time that had no owner, and their history says so', async () => {
    const id = await creator('works')
    await database.rows(sql`
      insert into video (platform, platform_item_id, creator_id, published_at) values
        ('bilibili', 'inside', ${id}, '2026-06-10 12:00+08'), ('bilibili', 'outside', ${id}, '2026-07-01 00:00+08')`)
    expect((await bind(id, world.partners.C, '2026-06-01', '2026-06-30')).data.attributed).toBe(1)
    const owners = await database.rows<{ item: string; owner: string | null }>(sql`
      select platform_item_id as item, partner_id::text as owner from video where creator_id = ${id} order by item`)
    expect(owners).toEqual([
      { item: 'inside', owner: world.partners.C },
      { item: 'outside', owner: null },
    ])
  })

  it('is let go today at the earliest, once', async () => {
    const id = await creator('leaving')
    await bind(id, world.partners.C, '2026-01-01', null)
    const { list } = (await ask('GET', `/api/organisation/creators/${id}/bindings`, admin)).json().data
    const end = (through: string) => send('POST', `/bindings/${list[0].id}/end`, { through })
    expect((await end(addDays(today, -1))).data.reason).toBe('END_IN_PAST')
    expect((await end(today)).status).toBe(200)
    expect((await bind(id, world.partners.A, addDays(today, 1), null)).status).toBe(200)
    expect((await end(addDays(today, 5))).data.reason).toBe('BINDING_OVERLAPS')
  })

  it('not to a partner that is frozen or has ended, nor over a window that ends before it begins', async () => {
    const closed = await made('/partners', partner(world.teams.leaders))
    await send('POST', `/partners/${closed}/status`, { version: 1, action: 'freeze', reason: '测试' })
    const id = await creator('refused')
    expect((await bind(id, closed, '2026-01-01', null)).data.reason).toBe('PARTNER_CLOSED')
    expect((await bind(id, world.missingId, '2026-01-01', null)).data.reason).toBe('PARTNER_NOT_FOUND')
    expect((await bind(id, world.partners.A, '2026-02-01', '2026-01-01')).data.reason).toBe('BINDING_ORDER')
  })
})

it('every change stands in the audit log', async () => {
  const rows = await database.rows<{ action: string }>(sql`
    select distinct action from audit_log where entity in ('line', 'team', 'partner', 'creator') order by action`)
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'creator.bind',
      'creator.unbind',
      'line.create',
      'partner.freeze',
      'partner.update',
      'team.update',
    ]),
  )
})
