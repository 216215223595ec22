import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { tokenParse } from '../contractLinks.ts'
import { linksText } from '../textLinks.ts'
import styles from './affiliate.module.css'

/** Whose link is in a text somebody was sent. */
export default function ParseForm({ onClose }: { onClose(): void }) {
  const { call, go } = useApp()
  const { parse, panel } = useText(linksText)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Reply<typeof tokenParse> | null>(null)
  const look = async () => {
    try {
      setAnswer(await call(tokenParse, { body: { text } }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const found = answer?.found
  return (
    <Modal opened onClose={onClose} title={parse.title}>
      <Textarea
        label={parse.label}
        value={text}
        maxLength={2000}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAnswer(null)
        }}
        autosize
        minRows={4}
        maxRows={10}
        data-autofocus
      />
      {answer && (
        <p className={styles.why} role="status">
          {found ? parse.found(found.title, found.partnerName ?? panel.nobody) : parse.none}
        </p>
      )}
      <div className={styles.answers}>
        {found && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              go('/affiliate/links', { open: found.linkId })
            }}
          >
            {parse.open}
          </Button>
        )}
        <Button disabled={!text.trim()} onClick={() => void look()}>
          {parse.run}
        </Button>
      </div>
    </Modal>
  )
}
