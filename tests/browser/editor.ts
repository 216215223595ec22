import { url, type Visit } from './harness.ts'

export const body = (page: Visit) => page.getByRole('textbox', { name: '正文' })
export const status = (page: Visit, said: RegExp) => page.getByRole('status').filter({ hasText: said }).first()

/** Makes an article through the screen, opens its editor and answers its id. */
export async function begin(page: Visit, title: string): Promise<string> {
  await page.goto(`${url}/dashboard/article_list`)
  await page.getByRole('button', { name: '新建文章' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文章' })
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByLabel('分类').selectOption({ label: '平台公告' })
  await dialog.getByRole('button', { name: '开始编辑' }).click()
  await body(page).waitFor()
  return new URL(page.url()).searchParams.get('id')!
}
