import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CallError, useText } from '../hooks/app.ts'
import styles from './form.module.css'
import { formText } from './text.ts'

interface FormModalProps {
  title: string
  note?: ReactNode
  confirm?: string
  isDanger?: boolean
  /** Checks the fields; false stops before the server is asked. */
  validate(): boolean
  /** Gets the one key of this opening, so that a retry has one effect. The modal closes when it resolves. */
  submit(idempotencyKey: string): Promise<void>
  /** Takes a refusal the form shows itself; true when it did. */
  onRefused?: (error: CallError) => boolean
  onClose(): void
  /** Pixels across; a form of plain fields needs none. */
  size?: number
  children: ReactNode
}

/** A short form in a dialog. Submits once; what the server refuses is said inside, and what was typed stays. */
export function FormModal(props: FormModalProps) {
  const words = useText(formText)
  const [key] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const submit = async () => {
    if (isBusy || !props.validate()) return
    setBusy(true)
    setFault(null)
    try {
      await props.submit(key)
      props.onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!props.onRefused?.(error)) setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={props.onClose} title={props.title} size={props.size} closeOnClickOutside={!isBusy}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {props.note && <p className={styles.note}>{props.note}</p>}
        {props.children}
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
        <div className={styles.answers}>
          <Button variant="default" onClick={props.onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" color={props.isDanger ? 'red' : undefined} loading={isBusy}>
            {props.confirm ?? words.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
