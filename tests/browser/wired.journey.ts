import { expect, test } from 'vitest'
import { openPage, settle, signIn, url, type Visit } from './harness.ts'

const DATA = '/dashboard/data'
const TASKS = '/dashboard/distribute_videos'
const bell = (page: Visit) => page.getByRole('button', { name: /^消息通知/ })
const unreadIn = async (page: Visit) =>
  Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
const untilUnread = (page: Visit, count: number) =>
  page.getByRole('button', { name: `消息通知，${count} 条未读` }).waitFor()

/** Opens the newest message of this title from the box, as somebody who has just heard the bell. */
async function openMessage(page: Visit, tab: RegExp, title: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bell(page).click()
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('button').filter({ hasText: title }).first().click()
  await settle(page)
}

/** Opens what a row of the data list offers. */
async function offer(page: Visit, videoId: string, name: string): Promise<void> {
  await page.goto(`${url}${DATA}?videoId=${videoId}`)
  const row = page.getByRole('row').filter({ hasText: '详情' })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a video taken down comes back from its supplier; undone, all is as before', async () => {
  const partner = await openPage()
  await signIn(partner, 'partner')
  await partner.goto(`${url}${DATA}?riskState=none&visibility=public&sort=playCount:asc`)
  await partner.getByRole('row').getByRole('button', { name: '详情' }).first().click()
  await partner.getByRole('dialog').getByRole('heading').first().waitFor()
  const videoId = new URL(partner.url()).searchParams.get('open')!
  expect(videoId).toMatch(/^\d+$/)

  // In distribution.
  const admin = await openPage()
  await signIn(admin, 'admin')
  await offer(admin, videoId, '分发')
  await admin.getByText('共 1 条作品', { exact: true }).waitFor()
  await admin.getByRole('button', { name: '下一步' }).click()
  await admin.getByRole('checkbox', { name: /聚帆矩阵分发/ }).check()
  await admin.getByRole('button', { name: '下一步' }).click()
  await admin.getByRole('button', { name: '下发 1 条任务' }).click()
  await admin.getByRole('heading', { name: '下发成功' }).waitFor()
  const supplier = await openPage()
  await signIn(supplier, 'supplier')
  await supplier.goto(`${url}${TASKS}?sort=createdAt:desc`)
  await supplier.getByRole('row').getByRole('button', { name: '详情' }).first().click()
  const task = supplier.getByRole('dialog')
  await task.getByRole('button', { name: '接收', exact: true }).click()
  await task.getByText('已接收').first().waitFor()
  const distId = new URL(supplier.url()).searchParams.get('open')!

  // A reviewer flags and removes it.
  await offer(admin, videoId, '送风险')
  const flag = admin.getByRole('dialog')
  await flag.getByRole('combobox', { name: '风险标签' }).click()
  await admin.getByRole('option', { name: '侵权搬运' }).click()
  await flag.getByLabel('说明').fill('权利人来函')
  await flag.getByRole('button', { name: '送风险' }).click()
  await admin.getByText(/新立案 1 个/).waitFor()
  await admin.goto(`${url}/dashboard/risk_videos?state=pending&sort=createdAt:desc`)
  await admin.getByRole('row').getByRole('button', { name: '审核' }).first().click()
  await admin.getByRole('heading', { level: 2 }).first().waitFor()
  await settle(partner)
  await settle(supplier)
  const before = { partner: await unreadIn(partner), supplier: await unreadIn(supplier) }
  await admin.keyboard.press('4')
  await admin.keyboard.press('6')
  await admin.getByRole('button', { name: /下架/, pressed: true }).waitFor()
  const decided = admin.waitForResponse((response) => response.url().endsWith('/decide'))
  await admin.keyboard.press('Enter')
  expect((await decided).status()).toBe(200)

  // Both hear of it without a reload: the partner of the decision and of what it can do, the supplier of the recall.
  await untilUnread(partner, before.partner + 2)
  await untilUnread(supplier, before.supplier + 1)
  await openMessage(supplier, /^通知/, '请撤回分发作品')
  await task.getByText('撤回中').first().waitFor()
  await task.getByText('平台风险处置').first().waitFor()
  expect(new URL(supplier.url()).searchParams.get('open')).toBe(distId)

  // The message opens the case, and the partner appeals.
  await openMessage(partner, /^通知/, '风险处置：下架、冻结收益')
  const found = partner.getByRole('dialog')
  await found.getByText('当前处置').waitFor()
  const caseId = new URL(partner.url()).searchParams.get('open')!
  await found.getByRole('button', { name: '申诉', exact: true }).click()
  const appeal = partner.getByRole('dialog', { name: '提出申诉' })
  await appeal.getByRole('textbox').fill('作品为本机构原创，授权书编号 2026-118。')
  await appeal.getByRole('button', { name: '申诉', exact: true }).click()
  await found.getByText('申诉中').first().waitFor()

  // The reviewer is told, opens the case by the message, and undoes the decision.
  await openMessage(admin, /^待办/, '合作方提出申诉：侵权搬运')
  expect(new URL(admin.url()).searchParams.get('open')).toBe(caseId)
  const told = { partner: await unreadIn(partner), supplier: await unreadIn(supplier) }
  await admin.getByLabel('答复（合作方可见）').fill('授权书属实，撤销处置。')
  await admin.getByRole('button', { name: '撤销处置' }).click()
  await admin.getByText('申诉已答复').waitFor()
  await untilUnread(supplier, told.supplier + 1)
  await openMessage(supplier, /^通知/, '分发任务已恢复')
  await task.getByText('已接收').first().waitFor()
  await untilUnread(partner, told.partner + 1)
  await openMessage(partner, /^通知/, '申诉成立，处置已撤销')
  await found.getByText('授权书属实，撤销处置。').first().waitFor()

  // The task remembers both, and so does the case.
  await admin.goto(`${url}${TASKS}?open=${distId}`)
  await admin.getByRole('tab', { name: '记录' }).click()
  await admin.getByText('因风险处置撤回').waitFor()
  await admin.getByText('风险处置撤销，恢复任务').waitFor()
  await admin.goto(`${url}/dashboard/risk_videos?open=${caseId}`)
  const story = admin.getByRole('main')
  await story.getByText('申诉成立，处置撤销').first().waitFor()
  await admin.goto(`${url}${DATA}?videoId=${videoId}&riskState=none`)
  await admin.getByRole('row').filter({ hasText: '详情' }).waitFor()
  for (const page of [partner, admin, supplier]) {
    expect(page.complaints).toEqual([])
    await page.context().close()
  }
})
