import { expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url } from './harness.ts'

test('a token is made, shown once, works, and is revoked', async () => {
  const page = await openPage()
  await signIn(page, 'ops')
  await page.goto(`${url}/user/setting?tab=tokens`)
  await page.getByRole('button', { name: '新建令牌' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '新建令牌' }).click()
  await form.getByText('请输入名称').waitFor()
  await form.getByRole('textbox', { name: '名称' }).fill('夜间同步')
  await form.getByRole('checkbox', { name: /写入数据/ }).check()
  await form.getByRole('button', { name: '新建令牌' }).click()

  const shown = page.getByRole('dialog', { name: '令牌已创建' })
  const token = await shown.getByRole('textbox', { name: '令牌' }).inputValue()
  expect(token).toMatch(/^blt_[\w-]{43}$/)
  expect(await findAxeViolations(page)).toEqual([])
  await shown.getByRole('button', { name: '我已保存' }).click()
  await shown.waitFor({ state: 'hidden' })
  expect(await page.content()).not.toContain(token)

  const send = () =>
    fetch(`${url}/ingest/v1/metrics`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ batchId: 'journey', source: 'journey', rows: [] }),
    })
  expect((await send()).status).toBe(200)

  await page.setViewportSize(PHONE)
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: '吊销 夜间同步' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '吊销' }).click()
  await page
    .getByRole('row', { name: /夜间同步/ })
    .getByText('已吊销')
    .waitFor()
  expect((await send()).status).toBe(401)
})

test('a webhook is set, its secret shown once, and an inside address refused', async () => {
  const page = await openPage()
  await signIn(page, 'supplier')
  await page.goto(`${url}/user/setting?tab=webhook`)
  await page.getByRole('button', { name: '设置 Webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('checkbox', { name: '视频分发' }).check()
  await form.getByRole('textbox', { name: '地址' }).fill('http://127.1:8080/hook')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('不能使用内网或本机地址').waitFor()
  await form.getByRole('textbox', { name: '地址' }).fill('https://hooks.example.com/backlot')
  await form.getByRole('button', { name: '保存' }).click()
  const shown = page.getByRole('dialog', { name: '签名密钥' })
  const secret = await shown.getByRole('textbox', { name: '密钥' }).inputValue()
  expect(secret).toMatch(/^whs_[\w-]{43}$/)
  await shown.getByRole('button', { name: '我已保存' }).click()
  await shown.waitFor({ state: 'hidden' })
  await page.getByText('还没有推送').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await page.content()).not.toContain(secret)
  await page.setViewportSize(PHONE)
  expect(await sidewaysScroll(page)).toBe(0)
})
