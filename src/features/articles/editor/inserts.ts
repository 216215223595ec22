import type { Editor } from '@tiptap/core'

/** What toolbar and slash menu put into the text, in the menu's order. */
export const INSERTS = [
  'h2',
  'h3',
  'bullet',
  'ordered',
  'quote',
  'code',
  'rule',
  'picture',
  'video',
  'statistics',
  'token',
] as const
export type Insert = (typeof INSERTS)[number]

/** Letters by which the slash menu finds an entry in either language. */
export const KEYS: Record<Insert, string> = {
  h2: 'h2 heading biaoti',
  h3: 'h3 heading biaoti',
  bullet: 'ul list bullet liebiao',
  ordered: 'ol list numbered liebiao',
  quote: 'quote yinyong',
  code: 'code daima',
  rule: 'hr divider fengexian',
  picture: 'image picture tupian',
  video: 'video shipin',
  statistics: 'data statistics shuju',
  token: 'token kouling',
}

/** Does what needs no further question; false for a picture, a video or a token, which the caller asks for. */
export function insertNow(editor: Editor, what: Insert): boolean {
  const chain = editor.chain().focus()
  switch (what) {
    case 'h2':
      return chain.toggleHeading({ level: 2 }).run()
    case 'h3':
      return chain.toggleHeading({ level: 3 }).run()
    case 'bullet':
      return chain.toggleBulletList().run()
    case 'ordered':
      return chain.toggleOrderedList().run()
    case 'quote':
      return chain.toggleBlockquote().run()
    case 'code':
      return chain.toggleCodeBlock().run()
    case 'rule':
      return chain.setHorizontalRule().run()
    case 'statistics':
      return chain.insertContent({ type: 'card', attrs: { kind: 'statistics', id: '' } }).run()
    default:
      return false
  }
}
