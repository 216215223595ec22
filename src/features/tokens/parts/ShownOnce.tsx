import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './tokens.module.css'

/** Shows a token that cannot be shown again, so it closes by its own button alone. */
export function ShownOnce({ token, expiresAt, onClose }: { token: string; expiresAt: string; onClose(): void }) {
  const words = useText(text).shown
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.about}>{words.about}</p>
      <div className={styles.line}>
        <TextInput
          className={styles.grow}
          classNames={{ input: styles.secret! }}
          label={words.label}
          value={token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={token}>
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
      <p className={styles.hint}>{words.until(fullTime(expiresAt))}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Modal>
  )
}
