import DOMPurify from 'dompurify'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, isCard, isSafeLink, LINK_REL, MEDIA_KEY } from '../allowed.ts'

/**
 * The text of an article as the page may show it. The server keeps nothing else; that it came from the server is no
 * reason to trust it, so the browser that shows it decides once more, with its own parser.
 */
export function purify(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...ALLOWED_TAGS],
    ALLOWED_ATTR: [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Words that would make a document of another kind (frames) are read as part of this one.
    FORCE_BODY: true,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (!isSafeLink(href)) link.removeAttribute('href')
    link.rel = LINK_REL
    if (!href.startsWith('/')) link.target = '_blank'
  }
  for (const picture of fragment.querySelectorAll('img'))
    if (!MEDIA_KEY.test(picture.dataset.media ?? '')) picture.remove()
  for (const box of fragment.querySelectorAll('div')) {
    const { card = '', id = '' } = box.dataset
    if (isCard(card, id)) box.replaceChildren()
    else box.replaceWith(...box.childNodes)
  }
  return fragment
}
