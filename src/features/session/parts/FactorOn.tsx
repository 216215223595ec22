import '@mantine/core/styles/PasswordInput.layer.css'
import { ActionIcon, Button, CopyButton, Modal, PasswordInput, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { factorBegin, factorConfirm } from '../contract.ts'
import { securityText } from '../securityText.ts'
import { QrPicture } from './QrPicture.tsx'
import styles from './security.module.css'

/** Turns the second factor on: the password, then the key, as a picture and to type, and its first code, then the recovery codes, shown once. */
export default function FactorOn({ onClose, onChanged }: { onClose(): void; onChanged(): void }) {
  const { call } = useApp()
  const { factorForm: words, passwordForm } = useText(securityText)
  const [value, setValue] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [begun, setBegun] = useState<Reply<typeof factorBegin>>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <Codes codes={codes} onClose={onClose} />

  const step = async () => {
    if (!begun) return setBegun(await call(factorBegin, { body: { currentPassword: value } }, { quiet: true }))
    setCodes((await call(factorConfirm, { body: { code: value } }, { quiet: true })).recoveryCodes)
    onChanged()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!value.trim()) return setFault(begun ? words.codeNeeded : passwordForm.needed)
    setBusy(true)
    setFault('')
    try {
      await step()
      setValue('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  const field = {
    value,
    error: fault,
    onChange: (event: { currentTarget: { value: string } }) => {
      setValue(event.currentTarget.value)
      setFault('')
    },
  }
  return (
    <Modal opened onClose={onClose} title={words.onTitle} closeOnClickOutside={!begun && !isBusy}>
      <form className={styles.factor} onSubmit={(event) => void submit(event)} noValidate>
        {begun ? (
          <>
            <p className={styles.about}>{words.scan}</p>
            <QrPicture text={begun.uri} label={words.picture} />
            <TextInput
              label={words.secret}
              description={words.secretAbout}
              value={begun.secret.replace(/.{4}(?=.)/g, '$& ')}
              readOnly
              classNames={{ input: styles.key }}
              onFocus={(event) => event.currentTarget.select()}
              rightSection={
                <CopyButton value={begun.secret}>
                  {({ copied, copy }) => (
                    <ActionIcon
                      variant="subtle"
                      color={copied ? 'green' : 'gray'}
                      aria-label={copied ? words.copied : words.copySecret}
                      onClick={copy}
                    >
                      {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
                    </ActionIcon>
                  )}
                </CopyButton>
              }
            />
            <TextInput key="code" label={words.code} inputMode="numeric" autoComplete="one-time-code" {...field} />
          </>
        ) : (
          <PasswordInput
            key="password"
            data-autofocus
            label={words.current}
            autoComplete="current-password"
            {...field}
          />
        )}
        <div className={styles.answers}>
          <Button type="submit" loading={isBusy}>
            {begun ? words.onTitle : words.next}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Closes by its own button alone: the codes cannot be shown again. */
function Codes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { factorForm: words } = useText(securityText)
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.codesTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={styles.about}>{words.codesAbout}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.answers}>
        <CopyButton value={codes.join('\n')}>
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
        <Button variant="default" onClick={onClose}>
          {words.kept}
        </Button>
      </div>
    </Modal>
  )
}
