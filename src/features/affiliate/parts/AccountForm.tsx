import { PasswordInput, Select, Skeleton, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { accountChange, accountCreate, accountDetail, accountList } from '../contractAccounts.ts'
import { ppmOfPercent } from '../decimal.ts'
import { SOURCES } from '../fields.ts'
import { accountsText } from '../textAccounts.ts'

type Account = Reply<typeof accountDetail>

/** Adds an account, or changes one. What is secret is empty each time: it goes in and never comes back. */
export default function AccountForm({ id, onClose }: { id: string | null; onClose(): void }) {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: [accountList.key, 'detail', id],
    queryFn: ({ signal }) => call(accountDetail, { params: { id: id! } }, { signal, quiet: true }),
    enabled: id !== null,
  })
  if (id !== null && !data) return <Skeleton height={0} />
  return <Fields account={data ?? null} onClose={onClose} />
}

const start = (account: Account | null) => ({
  alias: account?.alias ?? '',
  unionId: account?.unionId ?? '',
  siteId: account?.siteId ?? '',
  positionId: account?.positionId ?? '',
  pin: '',
  source: account?.source ?? SOURCES[0],
  appKey: '',
  secret: '',
  share: account ? String(account.sharePpm / 10_000) : '70',
  required: account?.requiredCookies.join(', ') ?? '',
  remark: account?.remark ?? '',
  isEnabled: account?.isEnabled ?? true,
})
type Values = ReturnType<typeof start>

function Fields({ account, onClose }: { account: Account | null; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(accountsText)
  const { form } = words
  const refresh = useRefresh(accountList)
  const [values, setValues] = useState(() => start(account))
  const [faults, setFaults] = useState<Partial<Record<keyof Values, string>>>({})
  const set = (name: keyof Values) => (event: { currentTarget: { value: string } }) =>
    setValues({ ...values, [name]: event.currentTarget.value })
  const bind = (name: Exclude<keyof Values, 'isEnabled'>) => ({
    label: form[name as 'alias'],
    value: values[name],
    error: faults[name],
    onChange: set(name),
  })
  const find = (): typeof faults => {
    const isDigits = (text: string) => /^\d{1,20}$/.test(text)
    const share = ppmOfPercent(values.share)
    const isKept = account?.source === 'api'
    return {
      ...(values.alias.trim().length < 1 || values.alias.trim().length > 40 ? { alias: form.faults.alias } : {}),
      ...(!account && !isDigits(values.unionId) ? { unionId: form.faults.unionId } : {}),
      ...(values.siteId && !isDigits(values.siteId) ? { siteId: form.faults.digits } : {}),
      ...(values.positionId && !isDigits(values.positionId) ? { positionId: form.faults.digits } : {}),
      ...(share === undefined || share < 0 || share > 1_000_000 ? { share: form.faults.share } : {}),
      ...(values.source === 'api' && !values.appKey && !isKept ? { appKey: form.faults.appKey } : {}),
      ...(values.source === 'api' && values.secret.length < 8 && !(isKept && !values.secret)
        ? { secret: form.faults.secret }
        : {}),
    }
  }
  const submit = async (idempotencyKey: string) => {
    const { appKey, secret, pin } = values
    const body = {
      alias: values.alias.trim(),
      siteId: values.siteId || null,
      positionId: values.positionId || null,
      source: values.source,
      sharePpm: ppmOfPercent(values.share)!,
      requiredCookies: values.required.split(/[\s,，]+/).filter(Boolean),
      remark: values.remark.trim() || null,
      ...(secret && { secret }),
      ...(pin.trim() && { pin: pin.trim() }),
    }
    if (account)
      await call(
        accountChange,
        {
          params: { id: account.id },
          body: { ...body, ...(appKey && { appKey }), isEnabled: values.isEnabled, version: account.version },
        },
        { idempotencyKey, quiet: true },
      )
    else
      await call(
        accountCreate,
        { body: { ...body, appKey: appKey || null, unionId: values.unionId } },
        { idempotencyKey, quiet: true },
      )
    notify(form.saved, 'success')
    await refresh()
  }
  return (
    <FormModal
      title={account ? form.edit : form.add}
      note={form.advice}
      confirm={form.save}
      onClose={onClose}
      validate={() => {
        const found = find()
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      onRefused={(error) => {
        if (!error.field || !(error.field in values)) return false
        setFaults({ [error.field]: error.message })
        return true
      }}
      submit={submit}
    >
      <TextInput {...bind('alias')} maxLength={40} data-autofocus />
      {!account && <TextInput {...bind('unionId')} inputMode="numeric" />}
      <Select
        label={form.source}
        data={SOURCES.map((value) => ({ value, label: words.choices.source[value] }))}
        value={values.source}
        allowDeselect={false}
        onChange={(source) => setValues({ ...values, source: source as Values['source'] })}
      />
      {values.source === 'api' && (
        <>
          <TextInput {...bind('appKey')} placeholder={account?.appKeyMasked ?? undefined} autoComplete="off" />
          <PasswordInput
            {...bind('secret')}
            description={account?.hasSecret ? form.secretKeep : form.secretHint}
            autoComplete="new-password"
          />
        </>
      )}
      {values.source === 'cookie' && (
        <TextInput {...bind('required')} description={form.requiredHint} placeholder="pin, thor" />
      )}
      <TextInput
        {...bind('pin')}
        description={account?.pinMasked ? `${account.pinMasked} · ${form.pinKeep}` : form.pinHint}
        autoComplete="off"
      />
      <TextInput {...bind('siteId')} inputMode="numeric" />
      <TextInput {...bind('positionId')} inputMode="numeric" />
      <TextInput {...bind('share')} inputMode="decimal" description={words.help.sharePpm} />
      <Textarea {...bind('remark')} maxLength={200} autosize minRows={1} maxRows={4} />
      {account && (
        <Switch
          label={words.columns.isEnabled}
          checked={values.isEnabled}
          onChange={(event) => setValues({ ...values, isEnabled: event.currentTarget.checked })}
        />
      )}
    </FormModal>
  )
}
