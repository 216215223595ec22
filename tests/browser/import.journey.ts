import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findAxeViolations, openPage, signIn, url } from './harness.ts'

/** A file as a platform's back office gives it: two days of 1,500 works, and three rows that cannot be read. */
function bigFile(): Buffer {
  const rows = ['日期,作品ID,作品标题,播放量,点赞量,评论量,作者昵称']
  for (const [at, day] of ['2026-11-17', '2026-11-18'].entries())
    for (let work = 0; work < 1_500; work++) {
      const title = `旅途中的第 ${work} 站，从清晨的车站一直走到夜市打烊，把一路的声音都留在这里，慢慢听完再出发`
      rows.push(`${day},8${String(work).padStart(9, '0')},"${title}",${(at + 1) * 1_000 + work},${work},${at},旅途观察`)
    }
  rows.push('2026-11-18,#NAME?,坏行,1,1,1,旅途观察')
  rows.push('2026-02-30,8000000001,坏日期,1,1,1,旅途观察')
  rows.push('2026-11-18,8000000002,不精确,1.2万,1,1,旅途观察')
  return Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`)
}

test('an operator brings a file in: columns are guessed, refusals explained, and the same file again changes nothing', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  for (const again of [false, true]) {
    await page.goto(`${url}/imports`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '作品数据.csv', mimeType: 'text/csv', buffer: bigFile() })
    await page.getByRole('button', { name: '检查文件' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('combobox', { name: '所有行的平台' }).click()
    await page.getByRole('option', { name: '其他', exact: true }).click()
    await page.getByRole('button', { name: '检查文件' }).click()
    await page.getByText('3,003', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^拒绝/ }).click()
    for (const bad of ['#NAME?', '2026-02-30', '1.2万']) await page.getByText(bad).first().waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    if (again) {
      await page.getByText('与现有数据完全一致，没有需要写入的内容').waitFor()
    } else {
      await page.getByRole('button', { name: /^导入 3,000 行$/ }).click()
      await page.getByText('导入完成').waitFor()
      await page.getByText('新增 3,000 行，变更 0 行').waitFor()
    }
  }
  await page.goto(`${url}/dashboard/data?keyword=8000000007`)
  await page.locator('table').getByText('旅途中的第 7 站').first().waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a partner has no import page', async () => {
  const page = await openPage()
  await signIn(page, 'partner')
  await page.goto(`${url}/imports`)
  await page.waitForURL(`${url}/dashboard/data`)
  await page.context().close()
})

test('partner accounts come from a file made of the template, and the import is taken back', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`${url}/dashboard/users?role=partner`)
  const partner = await page.evaluate(async () => {
    const answer = await fetch('/api/users/options', {
      headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
    })
    return (await answer.json()).data.partners[0].name as string
  })
  await page.goto(`${url}/imports`)
  await page.getByRole('button', { name: '合作方账号' }).click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载模板' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('合作方账号-导入模板.csv')
  const [header] = readFileSync(await template.path(), 'utf8').split('\r\n')
  const rows = [header, `journey.one,张晓雯,${partner},,,,`, `journey.two,李安,没有这家,,,,`]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '账号.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await page.getByRole('button', { name: '检查文件' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '检查文件' }).click()
  await page.getByRole('button', { name: /^拒绝/ }).click()
  await page.getByText('合作方不存在或无权限').first().waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: '导入 1 行' }).click()
  await page.getByText('导入完成').waitFor()
  const address = page.url()

  await page.goto(`${url}/dashboard/users?keyword=journey.one`)
  await page.locator('table').getByText('待激活').waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: '撤销导入' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click()
  await page.getByText('这次导入已撤销').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(`${url}/imports?target=users&status=undone`)
  await page.locator('table').getByText('账号.csv').waitFor()
  await page.goto(`${url}/dashboard/users?keyword=journey.one`)
  await page.getByText('没有符合条件').waitFor()
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a leader brings in accounts alone, a supplier links alone', async () => {
  for (const [account, offered, withheld] of [
    ['leader', '每行新建一个合作方账号', '分发回链'],
    ['supplier', '每行是一条分发任务的一个发布链接', '合作方账号'],
  ] as const) {
    const page = await openPage()
    await signIn(page, account)
    await page.goto(`${url}/imports`)
    await page.getByText(offered).waitFor()
    expect(await page.getByRole('button', { name: withheld }).count()).toBe(0)
    await page.context().close()
  }
})
