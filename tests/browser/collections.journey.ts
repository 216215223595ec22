import { describe, expect, test } from 'vitest'
import { findAxeViolations, openPage, PHONE, sidewaysScroll, signIn, url } from './harness.ts'

const SCREEN = `${url}/list/search-table`

/** The specification's section 2, "Search table screen", item by item, in both languages. */
const SPECIFICATION = {
  'zh-CN': {
    all: '全部',
    filters: ['集合编号', '集合名称', '内容体裁', '筛选方式', '最近更新', '订单日期', '报表日期', '状态'],
    choices: {
      内容体裁: ['全部', '图文', '横版短视频', '竖版短视频'],
      筛选方式: ['全部', '人工筛选', '规则筛选'],
      状态: ['全部', '已上线', '已下线'],
    },
    actions: ['查询', '重置', '新建', '批量导入', '下载'],
    columns: ['序号', '集合编号', '集合名称', '内容体裁', '筛选方式', '内容量', '最近更新', '状态', '操作'],
    view: '查看',
    options: ['刷新', '密度', '列设置'],
    densities: ['迷你', '偏小', '中等', '偏大'],
  },
  'en-US': {
    all: 'All',
    filters: [
      'Collection number',
      'Collection name',
      'Content type',
      'Filter mode',
      'Last update',
      'Order date',
      'Report date',
      'Status',
    ],
    choices: {
      'Content type': ['All', 'Image-text', 'Horizontal short video', 'Vertical short video'],
      'Filter mode': ['All', 'Manual', 'Rules'],
      Status: ['All', 'Online', 'Offline'],
    },
    actions: ['Search', 'Reset', 'Create', 'Batch import', 'Download'],
    columns: ['Index', 'Number', 'Name', 'Content type', 'Filter type', 'Count', 'Last update', 'Status', 'Operations'],
    view: 'View',
    options: ['Refresh', 'Density', 'Column settings'],
    densities: ['Mini', 'Small', 'Medium', 'Large'],
  },
} as const

describe.each(['zh-CN', 'en-US'] as const)('the search table in %s', (language) => {
  const asked = SPECIFICATION[language]

  test('is the specification’s: filters, defaults, actions, columns and options', async () => {
    const page = await openPage({ language })
    // What a person arranges follows to the next browser: each language has its own.
    await signIn(page, language === 'zh-CN' ? 'admin' : 'ops')
    await page.goto(SCREEN)
    const form = page.getByRole('form')
    await page.locator('table').getByRole('row').nth(2).waitFor()
    // Its fields are of a file of their own and may come after the rows.
    await expect.poll(() => form.locator('label').allTextContents()).toEqual(asked.filters)
    for (const name of asked.filters) {
      const field = form.getByLabel(name, { exact: false }).first()
      const [value, placeholder, words] = await field.evaluate((one) => [
        (one as HTMLInputElement).value ?? '',
        one.getAttribute('placeholder') ?? '',
        one.textContent ?? '',
      ])
      expect([value, placeholder, words], name).toContain(asked.all)
    }
    for (const [name, choices] of Object.entries(asked.choices)) {
      await form.getByRole('combobox', { name }).click()
      const list = page.getByRole('listbox', { name })
      await expect.poll(() => list.getByRole('option').allTextContents()).toEqual([...choices])
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'hidden' })
    }
    for (const name of [...asked.actions, ...asked.options])
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().waitFor()
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads.map((head) => head.trim())).toEqual(asked.columns)
    await page.locator('table').getByRole('button', { name: asked.view, exact: true }).first().waitFor()

    await page.getByRole('button', { name: asked.options[1], exact: true }).click()
    await expect.poll(() => page.getByRole('menuitemradio').allTextContents()).toEqual([...asked.densities])
    await expect.poll(() => page.getByRole('menuitemradio', { checked: true }).textContent()).toBe(asked.densities[2])
    await page.getByRole('menuitemradio', { name: asked.densities[0] }).click()
    await expect.poll(() => page.locator('table').getAttribute('data-density')).toBe('mini')

    await page.getByRole('button', { name: asked.options[2], exact: true }).click()
    const settings = page.getByRole('dialog')
    await expect.poll(() => settings.getByRole('list').getByRole('checkbox').count()).toBe(asked.columns.length - 1)
    await settings.getByRole('checkbox', { name: asked.columns[5] }).uncheck()
    await page.getByRole('columnheader', { name: asked.columns[5] }).waitFor({ state: 'detached' })
    const stored = await page.evaluate(() => localStorage.getItem('tab-columns:collections'))
    expect(Array.isArray(JSON.parse(stored!))).toBe(true)
    await page.evaluate(() => localStorage.setItem('tab-columns:collections', '{"not":"an array"}'))
    await page.reload()
    await page.getByRole('columnheader', { name: asked.columns[5] }).waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })
})

test('a search narrows the table and stays in the link; reset brings all back', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await page.goto(SCREEN)
  const rows = page.locator('table').locator('[data-row]')
  await rows.first().waitFor()
  const all = await rows.count()
  await page.getByRole('form').getByRole('textbox', { name: '集合名称' }).fill('短剧')
  await page.getByRole('form').getByRole('combobox', { name: '筛选方式' }).click()
  await page.getByRole('option', { name: '规则筛选' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForURL((now) => now.searchParams.get('filterType') === 'rules')
  await expect.poll(() => rows.count()).toBeLessThan(all)
  for (const row of await rows.allTextContents()) expect(row).toContain('短剧')
  await page.reload()
  await expect.poll(() => page.getByRole('form').getByRole('textbox', { name: '集合名称' }).inputValue()).toBe('短剧')
  await page.getByRole('button', { name: '重置' }).click()
  await expect.poll(() => rows.count()).toBe(all)
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})

test('a rule is built with its count in sight, put online, filled from the data list, viewed and taken off again', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(SCREEN)
  await page.getByRole('button', { name: '新建' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '集合名称' }).fill('旅程集合')
  await form.getByLabel('筛选方式').selectOption('rules')
  await form.getByRole('combobox', { name: '第 1 个条件', exact: true }).selectOption('plays')
  await form.getByRole('textbox', { name: '播放量' }).fill('0')
  await form.getByText('规则匹配全部作品').waitFor()
  await form.getByRole('button', { name: '确定' }).click()
  await form.getByRole('alert').filter({ hasText: '规则匹配全部作品' }).waitFor()
  await form.getByRole('textbox', { name: '播放量' }).fill('300000')
  const counted = form.getByText(/^将有 [\d,]+ 条$/)
  await counted.waitFor()
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: '旅程集合' })
  await row.waitFor()
  const act = async (verb: string) => {
    await row.getByRole('button', { name: /更多/ }).click()
    await page.getByRole('menuitem', { name: verb }).click()
    await page.getByRole('dialog').getByRole('button', { name: verb }).click()
  }
  await act('上线')
  await row.getByText('已上线').waitFor()

  await page.goto(`${url}/dashboard/data?contentType=verticalVideo&sort=playCount:asc`)
  const video = page.locator('table').locator('[data-row]').first()
  await video.getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '加入集合' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByRole('combobox', { name: '集合' }).fill('旅程')
  await page.getByRole('option', { name: /旅程集合/ }).click()
  await adding.getByRole('button', { name: '加入集合' }).click()
  await page.getByText('已加入 1 条').waitFor()

  await page.goto(SCREEN)
  await row.getByRole('button', { name: '查看', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: '规则' }).click()
  await drawer.getByText('播放量 ≥ 300,000').waitFor()
  await drawer.getByRole('tab', { name: '构建记录' }).click()
  await drawer.getByText('保存规则').waitFor()
  await page.keyboard.press('Escape')
  await act('下线')
  await row.getByText('已下线').waitFor()
  await act('删除')
  await row.waitFor({ state: 'detached' })
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('a file is checked row by row before anything happens, and then imported', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(SCREEN)
  await page.getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog')
  const file = '集合编号,集合名称,内容体裁,作品\n,导入旅程,,1\n,导入旅程,,999999999\nC000000-0000,,,1\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sets.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByText('共 3 行：可导入 1 行，2 行有问题').waitFor()
  await dialog.getByText('作品不存在或无权限').waitFor()
  await dialog.getByText('集合不存在或无权修改').waitFor()
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await dialog.getByText('已导入 1 行，2 行未导入').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await page.getByRole('row').filter({ hasText: '导入旅程' }).waitFor()
  await page.context().close()
})

test.each(['light', 'dark'] as const)('nothing offends axe in %s, on a desk or in a hand', async (theme) => {
  const page = await openPage({ theme })
  await signIn(page, 'admin')
  await page.goto(SCREEN)
  await page.locator('table').locator('[data-row]').first().waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.locator('table').getByRole('button', { name: '查看', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('dialog').getByLabel('筛选方式').selectOption('rules')
  await page.getByRole('dialog').getByRole('combobox', { name: '第 1 个条件', exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await page.goto(SCREEN)
  await page.getByRole('listitem').first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('a supplier and a partner have no search table', async () => {
  for (const account of ['supplier', 'partner']) {
    const page = await openPage()
    await signIn(page, account)
    await page.goto(SCREEN)
    await page.waitForURL((now) => now.pathname !== '/list/search-table')
    await page.context().close()
  }
})
