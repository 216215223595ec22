import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { begin, body, status } from './editor.ts'
import { openPage, settle, signIn, url, type Visit } from './harness.ts'
import { zipOf } from './zipped.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const choose = (page: Visit, name: string, buffer: Buffer) =>
  page.locator('input[type=file][accept*=docx]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

/** What the server keeps of the article, after it was saved. */
async function saved(page: Visit, id: string): Promise<string> {
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await status(page, /已保存/).waitFor()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await fetch(`${url}/api/articles/${id}/draft`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()).data.draft.html
}

async function paste(page: Visit, html: string): Promise<void> {
  await body(page).focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.ProseMirror')!.dispatchEvent(paste)
  }, html)
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const line = (text: string, style = '', marks = '') =>
  `<w:p>${style && `<w:pPr>${style}</w:pPr>`}<w:r>${marks && `<w:rPr>${marks}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`
const item = (text: string, list: number) =>
  line(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`)
const cell = (text: string) => `<w:tc>${line(text)}</w:tc>`

/** A document as Word writes one: named styles, numbered lists, links and pictures by their relations. */
const docx = zipOf({
  'word/document.xml': `<w:document ${W} ${R} ${A}><w:body>
    ${line('选题三步', '<w:pStyle w:val="a1"/>')}${line('先看数据', '', '<w:b/>')}
    ${item('播放', 1)}${item('完播', 1)}${item('第一步', 2)}${item('第二步', 2)}
    <w:tbl><w:tr>${cell('平台')}${cell('分成')}</w:tr><w:tr>${cell('抖音')}${cell('60%')}</w:tr></w:tbl>
    <w:p><w:hyperlink r:id="r1"><w:r><w:t>规则原文</w:t></w:r></w:hyperlink>
    <w:hyperlink r:id="r2"><w:r><w:t>坏链接</w:t></w:r></w:hyperlink></w:p>
    <w:p><w:r><w:drawing><a:blip r:embed="r3"/></w:drawing></w:r></w:p>
    ${line('&lt;script&gt;不是标签&lt;/script&gt;')}</w:body></w:document>`,
  'word/styles.xml': `<w:styles ${W}><w:style w:styleId="a1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  'word/numbering.xml': `<w:numbering ${W}>
    <w:abstractNum w:abstractNumId="1"><w:lvl><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="2"><w:lvl><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
  </w:numbering>`,
  'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r1" Target="https://example.com/rules"/>
    <Relationship Id="r2" Target="javascript:hit()"/><Relationship Id="r3" Target="media/image1.png"/></Relationships>`,
  'word/media/image1.png': Buffer.from(PIXEL, 'base64'),
})

test('a Word document and a Markdown text come in with headings, lists, links and pictures; a file that is none is refused', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  const id = await begin(page, '导入的文档')
  await choose(page, '坏的.docx', Buffer.from('not a document'))
  await page.getByText('无法读取', { exact: false }).first().waitFor()
  await choose(page, '选题.docx', docx)
  await body(page).locator('img').waitFor()
  await settle(page)
  const word = await saved(page, id)
  expect(word).toContain('<h2>选题三步</h2>')
  expect(word).toContain('<p><strong>先看数据</strong></p>')
  expect(word).toMatch(
    /<ul><li><p>播放<\/p><\/li><li><p>完播<\/p><\/li><\/ul><ol><li><p>第一步<\/p><\/li><li><p>第二步/,
  )
  expect(word).toContain('<p>平台 | 分成</p><p>抖音 | 60%</p>')
  expect(word).toMatch(/<a href="https:\/\/example\.com\/rules"[^>]*>规则原文<\/a>/)
  expect(word).toContain('坏链接')
  expect(word).not.toContain('javascript')
  expect(word).toContain('&lt;script&gt;不是标签')
  expect(word.match(/<img data-media="[0-9a-f-]{36}"/g)).toHaveLength(1)

  const other = await begin(page, '导入的文本')
  const text = [
    ...[
      '# 大标题',
      '',
      '一段**重点**与`代码`和[规则](https://example.com/rules)。',
      '',
      '- 甲',
      '- 乙',
      '',
      '1. 一',
      '2. 二',
    ],
    ...['', '> 引文', '', '```', 'let a = 1 < 2', '```', '', '<img src=x onerror=hit()>', '[坏](javascript:hit())', ''],
  ].join('\n')
  await choose(page, '说明.md', Buffer.from(text))
  await body(page).locator('blockquote').waitFor()
  const markdown = await saved(page, other)
  expect(markdown).toMatch(
    /<h2>大标题<\/h2><p>一段<strong>重点<\/strong>与<code>代码<\/code>和<a href="https:\/\/example\.com\/rules"/,
  )
  expect(markdown).toContain(
    '<ul><li><p>甲</p></li><li><p>乙</p></li></ul><ol><li><p>一</p></li><li><p>二</p></li></ol>',
  )
  expect(markdown).toContain('<blockquote><p>引文</p></blockquote><pre><code>let a = 1 &lt; 2</code></pre>')
  expect(markdown).toContain('&lt;img src=x onerror=hit()&gt;')
  expect(markdown).not.toMatch(/href="javascript|<img/)
  expect(page.complaints).toEqual([])
  await page.context().close()
})

/** As Word puts it on the clipboard. */
const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang=ZH-CN>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<p class=MsoTitle style='text-align:center'>贴来的标题</p><p class=MsoNormal style='mso-pagination:widow-orphan'><b><span lang=EN-US style='font-family:宋体;color:red'>重点</span></b><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>甲</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>乙</p>
<p class=MsoNormal><a href="https://example.com/rules">规则</a><img src="file:///C:/Temp/msohtmlclip1/01/clip_image002.png"></p></body></html>`
/** As WeChat's pages put it there: sections in sections, pictures that load late from elsewhere. */
const FROM_WECHAT = `<section data-tools="135编辑器" style="box-sizing:border-box"><section style="padding:10px"><section><span style="color:rgb(255,0,0)">公众号正文</span></section></section>
<section><img data-src="https://mmbiz.qpic.cn/a.png" class="rich_pages" onload="hit()"></section><section><strong>第二段</strong></section></section>
<p><img src="data:image/png;base64,${PIXEL}"></p><mp-common-profile data-id="x"></mp-common-profile><script>hit()</script>`

test('what Word and WeChat put on the clipboard is pasted clean; published, it is saved as a page and printed', async () => {
  const page = await openPage({ acceptDownloads: true })
  await signIn(page, 'coo')
  const id = await begin(page, '贴来的文章')
  await paste(page, FROM_WORD)
  await body(page).getByRole('heading', { name: '贴来的标题' }).waitFor()
  await page
    .getByText(/1 张外部图片未带入/)
    .first()
    .waitFor()
  await body(page).press('Control+End')
  await body(page).press('Enter')
  await paste(page, FROM_WECHAT)
  await body(page).getByText('公众号正文').waitFor()
  await body(page).locator('img').waitFor()
  await settle(page)
  const html = await saved(page, id)
  expect(html).toContain('<h2>贴来的标题</h2><p><strong>重点</strong></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul>')
  expect(html).toMatch(/<a href="https:\/\/example\.com\/rules"/)
  expect(html).toMatch(/<p>公众号正文<\/p>[\s\S]*<p><strong>第二段<\/strong><\/p>/)
  expect(html).not.toMatch(/style=|class=|Mso|section|mso-|qpic|file:|onload|script|<span/)
  expect(html.match(/<img /g)).toHaveLength(1)

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  await page.getByText('读者正在看第 1 版').waitFor()
  await page.goto(`${url}/dashboard/article_detail?id=${id}`)
  await page.getByRole('heading', { level: 2, name: '贴来的标题' }).waitFor()
  await page.locator('article img[data-media]').waitFor()
  await settle(page)
  await page.getByRole('button', { name: '更多操作' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '导出 HTML' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('贴来的文章.html')
  const exported = readFileSync((await file.path())!, 'utf8')
  expect(exported).toContain('<h1>贴来的文章</h1>')
  expect(exported).toContain('<h2>贴来的标题</h2>')
  expect(exported).toMatch(/<img [^>]*src="data:image\/png;base64,/)
  expect(exported).not.toMatch(/<script|https?:\/\/(?!example\.com)/)
  const pdf = await page.pdf()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(5_000)
  // The pasted words are read by a document in which nothing runs; Chromium reports each handler it meets even there.
  expect(page.complaints.filter((said) => !/inline event handler/.test(said))).toEqual([])
  await page.context().close()
})
