import { expect, it } from 'vitest'
import { type Actor, ctxFor, world } from '../world.ts'
import { openServer } from './app.ts'

const { ask, database } = await openServer()
const freeze = (as: Actor, query: string, listKey = 'data') =>
  ask('POST', '/api/selections', { as, body: { listKey, query } })

it('freezes the rows of a filter within the scope, whatever the paging says', async () => {
  const answer = await freeze('partnerA', 'platform=douyin&current=3&pageSize=10')
  const { id, count } = answer.json().data
  const { rows } = await database.pool.query(
    `select id::text from video where partner_id = $1 and platform = 'douyin'`,
    [world.partners.A],
  )
  expect(count).toBe(rows.length)
  const ctx = await ctxFor(database, 'partnerA')
  expect((await ctx.idsOf({ selection: id })).sort()).toEqual(rows.map((row) => row.id).sort())
})

it('is there for nobody else', async () => {
  const { id } = (await freeze('partnerA', '')).json().data
  const ctx = await ctxFor(database, 'partnerB')
  await expect(ctx.idsOf({ selection: id })).rejects.toMatchObject({ reason: 'SELECTION_GONE', status: 404 })
  await expect(ctx.idsOf({ selection: world.missingId })).rejects.toMatchObject({ reason: 'SELECTION_GONE' })
})

it('refuses a list one may not see as one that does not exist, and an unknown filter by name', async () => {
  expect((await freeze('partnerA', '', 'users')).statusCode).toBe(404)
  expect((await freeze('partnerA', '', 'nothing')).statusCode).toBe(404)
  expect((await freeze('adminOther', '', 'users')).statusCode).toBe(200)
  expect((await freeze('adminOther', 'colour=red')).json().data.reason).toBe('UNKNOWN_FILTER')
})
