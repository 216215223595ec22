import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { contactInfo, factorInfo } from './contract.ts'
import { ContactForm } from './parts/ContactForm.tsx'
import { Devices } from './parts/Devices.tsx'
import { FactorOff } from './parts/FactorOff.tsx'
import { PasswordForm } from './parts/PasswordForm.tsx'
import { SignIns } from './parts/SignIns.tsx'
import styles from './parts/security.module.css'
import { securityText } from './securityText.ts'

const FactorOn = lazy(() => import('./parts/FactorOn.tsx'))

/** Password, second factor, phone, e-mail, sessions and sign-ins of one's own. A panel for any page. */
export function Security() {
  const { call } = useApp()
  const words = useText(securityText)
  const queries = useQueryClient()
  const [open, setOpen] = useState<'password' | 'phone' | 'email' | 'factor'>()
  /** Decided when the form opens: its last step stays while the answer changes behind it. */
  const [isTurningOff, setTurningOff] = useState(false)
  const contact = useQuery({
    queryKey: [contactInfo.path],
    queryFn: ({ signal }) => call(contactInfo, {}, { signal, quiet: true }),
  })
  const factor = useQuery({
    queryKey: [factorInfo.path],
    queryFn: ({ signal }) => call(factorInfo, {}, { signal, quiet: true }),
  })
  const factorChanged = () => void queries.invalidateQueries({ queryKey: [factorInfo.path] })
  const close = () => setOpen(undefined)
  return (
    <div className={`card ${styles.panel}`}>
      <section aria-label={words.rows}>
        <Row
          name={words.password}
          about={words.passwordAbout}
          label={words.update}
          onChange={() => setOpen('password')}
        />
        {contact.data ? (
          (['phone', 'email'] as const).map((kind) => {
            const value = contact.data[kind]
            return (
              <Row
                key={kind}
                name={words[kind]}
                about={value ? words.bound(value) : words[`${kind}Unset`]}
                label={value ? words.update : words.set}
                onChange={() => setOpen(kind)}
              />
            )
          })
        ) : contact.error ? (
          <Failed error={contact.error} onRetry={() => void contact.refetch()} />
        ) : (
          <Loading rows={2} />
        )}
        {factor.data ? (
          <Row
            name={words.factor}
            about={factor.data.isOn ? words.factorOn(factor.data.recoveryLeft) : words.factorOff}
            label={factor.data.isOn ? words.turnOff : words.turnOn}
            onChange={() => {
              setTurningOff(factor.data.isOn)
              setOpen('factor')
            }}
          />
        ) : (
          factor.error && <Failed error={factor.error} onRetry={() => void factor.refetch()} />
        )}
      </section>
      <Devices />
      <SignIns />
      {open === 'factor' &&
        factor.data &&
        (isTurningOff ? (
          <FactorOff onClose={close} onChanged={factorChanged} />
        ) : (
          <Suspense>
            <FactorOn onClose={close} onChanged={factorChanged} />
          </Suspense>
        ))}
      {open === 'password' && <PasswordForm onClose={close} />}
      {(open === 'phone' || open === 'email') && (
        <ContactForm
          kind={open}
          onClose={close}
          onChanged={(changed) => {
            queries.setQueryData([contactInfo.path], changed)
            // The rooms around this panel show the contact data as well.
            void queries.invalidateQueries()
          }}
        />
      )}
    </div>
  )
}

interface RowProps {
  name: string
  about: ReactNode
  label: string
  onChange(): void
}

function Row({ name, about, label, onChange }: RowProps) {
  const words = useText(securityText)
  return (
    <div className={styles.row}>
      <div className={styles.rowText}>
        <b>{name}</b>
        <p>{about}</p>
      </div>
      <Button variant="subtle" size="compact-sm" aria-label={words.change(label, name)} onClick={onChange}>
        {label}
      </Button>
    </div>
  )
}
