import { describe, expect, test } from 'vitest'
import { openPage, PASSWORD, signIn, url } from './harness.ts'

/** The specification's table, by hand: the business pages each account may open. */
const everyPage = {
  '/dashboard/users': ['admin', 'godot', 'ops', 'leader', 'coo'],
  '/dashboard/data': ['admin', 'godot', 'ops', 'leader', 'coo', 'partner', 'partner2'],
  '/dashboard/data_star': ['admin', 'godot'],
  '/dashboard/recommend': ['admin', 'godot', 'ops', 'coo', 'partner', 'partner2'],
  '/dashboard/statistics': ['admin', 'godot', 'ops', 'coo', 'partner', 'partner2'],
  '/dashboard/statistics_content_category': ['admin', 'godot', 'ops'],
  '/dashboard/risk_videos': ['admin', 'godot', 'ops', 'leader', 'coo', 'partner', 'partner2'],
  '/dashboard/distribute_videos': ['admin', 'godot', 'ops', 'supplier', 'supplier2'],
  '/dashboard/export': ['admin', 'godot', 'ops', 'coo', 'partner', 'partner2'],
  '/dashboard/settlement/settlement_wl': ['admin', 'godot', 'ops', 'coo'],
  // partner2 works on the other product, so its accessState refuses this one.
  '/dashboard/settlement/settlement_sm4': ['admin', 'godot', 'ops', 'coo', 'partner'],
  '/dashboard/hot_rank/today_rank': 'all',
  '/dashboard/hot_rank/play_count_rank': 'all',
  '/dashboard/hot_rank/history_play_count_rank': 'all',
  '/dashboard/article_edit': ['admin', 'godot', 'ops', 'coo'],
  '/dashboard/article_detail': ['admin', 'godot', 'ops', 'leader', 'coo', 'partner', 'partner2'],
  '/dashboard/workplace': 'all',
} as const

/** Where a refused account lands: the first page of the table it may open. */
const firstPage: Record<string, string> = {
  admin: '/dashboard/users',
  godot: '/dashboard/users',
  ops: '/dashboard/users',
  leader: '/dashboard/users',
  coo: '/dashboard/users',
  partner: '/dashboard/data',
  partner2: '/dashboard/data',
  supplier: '/dashboard/distribute_videos',
  supplier2: '/dashboard/distribute_videos',
}
const HIDDEN = ['/dashboard/article_edit', '/dashboard/article_detail']

const mayOpen = (account: string, path: keyof typeof everyPage) => {
  const accounts: readonly string[] | 'all' = everyPage[path]
  return accounts === 'all' || accounts.includes(account)
}
const paths = Object.keys(everyPage) as (keyof typeof everyPage)[]

describe.each(Object.keys(firstPage))('%s', (account) => {
  test('lands on the workplace, sees its menu, opens its pages and is led away from the others', async () => {
    const page = await openPage()
    await signIn(page, account)
    await page.waitForURL(`${url}/dashboard/workplace`)

    const menu = page.getByRole('navigation', { name: '主菜单' })
    const closed = menu.locator('button[aria-expanded="false"]')
    while (await closed.count()) await closed.first().click()
    const links = await menu
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    const business = paths.filter((path) => !HIDDEN.includes(path))
    expect(links.filter((path) => (business as string[]).includes(path)).sort()).toEqual(
      business.filter((path) => mayOpen(account, path)).sort(),
    )
    for (const hidden of HIDDEN) expect(links).not.toContain(hidden)

    for (const path of paths) {
      await page.goto(`${url}${path}`)
      const expected = mayOpen(account, path) ? path : firstPage[account]!
      await page.waitForURL((now) => now.pathname === expected, { timeout: 15_000 })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('the server says the same of the data list and of users', async () => {
    const { accessTicket, accessRoles, accessKey } = (
      await post('/api/user/login', { username: account, password: PASSWORD })
    ).data
    expect(accessKey).toBe(account)
    const status = async (path: string) =>
      (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${accessTicket}` } })).status
    expect(await status('/api/data')).toBe(mayOpen(account, '/dashboard/data') ? 200 : 403)
    expect(await status('/api/users')).toBe(mayOpen(account, '/dashboard/users') ? 200 : 403)
    expect(await status('/api/openapi.json')).toBe(accessRoles === 'admin' ? 200 : 403)
  })
})

test('without a session every page leads to login, with the page’s name and its own query', async () => {
  const page = await openPage()
  await page.goto(`${url}/dashboard/data?platform=douyin`)
  await page.waitForURL((now) => now.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('data_list')
  expect(new URL(page.url()).searchParams.get('platform')).toBe('douyin')
  await signIn(page, 'partner', new URL(page.url()).pathname + new URL(page.url()).search)
  await page.waitForURL((now) => now.pathname === '/dashboard/data' && now.searchParams.get('platform') === 'douyin')
  expect(page.complaints).toEqual([])
})

test('a redirect that is no known page lands on the workplace', async () => {
  const page = await openPage()
  await signIn(page, 'partner', `/login?redirect=${encodeURIComponent('https://example.com')}`)
  await page.waitForURL(`${url}/dashboard/workplace`)
})

async function post(path: string, body: unknown) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}
