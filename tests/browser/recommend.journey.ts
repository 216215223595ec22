import { expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url } from './harness.ts'

test('an operator makes and publishes a topic; a partner claims it, hands in a work, and hears that it counts', async () => {
  const title = '菜市场早餐地图'
  const staff = await openPage()
  await signIn(staff, 'coo')
  await staff.goto(`${url}/dashboard/recommend`)
  await staff.getByRole('button', { name: '新建推荐' }).click()
  const form = staff.getByRole('dialog', { name: '新建推荐' })
  await form.getByText('选题', { exact: true }).click()
  await form.getByRole('button', { name: '保存草稿' }).click()
  // Nothing is sent without a title, and the field says so.
  await expect.poll(() => form.getByRole('textbox', { name: '选题' }).getAttribute('aria-invalid')).toBe('true')
  await form.getByRole('textbox', { name: '选题' }).fill(title)
  await form.getByRole('textbox', { name: '名额' }).fill('1')
  await form.getByRole('button', { name: '保存草稿' }).click()
  await form.waitFor({ state: 'detached' })
  await staff.goto(`${url}/dashboard/recommend?keyword=${title}`)
  const row = staff.getByRole('row').filter({ hasText: title })
  await row.getByText('草稿').waitFor()
  await row.getByRole('button', { name: /更多/ }).click()
  await staff.getByRole('menuitem', { name: '上线', exact: true }).click()
  await row.getByText('推荐中').waitFor()

  const partner = await openPage()
  await signIn(partner, 'partner')
  await partner.goto(`${url}/dashboard/recommend?keyword=${title}`)
  const offered = partner.getByRole('row').filter({ hasText: title })
  await offered.getByRole('button', { name: '详情' }).click()
  const panel = partner.getByRole('dialog', { name: title })
  await panel.getByRole('button', { name: '领取', exact: true }).click()
  const claim = partner.getByRole('dialog', { name: '领取推荐' })
  await claim.getByRole('combobox', { name: '达人' }).click()
  await partner.getByRole('listbox').getByRole('option', { name: /抖音/ }).first().click()
  await claim.getByRole('button', { name: '领取', exact: true }).click()
  await claim.waitFor({ state: 'detached' })
  await panel.getByText('名额已满').first().waitFor()
  await panel.getByRole('tab', { name: /领取记录/ }).click()
  await panel.getByRole('button', { name: '提交作品' }).click()
  const submit = partner.getByRole('dialog', { name: '提交作品' })
  await submit.getByRole('textbox', { name: '作品链接' }).fill('https://www.bilibili.com/video/BV1xx411c7mD')
  await submit.getByRole('button', { name: '提交作品' }).click()
  await submit.getByText('链接不是抖音作品').waitFor()
  await submit.getByRole('textbox', { name: '作品链接' }).fill('https://www.douyin.com/video/7399999999999999999')
  await submit.getByRole('button', { name: '提交作品' }).click()
  await submit.waitFor({ state: 'detached' })
  await panel.getByText('已投稿').waitFor()

  await staff.goto(`${url}/dashboard/recommend?keyword=${title}`)
  await staff.getByRole('row').filter({ hasText: title }).getByRole('button', { name: '详情' }).click()
  const judged = staff.getByRole('dialog', { name: title })
  await judged.getByRole('tab', { name: /领取记录/ }).click()
  await judged.getByRole('button', { name: '有效', exact: true }).click()
  await judged.getByText('有效', { exact: true }).waitFor()
  expect(await findAxeViolations(staff)).toEqual([])

  await partner.goto(`${url}/dashboard/recommend?myState=valid&keyword=${title}`)
  await partner.getByRole('row').filter({ hasText: title }).getByText('有效').waitFor()
  for (const page of [staff, partner]) {
    expect(page.complaints).toEqual([])
    await page.context().close()
  }
})

test('videos of the data list are recommended from there', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await page.goto(`${url}/dashboard/data`)
  await page.locator('table').getByRole('checkbox').nth(1).check()
  await page.locator('table').getByRole('checkbox').nth(2).check()
  const bar = page.getByRole('region', { name: '批量操作' })
  await bar.waitFor()
  await settle(page)
  const direct = bar.getByRole('button', { name: '推荐', exact: true })
  if (await direct.isVisible()) await direct.click()
  else {
    await bar.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '推荐', exact: true }).click()
  }
  await page.getByRole('dialog', { name: '推荐 2 条作品' }).getByRole('button', { name: '保存草稿' }).click()
  await page.waitForURL(/\/dashboard\/recommend/)
  await page.getByRole('heading', { level: 1, name: '推荐列表' }).waitFor()
  await page.getByRole('row').filter({ hasText: '草稿' }).nth(1).waitFor()
  await page.context().close()
})

test.each(['light', 'dark'] as const)(
  'recommendations in %s: nothing offends axe, nothing scrolls sideways in a hand',
  async (theme) => {
    for (const [account, viewport] of [
      ['coo', undefined],
      ['partner', PHONE],
    ] as const) {
      const page = await openPage({ theme, ...(viewport && { viewport }) })
      await signIn(page, account)
      await page.goto(`${url}/dashboard/recommend`)
      await page.getByText('推荐中').nth(1).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await page.context().close()
    }
  },
)
