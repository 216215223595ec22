import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  closeTo,
  enter,
  filterBy,
  goByMenu,
  goByPalette,
  hasFocus,
  holdsFocus,
  isFocused,
  pressOn,
  tabTo,
} from './hands.ts'
import { openPage, PASSWORD, settle, url, type Visit } from './harness.ts'

/** A page whose mouse nobody has: whatever is pressed by pointer is a complaint. */
async function open(account: string): Promise<Visit> {
  const page = await openPage()
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('a pointer was used'), true)
  })
  await enter(page, account, PASSWORD)
  return page
}

async function leave(page: Visit): Promise<void> {
  expect(page.complaints).toEqual([])
  await page.context().close()
}

const main = (page: Visit) => page.getByRole('main')
const grid = (page: Visit) => main(page).getByRole('grid').first()
const focused = (page: Visit) => page.locator(':focus')

/** Into the grid, to the first row. */
async function enterGrid(page: Visit): Promise<void> {
  await tabTo(page, grid(page).locator(':focus'), 'Tab')
  // From a button of the head to its cell.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Home')
  // Where rows can be chosen, past the box.
  if ((await focused(page).getAttribute('data-column')) === null) await page.keyboard.press('ArrowRight')
}

/** From the first row to the head of a column, and one press there. */
async function sortBy(page: Visit, column: string): Promise<void> {
  await enterGrid(page)
  await page.keyboard.press('ArrowUp')
  const head = grid(page).locator(`[role=columnheader][data-column=${column}]`)
  for (let at = 0; at < 20 && !(await isFocused(head)); at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => now.searchParams.get('sort') === `${column}:desc`)
  await settle(page)
  expect(await isFocused(head)).toBe(true)
}

/** The file of the list as it stands; the focus is on the button again. */
async function exportList(page: Visit): Promise<string> {
  const opener = main(page).getByRole('button', { name: '导出', exact: true })
  await pressOn(page, opener, 'Enter', 'Shift+Tab')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^将导出 [\d,]+ 行$/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    pressOn(page, dialog.getByRole('button', { name: '导出', exact: true })),
  ])
  await dialog.waitFor({ state: 'detached' })
  await hasFocus(opener)
  return readFileSync((await file.path())!, 'utf8')
}

/** The first statement of the list: into its cell, and on from the link there. */
async function openStatement(page: Visit): Promise<void> {
  await enterGrid(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await main(page)
    .getByRole('heading', { level: 1, name: /^结算单 SM4/ })
    .waitFor()
  await settle(page)
}

/** Opens the row under the focus by Enter; what is inside has the focus. */
async function openRow(page: Visit) {
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => now.searchParams.has('open'))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('heading').first().waitFor()
  await settle(page)
  await holdsFocus(drawer)
  return drawer
}

test('the palette is heard before the part with the other keys is there', async () => {
  const page = await openPage()
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await enter(page, 'supplier', PASSWORD)
  await page.route(/\/late-/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+k')
  release()
  await page.getByRole('dialog', { name: '命令面板' }).waitFor()
  await page.context().close()
})

test('an administrator filters, sorts, opens and exports the data, finds a person and goes from tab to tab', async () => {
  const page = await open('admin')
  await goByMenu(page, '/dashboard/data')
  const settings = page.getByRole('banner').getByRole('button', { name: '页面配置' })
  await pressOn(page, settings, 'Enter', 'Shift+Tab')
  const drawer = page.getByRole('dialog', { name: '页面配置' })
  // Its part of the page is loaded first; what is pressed before goes on through the page.
  await holdsFocus(drawer)
  await pressOn(page, drawer.getByRole('switch', { name: '多页签' }), ' ')
  await closeTo(page, drawer, settings)
  await filterBy(page, '平台', '快手')
  await sortBy(page, 'playCount')
  await enterGrid(page)
  const cell = await focused(page).elementHandle()
  const video = await openRow(page)
  await tabTo(page, video.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  expect(await isFocused(video.getByRole('tab').nth(1))).toBe(true)
  await page.keyboard.press('Escape')
  await video.waitFor({ state: 'detached' })
  await expect.poll(() => cell!.evaluate((one) => one === document.activeElement), { timeout: 10_000 }).toBe(true)
  expect(await exportList(page)).toContain('快手')

  await goByPalette(page, '许晚舟', /^许晚舟/)
  await page.waitForURL((now) => now.pathname === '/dashboard/users' && now.searchParams.has('open'))
  const person = page.getByRole('dialog')
  await person.getByRole('heading').first().waitFor()
  await page.keyboard.press('Escape')
  await person.waitFor({ state: 'detached' })

  await page.keyboard.press('Alt+k')
  await page.waitForURL((now) => now.pathname === '/dashboard/data' && now.searchParams.get('platform') === 'kuaishou')
  expect(await isFocused(page.locator('#main'))).toBe(true)
  await tabTo(page, page.getByRole('navigation', { name: '多页签' }).getByRole('tab', { selected: true }), 'Shift+Tab')
  await page.keyboard.press('Delete')
  // To the one before it.
  await page.waitForURL((now) => now.pathname === '/dashboard/workplace')
  await leave(page)
})

test('a leader decides a risk case and takes it back, and finds it in the list', async () => {
  const page = await open('leader')
  await goByMenu(page, '/dashboard/risk_videos')
  const current = main(page).locator('button[aria-current=true]')
  await tabTo(page, current)
  await page.keyboard.press('9')
  await main(page).getByRole('button', { pressed: true }).first().waitFor()
  const decided = page.waitForResponse((response) => response.url().endsWith('/decide'))
  await page.keyboard.press('Enter')
  expect((await decided).status()).toBe(200)
  await settle(page)
  const undone = page.waitForResponse((response) => response.url().endsWith('/undo'))
  await page.keyboard.press('u')
  expect((await undone).status()).toBe(200)
  await settle(page)

  await tabTo(page, main(page).getByRole('radio', { name: '审核', exact: true }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await grid(page).waitFor()
  await settle(page)
  await filterBy(page, '状态', '已处置')
  await enterGrid(page)
  // To the actions, into them, and on with the first.
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await main(page).getByRole('heading', { level: 2 }).first().waitFor()
  await leave(page)
})

test('an operations lead sorts and exports statements, holds one with a reason and releases it', async () => {
  const page = await open('coo')
  await goByMenu(page, '/dashboard/settlement/settlement_sm4')
  await filterBy(page, '状态', '已确认')
  await sortBy(page, 'netFen')
  expect(await exportList(page)).toContain('SM4')
  await openStatement(page)
  const hold = main(page).getByRole('button', { name: '暂扣', exact: true })
  await pressOn(page, hold)
  const dialog = page.getByRole('dialog', { name: '暂扣' })
  await tabTo(page, dialog.getByRole('textbox'))
  await page.keyboard.type('对公账户变更，核实后再付')
  await pressOn(page, dialog.getByRole('button', { name: '暂扣', exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await settle(page)
  await pressOn(page, main(page).getByRole('button', { name: '解除暂扣', exact: true }))
  await hold.waitFor()
  await settle(page)
  await leave(page)
})

/** What the interface answers an administrator. */
async function asAdmin(path: string, body?: object): Promise<any> {
  const ask = async (to: string, sent?: object, token?: string) => {
    const answer = await fetch(`${url}/api/${to}`, {
      method: sent ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()).data
  }
  const { accessTicket } = await ask('user/login', { username: 'ops', password: PASSWORD })
  return ask(path, body, accessTicket)
}

test('a partner disputes a line of its bill, and the rest is confirmed', async () => {
  // The partner with a bill to confirm that no other journey is about; its account is given the bill's page.
  const account = 'baichuanlu'
  const { list } = await asAdmin(`users?keyword=${account}`)
  await asAdmin('users/state', { ids: [list[0].accessId], accessState: 'sm4' })
  const page = await open(account)
  await goByMenu(page, '/dashboard/settlement/settlement_sm4')
  await filterBy(page, '状态', '待合作方确认')
  await openStatement(page)
  const lines = main(page).getByRole('region', { name: '明细' })
  await pressOn(page, lines.getByRole('checkbox').first(), ' ')
  const opener = main(page).getByRole('button', { name: '提出异议', exact: true })
  await pressOn(page, opener, 'Enter', 'Shift+Tab')
  const dispute = page.getByRole('dialog', { name: '提出异议' })
  await closeTo(page, dispute, opener)
  await page.keyboard.press('Enter')
  await tabTo(page, dispute.getByRole('combobox', { name: '原因' }))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, dispute.getByRole('textbox', { name: '说明' }))
  await page.keyboard.type('有效播放与平台后台截图不一致，请复核')
  await pressOn(page, dispute.getByRole('button', { name: '提出异议', exact: true }))
  await dispute.waitFor({ state: 'detached' })
  await main(page).getByRole('heading', { level: 1 }).getByText('已确认', { exact: true }).waitFor()
  await leave(page)
})

test('a supplier goes through the boards, opens a work, and takes a task it found by its name', async () => {
  const page = await open('supplier')
  await goByMenu(page, '/dashboard/hot_rank/today_rank')
  const boards = main(page).getByRole('radiogroup', { name: '榜单', exact: true })
  await tabTo(page, boards.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await page.waitForURL((now) => now.pathname === '/dashboard/hot_rank/play_count_rank')
  await settle(page)
  const work = main(page).getByRole('button', { name: /^查看/ }).first()
  await pressOn(page, work)
  const history = page.getByRole('dialog')
  await history.locator('table').waitFor()
  await settle(page)
  await closeTo(page, history, work)

  await goByMenu(page, '/dashboard/distribute_videos')
  await filterBy(page, '状态', '待接收')
  const title = (await grid(page).locator('[data-row] [data-column=title] [title]').last().getAttribute('title'))!
  await goByPalette(page, title, title)
  const task = page.getByRole('dialog')
  await pressOn(page, task.getByRole('button', { name: '接收', exact: true }))
  await task.getByText('已接收').first().waitFor()
  await settle(page)
  await page.keyboard.press('Escape')
  await task.waitFor({ state: 'detached' })
  await leave(page)
})
