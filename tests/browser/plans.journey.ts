import { expect, test } from 'vitest'
import { findAxeViolations, openPage, settle, signIn, url } from './harness.ts'

test('one person proposes parameters, a second compares, simulates, approves and publishes; the first cannot', async () => {
  const first = await openPage()
  await signIn(first, 'admin')
  await first.goto(`${url}/form/group?product=wl`)
  const share = first.getByRole('textbox', { name: '合作方分成比例' })
  await share.fill('157')
  await first.getByRole('button', { name: '提交审批' }).click()
  await first.getByText('须在 0 至 100 之间').waitFor()
  await share.fill('57')
  await first.getByRole('textbox', { name: '填写说明' }).fill('合作方分成上调两个百分点')
  // What was typed outlives the page.
  await first.reload()
  await first.getByText('已恢复上次未提交的内容').waitFor()
  await expect.poll(() => share.inputValue()).toBe('57')
  await settle(first)
  expect(await findAxeViolations(first)).toEqual([])
  await first.getByRole('button', { name: '提交审批' }).click()
  await first.waitForURL((now) => now.pathname === '/profile/basic' && !!now.searchParams.get('plan'))
  await first.getByText('提交人不能审批自己的方案').waitFor()
  expect(await first.getByRole('button', { name: '通过', exact: true }).count()).toBe(0)
  const plan = new URL(first.url()).searchParams.get('plan')
  const token = await first.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${url}/api/plans/${plan}/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ version: 2 }),
  })
  expect(await answer.json()).toMatchObject({ data: { reason: 'OWN_PROPOSAL' } })

  const second = await openPage()
  await signIn(second, 'ops')
  await second.goto(`${url}/profile/basic?plan=${plan}`)
  const changed = second.getByRole('row', { name: /合作方分成比例/ })
  await changed.getByText('55%').waitFor()
  await changed.getByText('57%').waitFor()
  await second.getByRole('button', { name: '开始试算' }).click()
  await second.getByText('新参数应付').first().waitFor()
  await settle(second)
  expect(await findAxeViolations(second)).toEqual([])
  await second.getByRole('button', { name: '通过', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await second.getByText('待发布').waitFor()
  await second.getByRole('button', { name: '发布', exact: true }).click()
  await second.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await second.getByRole('listitem').filter({ hasText: '修改完成' }).getByText(/发布/).waitFor()
  await second.locator('table').last().getByRole('cell', { name: '发布', exact: true }).waitFor()
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context().close()
  await second.context().close()
}, 120_000)
