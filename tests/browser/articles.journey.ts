import { expect, test } from 'vitest'
import { begin, body, status } from './editor.ts'
import { findAxeViolations, openPage, PHONE, settle, sidewaysScroll, signIn, url, type Visit } from './harness.ts'

const LIST = '/dashboard/article_list'
const EDIT = '/dashboard/article_edit'

/** Writes at the end of the text. */
async function write(page: Visit, words: string): Promise<void> {
  await body(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(words)
}

const open = async (page: Visit, id: string) => {
  await page.goto(`${url}${EDIT}?id=${id}`)
  await body(page).waitFor()
}

test('an article from the first word to its reader: written, published, found by a word, confirmed, corrected', async () => {
  const coo = await openPage()
  await signIn(coo, 'coo')
  const id = await begin(coo, '海棠专项说明')
  await write(coo, '本周上线琥珀计划。')
  await coo.keyboard.press('Enter')
  await coo.keyboard.type('/二级')
  await coo.getByRole('option', { name: '二级标题' }).click()
  await coo.keyboard.type('怎么参加')
  await coo.keyboard.press('Enter')
  await coo.keyboard.type('/数据')
  await coo.keyboard.press('Enter')
  await coo.getByRole('figure', { name: '我的数据' }).waitFor()
  await settle(coo)
  expect(await findAxeViolations(coo)).toEqual([])
  await coo.getByLabel('必读，需要确认').check()
  await coo.getByRole('button', { name: '应用' }).click()
  await coo.getByText('已生效').waitFor()
  await coo.getByRole('button', { name: '发布', exact: true }).click()
  await coo.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await coo.getByText('读者正在看第 1 版').waitFor()

  const partner = await openPage()
  await signIn(partner, 'partner')
  await partner.goto(`${url}${LIST}`)
  await partner.getByRole('searchbox').fill('琥珀')
  await partner.locator('mark', { hasText: '琥珀' }).first().waitFor()
  await partner.getByRole('link', { name: '海棠专项说明' }).click()
  await partner.getByRole('heading', { level: 2, name: '怎么参加' }).waitFor()
  await partner.getByRole('figure', { name: '我的数据' }).waitFor()
  await partner.getByRole('button', { name: '我已阅读并知悉' }).click()
  await partner.getByText(/你已于 .* 确认/).waitFor()
  await partner.getByRole('button', { name: '没帮助' }).click()
  await partner.getByLabel('哪里可以改进？（选填）').fill('想看例子')
  await partner.getByRole('button', { name: '提交' }).click()
  await partner.getByText('谢谢反馈').waitFor()
  expect(await findAxeViolations(partner)).toEqual([])
  expect(partner.complaints).toEqual([])

  await write(coo, '补充一个例子。')
  await coo.getByRole('button', { name: '发布修改' }).click()
  await coo.getByRole('dialog').getByRole('button', { name: '发布修改' }).click()
  await coo.getByText('读者正在看第 2 版').waitFor()
  await coo.getByRole('button', { name: '版本历史' }).click()
  const history = coo.getByRole('dialog', { name: '版本历史' })
  await history.getByRole('button', { name: /第 1 版/ }).click()
  await history.locator('ins', { hasText: '补充一个例子。' }).waitFor()
  expect(coo.complaints).toEqual([])
  await partner.goto(`${url}/dashboard/article_detail?id=${id}`)
  await partner.getByText('补充一个例子。').waitFor()
  await Promise.all([coo.context().close(), partner.context().close()])
})

test('a learning path: put together by an operator, gone through by a partner, who confirms what must be confirmed', async () => {
  const coo = await openPage()
  await signIn(coo, 'coo')
  await coo.goto(`${url}${LIST}`)
  await coo.getByRole('button', { name: '管理学习路径' }).click()
  const dialog = coo.getByRole('dialog', { name: '学习路径' })
  await dialog.getByRole('button', { name: '新建学习路径' }).click()
  await dialog.getByLabel('名称').fill('海棠计划三步走')
  for (const title of ['从评论区找选题：三步法', '产品概览：五种角色，一套数据']) {
    await dialog.getByLabel('添加文章').fill(title)
    await coo.getByRole('option', { name: title }).click()
  }
  await dialog.getByRole('button', { name: '上移「产品概览：五种角色，一套数据」' }).click()
  await dialog.getByLabel('上线，读者可以看到').check()
  expect(await findAxeViolations(coo)).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('海棠计划三步走').waitFor()
  expect(coo.complaints).toEqual([])

  const partner = await openPage()
  await signIn(partner, 'partner2')
  await partner.goto(`${url}${LIST}`)
  const path = partner
    .getByRole('region', { name: '学习路径' })
    .getByRole('listitem')
    .filter({ hasText: '海棠计划三步走' })
  await path.getByRole('link', { name: /^(开始|继续)学习$|^再看一遍$/ }).waitFor()
  await settle(partner)
  expect(await findAxeViolations(partner)).toEqual([])
  await path.getByRole('link').click()
  const steps = partner.getByRole('navigation', { name: '学习路径' })
  await steps.getByRole('link', { name: '从评论区找选题：三步法' }).click()
  await partner.getByRole('heading', { level: 1, name: '从评论区找选题：三步法' }).waitFor()
  await steps.getByRole('listitem').filter({ hasText: '从评论区' }).getByRole('img', { name: '已完成' }).waitFor()
  expect(await findAxeViolations(partner)).toEqual([])
  expect(partner.complaints).toEqual([])
  await Promise.all([coo.context().close(), partner.context().close()])
})

test('what is not for somebody is a page that does not exist; the editor is not theirs', async () => {
  const page = await openPage()
  await signIn(page, 'partner2')
  const other = await page.context().request.get(`${url}/api/articles?pageSize=200`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
  })
  const shown: string[] = (await other.json()).data.list.map((row: { title: string }) => row.title)
  expect(shown).not.toContain('青柚文化专项：长尾作品二次分发指引')
  await page.goto(`${url}/dashboard/article_detail?id=999999`)
  await page.getByRole('heading', { name: '文章不存在' }).waitFor()
  await page.goto(`${url}${EDIT}?id=1`)
  await page.waitForURL((now) => now.pathname !== EDIT)
  await page.context().close()
})

test('a closed tab loses nothing: the words are back when the article is opened again', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  const id = await begin(page, '关掉的标签页')
  // The server never answers this window, so all there is stays in the browser.
  await page
    .context()
    .route('**/api/articles/*/draft', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
  await write(page, '写了一半就关掉了')
  await page.close()
  await page.context().unroute('**/api/articles/*/draft')
  const again = (await page.context().newPage()) as Visit
  again.waiting = new Set()
  await open(again, id)
  await body(again).getByText('写了一半就关掉了').waitFor()
  await status(again, /已保存/).waitFor()
  await again.context().close()
})

test('a lost network and a closed tab, and somebody else wrote meanwhile: both texts are shown, neither is lost', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  const id = await begin(page, '断网又关掉')
  await write(page, '联网时写的。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /已保存/).waitFor()
  await page.context().setOffline(true)
  await write(page, '断网后写的。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /未能保存/).waitFor()
  await page.close()
  await page.context().setOffline(false)

  const other = await openPage()
  await signIn(other, 'admin')
  await other.goto(`${url}${EDIT}?id=${id}`)
  await other.getByRole('button', { name: '接管编辑' }).click()
  await other.getByRole('dialog').getByRole('button', { name: '接管编辑' }).click()
  await other.locator('[contenteditable=true]').waitFor()
  await write(other, '同事写的。')
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await status(other, /已保存/).waitFor()
  await other.context().close()

  const again = (await page.context().newPage()) as Visit
  again.waiting = new Set()
  await again.goto(`${url}${EDIT}?id=${id}`)
  const conflict = again.getByRole('dialog', { name: '稿件已被他人修改' })
  await conflict.locator('ins, del', { hasText: '断网后' }).waitFor()
  await conflict.locator('ins, del', { hasText: '同事' }).waitFor()
  await conflict.getByRole('button', { name: '采用对方的，我的另存为副本' }).click()
  await conflict.waitFor({ state: 'detached' })
  await body(again).getByText('联网时写的。同事写的。').waitFor()
  await open(again, String(Number(id) + 1))
  await body(again).getByText('联网时写的。断网后写的。').waitFor()
  await again.context().close()
})

test('a server that does not answer: the page says so, keeps the words and brings them there later', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  const id = await begin(page, '服务器断开')
  await page.route('**/api/articles/*/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await write(page, '断线时写的话')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /未能保存/).waitFor()
  await page.unroute('**/api/articles/*/draft')
  await page.getByRole('button', { name: '立即重试' }).click()
  await status(page, /已保存/).waitFor()
  await open(page, id)
  await body(page).getByText('断线时写的话').waitFor()
  await page.context().close()
})

test('two editors: one writes at a time, and nothing is overwritten that nobody has looked at', async () => {
  const [first, second] = await Promise.all([openPage(), openPage()])
  await signIn(first, 'coo')
  await signIn(second, 'admin')
  const id = await begin(first, '两个人同时改')
  await write(first, '先写的话。')
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await status(first, /已保存/).waitFor()
  await second.goto(`${url}${EDIT}?id=${id}`)
  await second.getByText('梁书禾 正在编辑').waitFor()
  expect(await body(second).getAttribute('contenteditable')).toBe('false')
  await second.getByRole('button', { name: '接管编辑' }).click()
  await second.getByRole('dialog').getByRole('button', { name: '接管编辑' }).click()
  await second.locator('[contenteditable=true]').waitFor()
  await write(second, '接管者的话。')
  await second.getByRole('button', { name: '保存', exact: true }).click()
  await status(second, /已保存/).waitFor()
  // The first one, who has not noticed, goes on writing.
  await write(first, '被接管后的话。')
  await first.getByRole('button', { name: '保存', exact: true }).click()
  await first.getByText('沈知秋 已接管编辑').waitFor()
  await body(first).getByText('被接管后的话。').waitFor()
  await first.getByRole('button', { name: '接管编辑' }).click()
  await first.getByRole('dialog').getByRole('button', { name: '接管编辑' }).click()
  await first.getByRole('button', { name: /^(保存|立即重试)$/ }).click()
  const conflict = first.getByRole('dialog', { name: '稿件已被他人修改' })
  await conflict.locator('del', { hasText: '者' }).waitFor()
  await conflict.locator('ins', { hasText: '后' }).waitFor()
  expect(await findAxeViolations(first)).toEqual([])
  await conflict.getByRole('button', { name: '采用对方的，我的另存为副本' }).click()
  await conflict.waitFor({ state: 'detached' })
  await body(first).getByText('接管者的话。').waitFor()
  await second.goto(`${url}${LIST}`)
  await second.getByText('管理', { exact: true }).click()
  await second.getByRole('link', { name: '两个人同时改' }).first().waitFor()
  expect(await second.getByRole('link', { name: '两个人同时改' }).count()).toBe(2)
  await Promise.all([first.context().close(), second.context().close()])
})

test('a text that is cleared is not saved as nothing until somebody says so', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  const id = await begin(page, '清空')
  await write(page, '写了很久的正文')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /已保存/).waitFor()
  await body(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('正文已清空，尚未保存').waitFor()
  await page.getByRole('alert').getByRole('button', { name: '撤销' }).click()
  await body(page).getByText('写了很久的正文').waitFor()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /已保存/).waitFor()
  await open(page, id)
  await body(page).getByText('写了很久的正文').waitFor()
  await page.context().close()
})

/** One pixel, and another: the same picture sent twice is one. */
const OTHER = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture is described and replaced where it stands; the old one stays until the new one has arrived', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await begin(page, '换一张图')
  await write(page, '图在下面。')
  await page.evaluate((data) => {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'one.png', { type: 'image/png' }))
    document
      .querySelector('.ProseMirror')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PNG)
  const picture = body(page).locator('img')
  await picture.waitFor()
  await picture.click()
  const said = body(page).getByRole('textbox', { name: '图片说明' })
  await said.fill('后台截图')
  const before = await picture.getAttribute('src')
  const choose = { name: 'two.png', mimeType: 'image/png', buffer: Buffer.from(OTHER, 'base64') }
  const uploads = '**/api/articles/media*'
  await page.route(uploads, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await body(page).locator('input[type=file]').setInputFiles(choose)
  await body(page).getByRole('button', { name: '重试' }).waitFor()
  expect(await picture.getAttribute('src')).toBe(before)
  await page.unroute(uploads)
  await body(page).getByRole('button', { name: '重试' }).click()
  await expect.poll(() => picture.getAttribute('src'), { timeout: 10_000 }).not.toBe(before)
  expect(await picture.getAttribute('alt')).toBe('后台截图')
  expect(await picture.count()).toBe(1)
  await page.context().close()
})

test('the editor in a hand, in English and dark', async () => {
  const page = await openPage({ viewport: PHONE, theme: 'dark', language: 'en-US' })
  await signIn(page, 'coo')
  for (const path of [`${EDIT}?id=1`, '/dashboard/article_detail?id=8']) {
    await page.goto(`${url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  expect(page.complaints).toEqual([])
  await page.context().close()
})
