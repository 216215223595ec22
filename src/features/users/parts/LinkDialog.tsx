import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import type { OneTimeLink } from './dialog.ts'
import styles from './users.module.css'

/** Shows a link that cannot be shown again, so it closes by its own button alone. */
export function LinkDialog({ displayName, link, close }: { displayName: string; link: OneTimeLink; close(): void }) {
  const words = useText(text).link
  const address = new URL(link.path, location.origin).href
  return (
    <Modal
      opened
      onClose={close}
      title={words.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.lead}>{words.about(displayName)}</p>
      <div className={styles.linkLine}>
        <TextInput
          className={styles.grow}
          label={words.label}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={address}>
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
      <p className={styles.hint}>{words.once(fullTime(link.expiresAt))}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={close}>
          {words.close}
        </Button>
      </div>
    </Modal>
  )
}
