import { describe, expect, test } from 'vitest'
import { DESKTOP, findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const HOME = `${url}/dashboard/workplace`
const card = (page: Visit, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const number = (text: string) => Number(text.replaceAll(',', ''))
const tile = (page: Visit, label: string) => page.getByRole('listitem').filter({ hasText: label })

/** What the server says of the signed-in user, past the screen. */
const summaryOf = (page: Visit) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await (await fetch('/api/workplace/summary', { headers })).json()).data
  })

async function land(account: string, options: Parameters<typeof openPage>[0] = {}): Promise<Visit> {
  const page = await openPage(options)
  await signIn(page, account)
  await page.waitForURL(HOME)
  await card(page, /^(内容占比|Content share)$/).waitFor()
  return page
}

describe('the workplace', () => {
  test('shows an administrator the figures the server has, and leads to their lists', async () => {
    const page = await land('admin')
    await page.getByRole('heading', { level: 1, name: /^欢迎回来/ }).waitFor()
    const { days, online, balance, dataThrough } = await summaryOf(page)
    await page.getByText(`数据截至 ${dataThrough} 24:00`).waitFor()
    const exact = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    await tile(page, '投放中内容')
      .getByTitle(exact(days.at(-1).activeVideos), { exact: true })
      .waitFor()
    await tile(page, '日新增评论')
      .getByTitle(exact(days.at(-1).comments), { exact: true })
      .waitFor()
    await tile(page, '线上总内容').getByTitle(exact(online.total), { exact: true }).waitFor()
    const [yuan, fen] = (balance.owedFen / 100).toFixed(2).split('.')
    await tile(page, '余额（元）')
      .getByText(`${exact(Number(yuan))}.${fen}`, { exact: true })
      .waitFor()

    await tile(page, '昨日播放量').getByRole('button', { name: '昨日播放量' }).click()
    await page.waitForURL((now) => now.pathname === '/dashboard/statistics')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ from: dataThrough, to: dataThrough })
    await page
      .getByTitle(exact(days.at(-1).plays), { exact: true })
      .first()
      .waitFor()

    await page.goto(HOME)
    await tile(page, '线上总内容').getByRole('button', { name: '线上总内容' }).click()
    await page.waitForURL(
      (now) => now.pathname === '/dashboard/data' && now.searchParams.get('visibility') === 'public',
    )
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('the chart can be read as a table of eight days', async () => {
    const page = await land('partner')
    const { days } = await summaryOf(page)
    const chart = page.getByRole('figure', { name: '内容数据' })
    await chart.getByRole('img', { name: /8 天/ }).waitFor()
    await chart.getByRole('button', { name: '以表格显示' }).click()
    const plays = async () => (await chart.locator('tbody td').allTextContents()).map(number)
    await expect.poll(plays).toEqual(days.map((day: any) => day.plays).reverse())
    await chart.getByRole('button', { name: '以图表显示' }).click()
    await chart.getByRole('img', { name: /8 天/ }).waitFor()
    await page.context().close()
  })

  test('popular content by kind opens the video; shares by type and by category add up', async () => {
    const page = await land('coo')
    const { popular, online } = await summaryOf(page)
    const ranking = card(page, '线上热门内容')
    await expect.poll(() => ranking.locator('tbody tr').count()).toBe(popular.video.length)
    await ranking.getByText('文本').click()
    expect(popular.text.length).toBeGreaterThan(0)
    await ranking.getByRole('link', { name: popular.text[0].title }).waitFor()
    await expect.poll(() => ranking.locator('tbody tr').count()).toBe(popular.text.length)
    await ranking.getByText('图片').click()
    await expect.poll(() => ranking.locator('tbody tr').count()).toBe(popular.image.length)

    const share = card(page, '内容占比')
    for (const by of ['类型', '类目']) {
      await share.getByText(by, { exact: true }).first().click()
      const counts = async () => (await share.locator('tbody tr td:nth-child(2)').allTextContents()).map(number)
      await expect.poll(async () => (await counts()).reduce((sum, one) => sum + one, 0)).toBe(online.total)
    }
    await ranking.getByText('视频', { exact: true }).click()
    await ranking.getByRole('link').first().click()
    await page.waitForURL((now) => now.searchParams.get('open') === popular.video[0].videoId)
    await page.getByRole('dialog').waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('documents and announcements lead to their articles', async () => {
    const page = await land('partner')
    for (const name of [/^产品概览/, /^使用手册/, /^工作流程/, /^接口文档/])
      await card(page, '帮助文档').getByRole('link', { name }).first().waitFor()
    await card(page, '公告').getByRole('link').first().waitFor()
    await card(page, '帮助文档')
      .getByRole('link', { name: /^产品概览/ })
      .click()
    await page.getByRole('heading', { level: 1, name: /^产品概览/ }).waitFor()
    await page.context().close()
  })

  test('quick operations lead to the pages each role may open, are set up by keyboard and stay', async () => {
    const leads: Record<string, string[]> = {
      coo: [
        '内容管理 /dashboard/data',
        '内容分析 /dashboard/statistics',
        '高级管理 /form/group',
        '线上推广 /affiliate/links',
      ],
      supplier: ['内容管理 /dashboard/distribute_videos', '内容分析 /dashboard/hot_rank/today_rank'],
    }
    for (const [account, expected] of Object.entries(leads)) {
      const page = await land(account)
      const links = card(page, '快捷操作').getByRole('link')
      await links.first().waitFor()
      const shown = await links.evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute('href')}`))
      expect(shown).toEqual(expect.arrayContaining(expected))
      expect(shown.join().includes('内容投放')).toBe(account === 'coo')
      await page.context().close()
    }
    const page = await land('ops')
    const quick = card(page, '快捷操作')
    await quick.getByRole('link', { name: '高级管理' }).waitFor()
    await quick.getByRole('button', { name: '管理' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '设置快捷操作' })
    await dialog.getByRole('checkbox', { name: '高级管理' }).press('Space')
    await dialog.getByRole('checkbox', { name: '风险视频' }).press('Space')
    await dialog.getByRole('button', { name: '上移「内容分析」' }).press('Enter')
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await quick.getByRole('link', { name: '高级管理' }).waitFor({ state: 'detached' })
    await page.reload()
    await quick.getByRole('link', { name: '风险视频' }).waitFor()
    expect((await quick.getByRole('link').allTextContents()).slice(0, 3)).toEqual(['内容分析', '内容管理', '线上推广'])
    expect(await quick.getByRole('link', { name: '高级管理' }).count()).toBe(0)
    await quick.getByRole('link', { name: '线上推广' }).click()
    await page.waitForURL(`${url}/affiliate/links`)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('all projects: more are loaded, each leads to its place', async () => {
    const page = await land('admin')
    const projects = card(page, '所有项目')
    await projects.getByRole('listitem').nth(5).waitFor()
    await expect.poll(() => projects.getByRole('listitem').count()).toBe(6)
    await projects.getByRole('button', { name: '加载更多' }).click()
    await projects.getByRole('listitem').nth(6).waitFor()
    const collection = projects.getByRole('listitem').filter({ hasText: '集合' }).getByRole('link').first()
    const name = (await collection.textContent())!
    await collection.click()
    await page.waitForURL((now) => now.pathname === '/list/search-table' && now.searchParams.has('open'))
    await page.getByRole('dialog').getByText(name).first().waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('pages opened are remembered on the server, the last first', async () => {
    const page = await land('leader')
    const recent = card(page, '最近访问')
    for (const path of ['/dashboard/data', '/dashboard/users']) {
      const told = page.waitForResponse((answer) => answer.url().endsWith('/api/workplace/visit'))
      await page.goto(`${url}${path}`)
      expect((await told).status()).toBe(200)
    }
    await page.goto(HOME)
    await recent.getByRole('link').first().waitFor()
    // A leader may have been elsewhere before.
    expect((await recent.getByRole('link').allTextContents()).slice(0, 2)).toEqual(['用户管理', '投稿数据'])
    await page.reload()
    await recent.getByRole('link', { name: '投稿数据' }).click()
    await page.waitForURL(`${url}/dashboard/data`)
    await page.context().close()
  })

  test('a leader and a supplier have no balance; a supplier’s figures are zero', async () => {
    for (const account of ['leader', 'supplier']) {
      const page = await land(account)
      expect(await page.getByText('余额（元）').count()).toBe(0)
      if (account === 'supplier') await tile(page, '线上总内容').getByText('0', { exact: true }).waitFor()
      await page.context().close()
    }
  })
})

describe.each([
  ['zh-CN', DESKTOP],
  ['en-US', DESKTOP],
  ['zh-CN', PHONE],
  ['en-US', PHONE],
] as const)('in %s at %j', (language, viewport) => {
  test('is without findings in both themes and does not scroll sideways', async () => {
    const page = await land('partner2', { language, viewport })
    await page.getByRole('img', { name: /8 (天|days)/ }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /暗黑模式|dark mode/ }).click()
    await page.locator('body[arco-theme="dark"]').waitFor()
    await page.mouse.move(0, 400)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})
