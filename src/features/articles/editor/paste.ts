/** What a paste brings once what does not belong to a text is gone. */
export interface Pasted {
  html: string
  /** Pictures that came along as data. */
  pictures: File[]
  /** Pictures that stand on other hosts and were left out. */
  outside: number
}

/** Cleans what Word and WeChat put on the clipboard. The document parsed here is inert: nothing in it runs or loads. */
export function cleanPaste(dirty: string): Pasted {
  const parsed = new DOMParser().parseFromString(dirty.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, ''), 'text/html')
  const { body } = parsed
  for (const one of body.querySelectorAll(
    'style, script, meta, link, title, xml, template, noscript, svg, math, iframe, object, input, select',
  ))
    one.remove()
  for (const one of [...body.querySelectorAll('*')]) if (one.tagName.includes(':')) one.replaceWith(...one.childNodes)
  makeLists(parsed)
  makeHeadings(parsed)
  const pictures: File[] = []
  let outside = 0
  for (const picture of body.querySelectorAll('img')) {
    const address = picture.getAttribute('src') || picture.getAttribute('data-src') || ''
    const file = fileOfData(address)
    if (file) pictures.push(file)
    else if (!picture.dataset.media) outside++
    if (!picture.dataset.media) picture.remove()
  }
  // WeChat wraps each line in sections; the innermost are the paragraphs.
  for (const section of [...body.querySelectorAll('section')].reverse()) {
    const isBlock = !!section.querySelector('p, h1, h2, h3, h4, ul, ol, blockquote, pre')
    if (isBlock) section.replaceWith(...section.childNodes)
    else replaceTag(parsed, section, 'p')
  }
  for (const one of body.querySelectorAll('*')) {
    // Asked by method: a form's property may be one of its own inputs.
    for (const name of Element.prototype.getAttributeNames.call(one))
      if (!['href', 'data-media', 'alt', 'data-card', 'data-id', 'start'].includes(name))
        Element.prototype.removeAttribute.call(one, name)
  }
  for (const empty of [...body.querySelectorAll('p, h2, h3, h4')])
    if (!empty.textContent?.trim() && !empty.querySelector('img, br')) empty.remove()
  return { html: body.innerHTML, pictures, outside }
}

/** Word writes list items as paragraphs with their bullet or number as text. */
function makeLists(parsed: Document): void {
  let list: HTMLElement | null = null
  let last: Element | null = null
  for (const item of parsed.body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')) {
    const mark = /^\s*([·•§o\-–]|\d+[.、)]|[a-z][.)])[\s\u00a0]*/i.exec(item.textContent ?? '')
    const tag = mark && /\d/.test(mark[1]!) ? 'ol' : 'ul'
    for (const ignored of item.querySelectorAll<HTMLElement>('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'))
      ignored.remove()
    if (mark && item.textContent?.startsWith(mark[0])) stripStart(item, mark[0].length)
    if (!list || list.tagName.toLowerCase() !== tag || item.previousElementSibling !== last) {
      list = parsed.createElement(tag)
      item.before(list)
    }
    const entry = parsed.createElement('li')
    entry.append(...item.childNodes)
    list.append(entry)
    item.remove()
    last = list
  }
}

function stripStart(item: HTMLElement, length: number): void {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT)
  let left = length
  for (let node = walker.nextNode(); node && left > 0; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    node.textContent = text.slice(left)
    left -= text.length
  }
}

/** Word's title and outline levels; the page's one first heading is the article's title. */
function makeHeadings(parsed: Document): void {
  for (const one of parsed.body.querySelectorAll('h1, p.MsoTitle')) replaceTag(parsed, one, 'h2')
  for (const one of parsed.body.querySelectorAll('h5, h6')) replaceTag(parsed, one, 'h4')
}

function replaceTag(parsed: Document, one: Element, tag: string): void {
  const next = parsed.createElement(tag)
  next.append(...one.childNodes)
  one.replaceWith(next)
}

function fileOfData(address: string): File | null {
  const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i.exec(address)
  if (!match) return null
  const bytes = Uint8Array.from(atob(match[2]!.replace(/\s/g, '')), (char) => char.charCodeAt(0))
  return new File([bytes], 'pasted', { type: match[1]!.toLowerCase() })
}
