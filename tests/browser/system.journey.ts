import { afterAll, expect, test } from 'vitest'
import { openPage, settle, signIn, url } from './harness.ts'

/** What a test set is given back to its default, or the other journeys would meet a house of another name. */
async function giveBack(key: string): Promise<void> {
  const login = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ops', password: 'backlot-demo' }),
  })
  const { data } = await login.json()
  const headers = { authorization: `Bearer ${data.accessTicket}`, 'content-type': 'application/json' }
  const { data: config } = await (await fetch(`${url}/api/config`, { headers })).json()
  const { version, isDefault } = config.items.find((item: { key: string }) => item.key === key)
  if (!isDefault)
    await fetch(`${url}/api/config/${key}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ version, value: null }),
    })
}
afterAll(async () => {
  await giveBack('house.name')
  await giveBack('menu.tree')
})

test('an administrator finds who did what, and what stood before', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/system/audit?action=user.disable`)
  await page.getByRole('row').filter({ hasText: '停用账号' }).first().getByRole('button', { name: '详情' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('row', { name: /状态/ }).getByText('disabled').waitFor()
  await panel.getByRole('button', { name: '此对象的全部记录' }).click()
  await page.waitForURL((now) => now.searchParams.get('entity') === 'user' && !!now.searchParams.get('entityId'))
  await page.getByRole('row').filter({ hasText: '新建账号' }).first().waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('the product’s name changes for everybody who opens a page, and goes back by its history', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/system/config`)
  const form = page.getByRole('form', { name: '产品名称' })
  await form.getByLabel('产品名称 中文').fill('星河')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('中文和英文须同时填写').waitFor()
  await form.getByLabel('产品名称 英文').fill('Galaxy')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText(/第 1 版/).waitFor()
  const visitor = await openPage({ language: 'en-US' })
  await visitor.goto(`${url}/login`)
  await visitor.getByText('Galaxy', { exact: true }).waitFor()
  await visitor.context().close()
  await form.getByRole('button', { name: '恢复默认' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复默认' }).click()
  await form.getByText(/第 2 版/).waitFor()
  await form.getByRole('button', { name: '修改记录' }).click()
  const panel = page.getByRole('dialog', { name: '修改记录：产品名称' })
  await panel.getByText('Galaxy').first().waitFor()
  expect(await panel.getByRole('button', { name: '恢复到此版' }).count()).toBe(1)
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('the server’s menu comes as it was arranged by keyboard, a hidden page stays reachable', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/system/menu`)
  const content = page.getByRole('region', { name: '内容', exact: true })
  await content.getByRole('button', { name: '隐藏 推荐列表' }).click()
  await content.getByRole('button', { name: '移动 风险视频' }).press('ArrowUp')
  await page
    .getByRole('status')
    .getByText(/风险视频：内容第 \d 位/)
    .waitFor()
  await page.getByRole('button', { name: '添加外部链接' }).click()
  const form = page.getByRole('dialog', { name: '外部链接' })
  await form.getByLabel('链接地址').fill('javascript:alert(1)')
  await form.getByLabel('中文名称').fill('帮助中心')
  await form.getByLabel('英文名称').fill('Help')
  await form.getByRole('button', { name: '确定' }).click()
  await form.getByText('请填写以 https:// 或 http:// 开头的地址').waitFor()
  await form.getByLabel('链接地址').fill('https://example.com/help')
  await form.getByRole('button', { name: '确定' }).click()
  await content.getByText('帮助中心').waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '恢复默认' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: '页面配置' }).click()
  await page.getByRole('switch', { name: '菜单来源于后台' }).click({ force: true })
  await page.keyboard.press('Escape')
  const link = page.getByRole('link', { name: '帮助中心' })
  await link.waitFor()
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
    'https://example.com/help',
    '_blank',
  ])
  expect(await page.getByRole('link', { name: '推荐列表' }).count()).toBe(0)
  await page.evaluate(() => {
    history.pushState(null, '', '/dashboard/recommend')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('heading', { level: 1, name: '推荐列表' }).waitFor()
  await settle(page)
  expect(page.complaints).toEqual([])
  await page.context().close()
})
