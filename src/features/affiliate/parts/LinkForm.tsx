import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { linkCreate, linkList } from '../contractLinks.ts'
import { linksText } from '../textLinks.ts'
import { useOwners } from './useOwners.ts'

const EMPTY = { title: '', materialUrl: '', couponUrl: '', clickUrl: '', videoId: '' }
type Name = keyof typeof EMPTY | 'accountId' | 'partnerId'
const isUrl = (text: string): boolean => text.startsWith('https://') && URL.canParse(text)

/** A new link for a partner, or for one of its works. */
export default function LinkForm({ onClose }: { onClose(): void }) {
  const { call, notify } = useApp()
  const { form } = useText(linksText)
  const refresh = useRefresh(linkList)
  const { filterOptions } = useOwners()
  const [values, setValues] = useState(EMPTY)
  const [accountId, setAccount] = useState<string | null>(null)
  const [partnerId, setPartner] = useState<string | null>(null)
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  const bind = (name: keyof typeof EMPTY) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  })
  const find = (): typeof faults => ({
    ...(values.title.trim() ? {} : { title: form.faults.title }),
    ...(accountId ? {} : { accountId: form.faults.account }),
    ...(isUrl(values.materialUrl) ? {} : { materialUrl: form.faults.url }),
    ...(!values.couponUrl || isUrl(values.couponUrl) ? {} : { couponUrl: form.faults.url }),
    ...(!values.clickUrl || isUrl(values.clickUrl) ? {} : { clickUrl: form.faults.url }),
    ...(!values.videoId || /^[1-9]\d{0,17}$/.test(values.videoId) ? {} : { videoId: form.faults.video }),
    ...(partnerId || values.videoId ? {} : { partnerId: form.faults.owner }),
  })
  return (
    <FormModal
      title={form.title}
      confirm={form.save}
      onClose={onClose}
      validate={() => {
        const found = find()
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      onRefused={(error) => {
        if (!error.field || !(error.field in { ...EMPTY, accountId: 1, partnerId: 1 })) return false
        setFaults({ [error.field]: error.message })
        return true
      }}
      submit={async () => {
        const body = {
          accountId: accountId!,
          title: values.title.trim(),
          materialUrl: values.materialUrl,
          couponUrl: values.couponUrl || null,
          clickUrl: values.clickUrl || null,
          partnerId: values.videoId ? null : partnerId,
          videoId: values.videoId || null,
        }
        const { subUnionId } = await call(linkCreate, { body }, { quiet: true })
        notify(form.saved(subUnionId), 'success')
        await refresh()
      }}
    >
      <TextInput label={form.name} maxLength={80} data-autofocus {...bind('title')} />
      <Select
        label={form.account}
        data={filterOptions.accountId}
        value={accountId}
        onChange={setAccount}
        error={faults.accountId}
      />
      <TextInput label={form.materialUrl} description={form.materialHint} {...bind('materialUrl')} />
      <Select
        label={form.partner}
        data={filterOptions.partnerId}
        value={partnerId}
        onChange={setPartner}
        error={faults.partnerId}
        searchable
        clearable
      />
      <TextInput label={form.video} description={form.videoHint} inputMode="numeric" {...bind('videoId')} />
      <TextInput label={form.couponUrl} {...bind('couponUrl')} />
      <TextInput label={form.clickUrl} description={form.clickHint} {...bind('clickUrl')} />
    </FormModal>
  )
}
