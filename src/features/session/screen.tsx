import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Checkbox, Modal, PasswordInput, TextInput, Tooltip } from '@mantine/core'
import { IconLock, IconShieldLock, IconUser } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { type Brand, LoginFrame } from './LoginFrame.tsx'
import styles from './login.module.css'
import { loginText } from './screenText.ts'

/** The user name of the last remembered login; never the password. */
const NAME_KEY = 'login-name'

/** The code is what is missing: it gets the keyboard as it appears. */
const focus = (input: HTMLInputElement | null) => input?.focus()

interface LoginScreenProps {
  /** Rejects with the refusal. */
  signIn(credentials: { username: string; password: string; remember: boolean; code?: string }): Promise<unknown>
  /** Leads on to where the user wanted to go. */
  enter(): void
  tools: ReactNode
  brand: Brand
}

export default function LoginScreen({ signIn, enter, tools, brand }: LoginScreenProps) {
  const words = useText(loginText)
  const { notify } = useApp()
  const [username, setUsername] = useState(() => localStorage.getItem(NAME_KEY) ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(username !== '')
  const [checked, setChecked] = useState({ username: false, password: false })
  const [failure, setFailure] = useState('')
  /** Null until the server asks for one. */
  const [code, setCode] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const [help, setHelp] = useState<'forgot' | 'register' | null>(null)

  const check = (field: 'username' | 'password') => setChecked((before) => ({ ...before, [field]: true }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked({ username: true, password: true })
    if (isSending.current || !username.trim() || !password || code?.trim() === '') return
    isSending.current = true
    setBusy(true)
    setFailure('')
    try {
      await signIn({ username: username.trim(), password, remember, ...(code?.trim() && { code }) })
      if (remember) localStorage.setItem(NAME_KEY, username.trim())
      else localStorage.removeItem(NAME_KEY)
      notify(words.welcome)
      enter()
    } catch (error) {
      const reason = error instanceof CallError ? error.reason : ''
      if (reason === 'CODE_NEEDED' || reason === 'WRONG_CODE') setCode('')
      if (reason !== 'CODE_NEEDED') setFailure((error instanceof Error && error.message) || words.failed)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return (
    <LoginFrame title={words.title} subtitle={words.subtitle} tools={tools} brand={brand}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
        <TextInput
          size="lg"
          label={words.username}
          placeholder={words.usernameHint}
          leftSection={<IconUser size={16} stroke={1.6} />}
          name="username"
          autoComplete="username"
          value={username}
          error={checked.username && !username.trim() && words.usernameEmpty}
          onChange={(event) => {
            setUsername(event.currentTarget.value)
            check('username')
          }}
          onBlur={() => check('username')}
        />
        <PasswordInput
          size="lg"
          label={words.password}
          placeholder={words.passwordHint}
          leftSection={<IconLock size={16} stroke={1.6} />}
          name="password"
          autoComplete="current-password"
          value={password}
          error={checked.password && !password && words.passwordEmpty}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            check('password')
          }}
          onBlur={() => check('password')}
        />
        {code !== null && (
          <TextInput
            size="lg"
            label={words.code}
            description={words.codeHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            leftSection={<IconShieldLock size={16} stroke={1.6} />}
            name="code"
            autoComplete="one-time-code"
            ref={focus}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <div className={styles.options}>
          <Tooltip label={words.rememberNote} multiline w={240} position="bottom-start">
            <Checkbox
              label={words.remember}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          </Tooltip>
          <button type="button" className={styles.textButton} onClick={() => setHelp('forgot')}>
            {words.forgot}
          </button>
        </div>
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {words.login}
        </Button>
        <Button size="lg" fullWidth variant="subtle" onClick={() => setHelp('register')}>
          {words.register}
        </Button>
      </form>
      <Help kind={help} onClose={() => setHelp(null)} />
    </LoginFrame>
  )
}

/** What to do without an account or a password: accounts come from an administrator. */
function Help({ kind, onClose }: { kind: 'forgot' | 'register' | null; onClose(): void }) {
  const words = useText(loginText)
  const steps = kind === 'register' ? words.registerSteps : words.forgotSteps
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={kind === 'register' ? words.registerTitle : words.forgotTitle}
    >
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles.answers}>
        <Button onClick={onClose}>{words.gotIt}</Button>
      </div>
    </Modal>
  )
}
