import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn } from './harness.ts'

it('a person exports a filter at once, orders a workbook, follows it, fetches it and lets it come back', async () => {
  const page = await openPage()
  await signIn(page, 'coo', '/dashboard/data?platform=douyin&playCount=1000000..')
  await settle(page)
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出投稿数据' })
  await dialog.getByText(/^将导出 [\d,]+ 行$/).waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  const count = Number((await dialog.getByText(/^将导出/).innerText()).replace(/\D/g, ''))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const rows = parse(readFileSync((await file.path())!), { bom: true }) as string[][]
  expect(rows).toHaveLength(count + 1)

  await page.getByRole('button', { name: '导出', exact: true }).click()
  await dialog.getByRole('radio', { name: 'XLSX' }).check()
  await dialog.getByRole('radio', { name: /^全部/ }).check()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '导出中心' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: '投稿数据' }).first()
  await row.getByText('已完成').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  await row.getByRole('button', { name: '详情' }).click()
  const panel = page.getByRole('dialog', { name: '投稿数据' })
  await panel.getByText('SHA-256').waitFor()
  await panel.getByText('抖音').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  const [book] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: '下载' }).click()])
  expect(book.suggestedFilename()).toMatch(new RegExp(`^投稿数据_.*_r${count}\\.xlsx$`))

  await panel.getByRole('button', { name: '设为定期导出' }).click()
  const plan = page.getByRole('dialog', { name: '定期导出投稿数据' })
  await plan.getByText('每月', { exact: true }).click()
  await plan.getByText(/^下次 \d{4}-\d\d-01 10:30/).waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  await plan.getByRole('button', { name: '创建定期导出' }).click()
  await plan.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  const schedules = page.getByRole('region', { name: '定期导出' })
  await schedules.getByText('每月 1 日 10:30').waitFor()
  await schedules.getByRole('button', { name: '暂停' }).click()
  await schedules.getByText('已暂停').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  expect(page.complaints).toEqual([])
})

it('who orders nothing sees what the page is for, on a phone and in English', async () => {
  const page = await openPage({ viewport: PHONE, language: 'en-US', theme: 'dark' })
  await signIn(page, 'partner2', '/dashboard/export')
  await page.getByText('No exports yet').waitFor()
  await settle(page)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  expect(page.complaints).toEqual([])
})
