import { Button, CopyButton } from '@mantine/core'
import { IconCloudOff, IconCopy, IconInbox, IconLock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CallError, useText } from '../hooks/app.ts'
import styles from './feedback.module.css'
import { feedbackText } from './text.ts'

/** What stands where data would: an icon, what, why, and at most two ways on. */
export function State({ icon, title, children, actions }: StateProps) {
  return (
    <div className={styles.state}>
      <div className={styles.icon} aria-hidden>
        {icon}
      </div>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.body}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface StateProps {
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

export function Empty({ title, children, actions }: Omit<Partial<StateProps>, 'icon'>) {
  const words = useText(feedbackText)
  return (
    <State icon={<IconInbox size={18} stroke={1.6} />} title={title ?? words.emptyTitle} actions={actions}>
      {children}
    </State>
  )
}

/** A failed fetch: retry, and the request id to hand on. A refusal (403) says so instead. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const words = useText(feedbackText)
  if (error instanceof CallError && error.code === 403) return <Forbidden error={error} />
  const actions = (
    <>
      {onRetry && (
        <Button size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          {words.retry}
        </Button>
      )}
      <RequestId error={error} />
    </>
  )
  return (
    <div role="alert">
      <State icon={<IconCloudOff size={18} stroke={1.6} />} title={words.failedTitle} actions={actions}>
        {error instanceof CallError ? error.message : words.failedBody}
      </State>
    </div>
  )
}

/** Without the right to see what would stand here; the request id of the refusal, where there was one. */
export function Forbidden({ children, error }: { children?: ReactNode; error?: unknown }) {
  const words = useText(feedbackText)
  return (
    <State
      icon={<IconLock size={18} stroke={1.6} />}
      title={words.forbiddenTitle}
      actions={error ? <RequestId error={error} /> : undefined}
    >
      {children ?? words.forbiddenBody}
    </State>
  )
}

/** The id of a failed call, to copy and hand on; nothing where no server answered. */
export function RequestId({ error }: { error: unknown }) {
  const words = useText(feedbackText)
  const id = error instanceof CallError ? error.requestId : undefined
  if (!id) return null
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCopy size={14} />}
          aria-label={words.copyRequestId(id)}
          onClick={copy}
        >
          {copied ? words.copied : id}
        </Button>
      )}
    </CopyButton>
  )
}
