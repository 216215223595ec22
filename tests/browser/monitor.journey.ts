import { expect, test } from 'vitest'
import { findAxeViolations, openPage, settle, signIn, url } from './harness.ts'

const PATH = '/dashboard/monitor'

test('an administrator pauses the monitor, sets a rule so that it fires, mutes it, and follows an anomaly to its works', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}${PATH}`)
  await page.getByRole('heading', { level: 2, name: '告警规则' }).waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '暂停刷新' }).click()
  await page.getByText(/已暂停刷新/).waitFor()

  const rule = page.getByRole('listitem').filter({ hasText: '风险超时' })
  await rule.getByRole('button', { name: '设置' }).click()
  const form = page.getByRole('dialog', { name: '告警规则：风险超时' })
  await form.getByRole('textbox', { name: '阈值' }).fill('')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('请填写 0 以上的数').waitFor()
  await form.getByRole('textbox', { name: '阈值' }).fill('7')
  expect(await findAxeViolations(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await rule.getByText('阈值 7').waitFor()
  await rule.getByRole('button', { name: '风险超时' }).click()
  await page.getByRole('menuitem', { name: '静音 1 小时' }).click()
  await rule.getByText('已静音').waitFor()

  await page.getByText(/^全部 \d+ 种任务$/).click()
  await page.getByRole('rowheader', { name: 'monitor-watch' }).waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  const spikes = page.getByRole('button', { name: /^突增/ })
  const count = Number((await spikes.textContent())!.replace(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  await spikes.click()
  await page.waitForURL((now) => now.pathname === '/dashboard/data' && now.searchParams.get('qualityFlag') === 'spike')
  await page.getByText(new RegExp(`共 ${count} 条`)).waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('the monitor is for administrators: others are led to the first page they may see', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await page.goto(`${url}${PATH}`)
  await page.waitForURL((now) => now.pathname !== PATH)
  expect(await page.getByRole('navigation').getByText('实时监控').count()).toBe(0)
  await page.context().close()
})
