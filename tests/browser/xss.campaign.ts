import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Route, routes } from '../../src/core/access.ts'
import { buildApp } from '../../src/server/app.ts'
import { features } from '../../src/server/features.ts'
import { freshDatabase } from '../world.ts'
import { openPage, PASSWORD, settle, signIn } from './harness.ts'
import { type Document, pathOf, textFieldsOf, wordsOf } from './textFields.ts'
import { nothing, verdict, watch } from './watched.ts'
import { given, isWayIn, type Say, writeWork } from './writes.ts'
import { writeHouse } from './writesHouse.ts'

/**
 * `npm run campaign:xss`. A small world of its own, behind the server as it is built: what is written here would stand in the way of every other
 * journey.
 */
const { database } = await freshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'backlot-written-'))
const app = await buildApp({ database, features, dataDir })
const server = await app.listen({ port: 0, host: '127.0.0.1' })
// The world stands still in October; one statement is still to be confirmed.
await database.pool.query(
  `update statement set confirm_due = now() + interval '3 days' where state = 'pending_confirm'`,
)
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Fields that take words and are not written into here, and why. */
const ELSEWHERE: Record<string, RegExp> = {
  'every way goes through the articles’ own journey': /^(POST|PUT|PATCH) \/api\/articles/,
  'passwords, codes and keys, which no screen shows':
    /\.(currentPassword|newPassword|password|code|token|secret)$|bank-accounts \.number$/,
  'a contact, a key or a number of an authority, of a shape no way in has':
    /\.(phone|email|accessKey|organizationCode)$|applications \.number$/,
  'the name of a page, a policy or a currency, one of those there are':
    /workplace\/(visit|quick)|\.policyCode$|\.currency$|login \.username$/,
  'an amount': /\.(claimed|difference|amount)$/,
  'an address of a post, of a platform': /\/(submit|links) .*(link|url)$|risk-reports \.link$/,
  'asked and forgotten': /\/(preview|resolve|check) |\/api\/selections /,
  'how one’s own lists stand, read by its shape': /\/api\/settings /,
  'a closed month’s note, for which no month of the world is ripe': /jd-months/,
  'written where it is changed; made with it, cookies of another would be refused': /^POST .api.jd-accounts \.pin$/,
  'figures alone': /jd-figures|v1\/metrics .rows/,
}

const pagesOf = (all: readonly Route[]): string[] =>
  all.flatMap(({ name, path, children }) => [...(name ? [path] : []), ...pagesOf(children ?? [])])
/** Points at everything and focuses it; what a click does is each page's own. */
const point = (page: Page) =>
  page.evaluate(() => {
    for (const one of window.document.querySelectorAll('body *'))
      for (const name of ['mouseover', 'focus']) one.dispatchEvent(new Event(name, { bubbles: true }))
  })

async function tokenOf(username: string): Promise<string> {
  const answer = await fetch(`${server}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  return (await answer.json()).data.accessTicket
}

/** Asks as whom one says; keeps the fields that took a way in. */
function teller(document: Document, written: Set<string>): Say {
  const tokens = new Map<string, string>()
  return async (as, method, path, body) => {
    if (!tokens.has(as)) tokens.set(as, await tokenOf(as))
    const isFile = Buffer.isBuffer(body)
    const type = isFile ? 'multipart/form-data; boundary=edge' : 'application/json'
    const answer = await fetch(`${server}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.get(as)}`, ...(body && { 'content-type': type }) },
      ...(body && { body: isFile ? body.toString() : JSON.stringify(body) }),
    })
    const envelope = await answer.json()
    expect(envelope.code, `${as} ${method} ${path}: ${envelope.msg} ${JSON.stringify(envelope.data)}`).toBe(200)
    if (path === '/api/tokens') tokens.set('machine', envelope.data.token)
    for (const [at, said] of wordsOf(body)) {
      const word = at === '.query' ? (new URLSearchParams(said).get('keyword') ?? '') : said
      if (isWayIn(word)) written.add(`${method} ${pathOf(document, path)} ${at}`)
    }
    return envelope
  }
}

test('written: every field that takes words takes ways in, and nothing runs on any page, nor has the policy to stop it', async () => {
  const api = (await (
    await fetch(`${server}/api/openapi.json`, { headers: { authorization: `Bearer ${await tokenOf('admin')}` } })
  ).json()) as Document
  const written = new Set<string>()
  const say = teller(api, written)
  await writeWork(say)
  await writeHouse(say)
  const fields = textFieldsOf(api)
  const left = fields.filter(
    (field) =>
      ![...written].some((one) => one.startsWith(field)) && !Object.values(ELSEWHERE).some((one) => one.test(field)),
  )
  expect(left).toEqual([])

  const sums = { fields: fields.length, written: written.size, words: given.size, pages: 0 }
  const seen = new Set<string>()
  for (const account of ['admin', 'partner', 'supplier']) {
    const page = await openPage({ host: server })
    await watch(page)
    await signIn(page, account, '/login', server)
    /** Points at what is open now, looks for our words on it, and nothing may have run. */
    const look = async (place: string) => {
      await settle(page)
      await point(page)
      const text = await page.evaluate(() => document.body.innerText)
      for (const one of given) if (text.includes(one)) seen.add(one)
      sums.pages++
      expect({ account, place, ...(await verdict(page)) }).toEqual({ account, place, ...nothing })
    }
    for (const path of pagesOf(routes)) {
      // Those two kinds show no words of anybody.
      if (/^\/(exception|result)\//.test(path)) continue
      await page.goto(`${server}${path}`)
      await page.getByRole('main').waitFor()
      await look(path)
      // A page this account may not have has led away.
      if (new URL(page.url()).pathname !== path) continue
      const tabs = page.locator('main [role=tab]')
      for (let tab = 0; tab < Math.max(1, await tabs.count()); tab++) {
        if ((await tabs.count()) > 0) {
          await tabs.nth(tab).click()
          await look(`${path}, tab ${tab + 1}`)
        }
        // The first row tells more of itself.
        const row = page.locator('main tbody tr').first().getByRole('button').first()
        if (!(await row.isVisible())) continue
        await row.click()
        await look(`${path}, tab ${tab + 1}, first row`)
        await page.goto(`${server}${path}`)
        await page.getByRole('main').waitFor()
        await settle(page)
      }
    }
    await page.context().close()
  }
  console.log(JSON.stringify({ ...sums, seen: seen.size }))
  expect(seen.size).toBeGreaterThan(0)
})
