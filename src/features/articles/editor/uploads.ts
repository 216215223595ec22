import type { Editor } from '@tiptap/core'

/** Files on their way up, by the placeholder that stands for them; a failed one stays, so that it can be tried again. */
const files = new Map<string, File>()

export const fileOf = (upload: string): File | undefined => files.get(upload)
export const forget = (upload: string): void => void files.delete(upload)

/** Names a file that is to go up. */
export function announce(file: File): string {
  const upload = crypto.randomUUID()
  files.set(upload, file)
  return upload
}

/** Puts placeholders where the pictures will be; each uploads itself. */
export function insertPictures(editor: Editor, pictures: readonly File[], at?: number): void {
  const nodes = pictures.map((file) => ({ type: 'picture', attrs: { upload: announce(file), alt: '' } }))
  if (nodes.length > 0)
    editor
      .chain()
      .focus()
      .insertContentAt(at ?? editor.state.selection.to, nodes)
      .run()
}

/** Whether some picture has not arrived: such a text is not published. */
export function hasPending(editor: Editor): boolean {
  let isPending = false
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'picture' && (!node.attrs.mediaKey || node.attrs.upload)) isPending = true
  })
  return isPending
}

export const picturesOf = (list: FileList | undefined | null): File[] =>
  [...(list ?? [])].filter(({ type }) => /^image\/(png|jpeg|webp|gif)$/.test(type))
