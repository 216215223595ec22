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

test('why somebody may not is told clause by clause', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/system/access?account=3&kind=page&what=%2Fdashboard%2Fdata_star`)
  await page.getByText('许晚舟 不可以使用').waitFor()
  const decisive = page.getByRole('listitem').filter({ hasText: '决定结果' })
  expect(await decisive.textContent()).toContain('登录名须为 admin、godot；此账号为 ops')
  await page.getByRole('textbox', { name: '筛选' }).fill('data_star')
  await page.getByText(/^1 \/ \d+ 条$/).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a partner is made, bound to a creator, and ended', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/system/organisation`)
  await page.getByRole('tab', { name: '合作方' }).click()
  await page.getByRole('button', { name: '新建合作方' }).click()
  const form = page.getByRole('dialog', { name: '新建合作方' })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('必填').first().waitFor()
  await form.getByLabel('名称').fill('远山文化')
  await form.getByLabel('编码').fill('YUANSHAN')
  await form.getByRole('combobox', { name: '所属团队' }).click()
  await page.getByRole('option', { name: '华东组', exact: true }).click()
  await form.getByRole('button', { name: '保存' }).click()
  const row = page.getByRole('row').filter({ hasText: '远山文化' })
  await row.waitFor()

  await page.getByRole('tab', { name: '达人' }).click()
  await page.getByRole('button', { name: '新建达人' }).click()
  const creator = page.getByRole('dialog', { name: '新建达人' })
  await creator.getByLabel('昵称').fill('远山阿岚')
  await creator.getByLabel('平台 ID').fill('yuanshan.alan')
  await creator.getByRole('button', { name: '保存' }).click()
  await page.getByRole('row').filter({ hasText: '远山阿岚' }).getByRole('button', { name: '绑定记录' }).click()
  await page.getByText('还没有绑定过合作方').waitFor()
  await page.getByRole('button', { name: '绑定合作方' }).click()
  const bind = page.getByRole('dialog', { name: '绑定合作方' })
  await bind.getByRole('combobox', { name: '合作方' }).fill('远山')
  await page.getByRole('option', { name: /远山文化/ }).click()
  await bind.getByLabel('开始日期').fill('2026-01-01')
  await bind.getByRole('button', { name: '绑定合作方' }).click()
  await page.getByText('2026-01-01 起').waitFor()

  await page.goto(`${url}/system/organisation?tab=partners&keyword=YUANSHAN`)
  await row.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '终止' }).click()
  const end = page.getByRole('dialog', { name: '终止 远山文化？' })
  await end.getByLabel('原因').fill('合同到期')
  await end.getByRole('button', { name: '终止' }).click()
  await row.getByText('终止', { exact: true }).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})
