import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { passwordByLink } from './contract.ts'
import { type Brand, LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'
import { loginText } from './screenText.ts'

interface SetPasswordScreenProps {
  /** The one-time secret of the link. */
  token: string
  tools: ReactNode
  brand: Brand
}

export default function SetPasswordScreen({ token, tools, brand }: SetPasswordScreenProps) {
  const words = useText(loginText)
  const { call, notify, go } = useApp()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [failure, setFailure] = useState(token ? '' : words.linkMissing)
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const differs = repeated !== '' && repeated !== password

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isSending.current || !password || repeated !== password) return
    isSending.current = true
    setBusy(true)
    setFailure('')
    try {
      const { accessKey } = await call(passwordByLink, { body: { token, password } }, { quiet: true })
      notify(words.setDone(accessKey))
      go('/login')
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  const icon = <IconLock size={16} stroke={1.6} />
  return (
    <LoginFrame title={words.setTitle} subtitle={words.setSubtitle} tools={tools} brand={brand}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
        <PasswordInput
          size="lg"
          label={words.newPassword}
          description={words.newPasswordNote}
          leftSection={icon}
          autoComplete="new-password"
          value={password}
          error={isChecked && !password && words.passwordEmpty}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          size="lg"
          label={words.repeat}
          leftSection={icon}
          autoComplete="new-password"
          value={repeated}
          error={(differs || (isChecked && !repeated)) && words.repeatDiffers}
          onChange={(event) => setRepeated(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" fullWidth mt={12} loading={isBusy} disabled={!token}>
          {words.setPassword}
        </Button>
        <Button size="lg" fullWidth variant="subtle" onClick={() => go('/login')}>
          {words.toLogin}
        </Button>
      </form>
    </LoginFrame>
  )
}
