import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockOf } from '../../core/time.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { FormModal } from '../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { Status } from '../../kit/list/Status.tsx'
import { accountText } from './accountText.ts'
import { type Account, accountCancel, accountRead, accountSet } from './contract/accounts.ts'
import styles from './parts/account.module.css'
import { ACCOUNTS_KEY, accountTones } from './parts/accounts.ts'
import { useFaults } from './parts/faults.ts'
import { useAct } from './parts/use.ts'

/** Where a partner is paid to: the account, its wait, the change. A panel for the settings page. */
export function PayoutAccount() {
  const { call, go } = useApp()
  const words = useText(accountText)
  const { act, isBusy } = useAct()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => call(accountRead, {}, { signal, quiet: true }),
  })
  const account = query.data?.accounts[0]
  const isCertified = !!query.data?.certifiedName
  const toCertification = () => go('/user/setting', { tab: 'certification' })
  const cancel = async ({ accountId, version, former }: Account) => {
    const body = former ? words.former(former.bankName, former.numberEnd) : words.noFormer
    if (!(await confirm({ title: words.cancelAsk, body, confirm: words.cancel, isDanger: true }))) return
    await act(accountCancel, { params: { id: accountId }, body: { version } }, words.cancelled)
  }
  return (
    <div className={`card ${styles.panel}`}>
      <header className={styles.head}>
        <div>
          <h2>{words.title}</h2>
          <p>{words.about}</p>
        </div>
        {account && (
          <Button variant="default" onClick={isCertified ? () => setOpen(true) : toCertification}>
            {isCertified ? words.change : words.certify}
          </Button>
        )}
      </header>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading rows={3} />
      ) : account ? (
        <>
          {account.isCooling && (
            <div className={styles.wait} role="status">
              <p>{words.cooling(clockOf(account.usableFrom!))}</p>
              <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void cancel(account)}>
                {words.cancel}
              </Button>
            </div>
          )}
          <dl className={styles.facts}>
            <div>
              <dt>{words.holder}</dt>
              <dd>{account.holder}</dd>
            </div>
            <div>
              <dt>{words.bank}</dt>
              <dd>{account.bankName}</dd>
            </div>
            <div>
              <dt>{words.number}</dt>
              <dd className="tabular">**** **** **** {account.numberEnd}</dd>
            </div>
            <div>
              <dt>{words.state}</dt>
              <dd>
                <Status tone={accountTones[account.state]}>{words.states[account.state]}</Status>
                {account.rejection && <small>{words.rejected(account.rejection)}</small>}
              </dd>
            </div>
            <div>
              <dt>{words.since}</dt>
              <dd className="tabular">{clockOf(account.createdAt)}</dd>
            </div>
          </dl>
        </>
      ) : (
        <Empty
          title={words.none}
          actions={
            <Button onClick={isCertified ? () => setOpen(true) : toCertification}>
              {isCertified ? words.add : words.certify}
            </Button>
          }
        >
          {isCertified ? words.noneBody(query.data.coolDownHours) : words.uncertified}
        </Empty>
      )}
      {isOpen && query.data && (
        <AccountForm
          title={account ? words.change : words.add}
          hours={query.data.coolDownHours}
          holder={query.data.certifiedName ?? ''}
          onClose={() => setOpen(false)}
          onDone={() => void query.refetch()}
        />
      )}
    </div>
  )
}

interface FormProps {
  title: string
  hours: number
  /** The certified name: whom the account must belong to. */
  holder: string
  onClose(): void
  onDone(): void
}
const EMPTY = { holder: '', bankName: '', number: '', currentPassword: '', code: '' }
const FIELDS = Object.keys(EMPTY) as (keyof typeof EMPTY)[]

function AccountForm({ title, hours, holder, onClose, onDone }: FormProps) {
  const { call, notify } = useApp()
  const words = useText(accountText)
  const [values, setValues] = useState({ ...EMPTY, holder })
  const { faults, check, onRefused } = useFaults()
  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <FormModal
      title={title}
      note={words.changeNote(hours)}
      onClose={onClose}
      validate={() =>
        check({
          holder: values.holder.trim().length < 2 && words.needed.holder,
          bankName: values.bankName.trim().length < 2 && words.needed.bankName,
          number: !/^\d{8,30}$/.test(values.number.replace(/[\s-]/g, '')) && words.needed.number,
          currentPassword: !values.currentPassword && words.needed.currentPassword,
        })
      }
      submit={async () => {
        // A refusal for a wrong password is no answer to keep: each try is asked anew.
        await call(accountSet, { body: values }, { quiet: true })
        notify(words.set, 'success')
        onDone()
      }}
      onRefused={onRefused(FIELDS)}
    >
      <TextInput
        label={words.holder}
        description={words.holderHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={60}
        {...field('holder')}
      />
      <TextInput label={words.bank} maxLength={60} data-autofocus {...field('bankName')} />
      <TextInput
        label={words.number}
        description={words.numberHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        {...field('number')}
      />
      <PasswordInput label={words.password} autoComplete="current-password" {...field('currentPassword')} />
      <TextInput
        label={words.code}
        description={words.codeHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="one-time-code"
        {...field('code')}
      />
    </FormModal>
  )
}
