import { expect, test } from 'vitest'
import { openPage, signIn, url } from './harness.ts'

test('a new partner account: made by a leader, opened by its link, signed in, disabled, and out at once', async () => {
  const staff = await openPage()
  await signIn(staff, 'leader')
  await staff.goto(`${url}/dashboard/users`)
  await staff.getByRole('button', { name: '新建用户' }).click()
  const form = staff.getByRole('dialog')
  await form.getByRole('textbox', { name: '登录名' }).fill('admin')
  await form.getByRole('textbox', { name: '姓名' }).fill('林知夏')
  await form.getByRole('combobox', { name: '所属合作方' }).click()
  await staff.getByRole('listbox').getByRole('option').first().click()
  await form.getByRole('button', { name: '新建用户' }).click()
  // A name that is kept for others is refused at its field; what was typed stays.
  await expect.poll(() => form.getByRole('textbox', { name: '登录名' }).getAttribute('aria-invalid')).toBe('true')
  expect(await form.getByRole('textbox', { name: '姓名' }).inputValue()).toBe('林知夏')
  await form.getByRole('textbox', { name: '登录名' }).fill('lin_zhixia')
  await form.getByRole('button', { name: '新建用户' }).click()
  const link = staff.getByRole('dialog').getByRole('textbox')
  await expect.poll(() => link.inputValue()).toContain('/set-password#token=')
  const address = await link.inputValue()

  const partner = await openPage()
  await partner.goto(address)
  const [first, second] = [
    partner.locator('input[type=password]').nth(0),
    partner.locator('input[type=password]').nth(1),
  ]
  await first.fill('morning-harbour-27')
  if (await second.count()) await second.fill('morning-harbour-27')
  await partner.getByRole('button', { name: /设置|保存|确定/ }).click()
  await partner.waitForURL((now) => now.pathname === '/login')
  await partner.getByRole('textbox', { name: '用户名' }).fill('lin_zhixia')
  await partner.getByLabel('密码').first().fill('morning-harbour-27')
  await partner.getByRole('button', { name: '登录', exact: true }).click()
  await partner.waitForURL(`${url}/dashboard/workplace`)

  await staff.goto(`${url}/dashboard/users?keyword=lin_zhixia`)
  const row = staff.getByRole('row').filter({ hasText: 'lin_zhixia' })
  await row.getByRole('button', { name: /更多/ }).click()
  await staff.getByRole('menuitem', { name: '停用' }).click()
  await staff.getByRole('dialog').getByRole('textbox').fill('离职')
  await staff.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await row.getByText('停用').first().waitFor()

  await partner.goto(`${url}/dashboard/data`)
  await partner.waitForURL((now) => now.pathname === '/login')
  const again = await openPage()
  await again.goto(address)
  await again.locator('input[type=password]').first().fill('another-harbour-27')
  if (await again.locator('input[type=password]').nth(1).count())
    await again.locator('input[type=password]').nth(1).fill('another-harbour-27')
  await again.getByRole('button', { name: /设置|保存|确定/ }).click()
  await again
    .getByText(/已失效|已使用|过期/)
    .first()
    .waitFor()
  for (const page of [staff, partner, again]) await page.context().close()
})
