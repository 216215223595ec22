import sanitize from 'sanitize-html'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, countWords, isCard, isSafeLink, LINK_REL, MEDIA_KEY } from './allowed.ts'

/** Elements whose text goes with them: it was never meant to be read. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'head', 'svg', 'math'],
  ...['iframe', 'object', 'embed', 'applet', 'noembed', 'noframes', 'xmp', 'plaintext', 'select', 'audio', 'video'],
]

const options: sanitize.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: [...ALLOWED_ATTRIBUTES.img],
    div: [...ALLOWED_ATTRIBUTES.div],
    ol: ['start'],
  },
  nonTextTags: WITHOUT_TEXT,
  disallowedTagsMode: 'discard',
  allowProtocolRelative: false,
  nestingLimit: 60,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    del: 's',
    strike: 's',
    // A link that leads nowhere safe keeps its words and loses its address.
    a: (_, { href = '' }) =>
      isSafeLink(href)
        ? { tagName: 'a', attribs: { href, rel: LINK_REL, ...(href.startsWith('/') ? {} : { target: '_blank' }) } }
        : { tagName: 'a', attribs: {} as sanitize.Attributes },
    // A card is its two attributes; what stands inside belongs to whoever wrote it.
    div: (_, attribs) =>
      isCard(attribs['data-card'] ?? '', attribs['data-id'] ?? '')
        ? { tagName: 'div', attribs: { 'data-card': attribs['data-card']!, 'data-id': attribs['data-id'] ?? '' } }
        : { tagName: 'p', attribs: {} as sanitize.Attributes },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !MEDIA_KEY.test(attribs['data-media'] ?? ''),
}

export interface Cleaned {
  html: string
  /** The words alone, for the search, the digest and the count. */
  plain: string
  words: number
}

/** The text of an article as it may be kept: nothing that is not on the list, and the words of it. */
export function clean(dirty: string): Cleaned {
  const html = sanitize(dirty, options).replace(/(<div data-card="\w+" data-id="\d*">)[\s\S]*?(<\/div>)/g, '$1$2')
  const spaced = html.replace(/<(\/?(p|h[234]|li|blockquote|pre|div)|hr|br)\b/g, ' <$1')
  const plain = decode(sanitize(spaced, { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()
  return { html, plain, words: countWords(plain) }
}

/** The four characters the sanitiser writes as entities. */
const decode = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
