import { Button, CloseButton, FileButton, Loader } from '@mantine/core'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { mediaUpload } from '../contract.ts'
import { Picture } from '../parts/Picture.tsx'
import styles from './editor.module.css'
import { editText } from './text.ts'
import { announce, fileOf, forget } from './uploads.ts'

/** A picture in the editor: on its way, failed with a way to try again, or there with its description and a way to replace it. */
export function EditorPicture({ node, selected, updateAttributes, deleteNode, editor }: NodeViewProps) {
  const { call } = useApp()
  const words = useText(editText).picture
  const { mediaKey, alt, upload } = node.attrs as { mediaKey: string; alt: string; upload: string }
  const [attempt, setAttempt] = useState(0)
  const [fault, setFault] = useState('')
  const file = fileOf(upload)
  // The old one stays in the text until the new one has arrived.
  const replace = (next: File | null) => next && updateAttributes({ upload: announce(next) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is its own; what the node says besides starts none
  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    setFault('')
    call(mediaUpload, { file }, { quiet: true, signal: stop.signal, idempotencyKey: `${upload}-${attempt}` }).then(
      ({ key }) => {
        forget(upload)
        updateAttributes({ mediaKey: key, upload: '' })
      },
      (error: Error) => !stop.signal.aborted && setFault(error.message || words.failed),
    )
    return () => stop.abort()
  }, [upload, attempt])
  return (
    <NodeViewWrapper
      className={styles.picture}
      data-selected={selected || undefined}
      contentEditable={false}
      data-drag-handle
    >
      {mediaKey && <Picture className={styles.image} mediaKey={mediaKey} alt={alt} />}
      {mediaKey && selected && editor.isEditable && (
        <span className={styles.pictureTools}>
          <input
            className={styles.alt}
            aria-label={words.alt}
            placeholder={words.alt}
            maxLength={100}
            value={alt}
            onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
          />
          <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={replace}>
            {(button) => (
              <Button {...button} size="xs" variant="default">
                {words.replace}
              </Button>
            )}
          </FileButton>
        </span>
      )}
      {(!mediaKey || upload) && (
        <span className={styles.pending} role="status">
          {fault || !file ? (
            <>
              {fault || words.failed}
              {file && (
                <Button size="xs" variant="default" onClick={() => setAttempt(attempt + 1)}>
                  {words.retry}
                </Button>
              )}
            </>
          ) : (
            <>
              <Loader size="xs" />
              {words.uploading}
            </>
          )}
          {mediaKey ? (
            <CloseButton aria-label={words.keep} onClick={() => updateAttributes({ upload: '' })} />
          ) : (
            <CloseButton aria-label={words.remove} onClick={deleteNode} />
          )}
        </span>
      )}
    </NodeViewWrapper>
  )
}
