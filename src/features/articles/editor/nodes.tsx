import { mergeAttributes, Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { isCard, isSafeLink, LINK_REL, MEDIA_KEY } from '../allowed.ts'
import { LiveCard } from '../parts/cards.tsx'
import { EditorPicture } from './EditorPicture.tsx'
import styles from './editor.module.css'

/** A picture by its key. Until it has one it is a placeholder of this window, which is never saved as a picture. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    mediaKey: { default: '' },
    alt: { default: '' },
    /** Names the upload under way; lives in this window alone. */
    upload: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'img[data-media]',
      getAttrs: (img) => {
        const mediaKey = img.getAttribute('data-media') ?? ''
        return MEDIA_KEY.test(mediaKey) ? { mediaKey, alt: img.getAttribute('alt') ?? '' } : false
      },
    },
  ],
  renderHTML: ({ node }) => ['img', { 'data-media': node.attrs.mediaKey, alt: node.attrs.alt }],
  addNodeView: () => ReactNodeViewRenderer(EditorPicture),
})

/** Figures that live: a kind and an id, drawn as readers see them. */
const Card = Node.create({
  name: 'card',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ kind: { default: 'statistics' }, id: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'div[data-card]',
      getAttrs: (box) => {
        const { card: kind = '', id = '' } = box.dataset
        return isCard(kind, id) && { kind, id: kind === 'statistics' ? '' : id }
      },
    },
  ],
  renderHTML: ({ node }) => ['div', mergeAttributes({ 'data-card': node.attrs.kind, 'data-id': node.attrs.id })],
  addNodeView: () => ReactNodeViewRenderer(EditorCard),
})

function EditorCard({ node, selected }: NodeViewProps) {
  return (
    <NodeViewWrapper className={styles.atom} data-selected={selected || undefined} contentEditable={false}>
      <LiveCard kind={node.attrs.kind} id={node.attrs.id} />
    </NodeViewWrapper>
  )
}

/** What the editor knows: the list of allowed elements and nothing beyond. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    trailingNode: false,
    link: {
      openOnClick: false,
      isAllowedUri: (href) => isSafeLink(href ?? ''),
      HTMLAttributes: { rel: LINK_REL, target: null, class: null },
    },
  }),
  Picture,
  Card,
]
