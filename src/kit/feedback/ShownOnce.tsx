import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../hooks/app.ts'
import styles from './feedback.module.css'
import { feedbackText } from './text.ts'

interface ShownOnceProps {
  title: string
  about: string
  label: string
  secret: string
  hint?: ReactNode
  onClose(): void
}

/** Shows a secret that cannot be shown again, so it closes by its own button alone. */
export function ShownOnce({ title, about, label, secret, hint, onClose }: ShownOnceProps) {
  const words = useText(feedbackText)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.onceAbout}>{about}</p>
      <div className={styles.onceLine}>
        <TextInput
          className={styles.onceGrow}
          classNames={{ input: styles.onceSecret! }}
          label={label}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
              onClick={copy}
            >
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      {hint && <p className={styles.onceHint}>{hint}</p>}
      <div className={styles.onceAnswers}>
        <Button variant="default" onClick={onClose}>
          {words.isKept}
        </Button>
      </div>
    </Modal>
  )
}
