import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { accountCookies, accountList } from '../contractAccounts.ts'
import { parseCookies } from '../cookies.ts'
import { accountsText } from '../textAccounts.ts'

interface CookiesProps {
  account: { id: string; alias: string; version: number }
  onClose(): void
}

/** New cookies, pasted. The preview says names and lengths; a value is never drawn again once it is in the box. */
export default function CookiesForm({ account, onClose }: CookiesProps) {
  const { call, notify } = useApp()
  const { cookies: words } = useText(accountsText)
  const refresh = useRefresh(accountList)
  const [text, setText] = useState('')
  const [saveUntried, setUntried] = useState(false)
  const [fault, setFault] = useState('')
  const parsed = text.trim() ? parseCookies(text) : null
  const said = parsed && 'fault' in parsed ? words.faults[parsed.fault] : ''
  return (
    <FormModal
      title={words.title(account.alias)}
      note={words.note}
      confirm={saveUntried ? words.saveUntried : words.save}
      onClose={onClose}
      size={560}
      validate={() => {
        const found = parseCookies(text)
        setFault('fault' in found ? words.faults[found.fault] : '')
        return !('fault' in found)
      }}
      onRefused={(error) => {
        if (error.field !== 'text') return false
        setFault(error.message)
        return true
      }}
      submit={async () => {
        const body = { text, saveUntried, version: account.version }
        const { names } = await call(accountCookies, { params: { id: account.id }, body }, { quiet: true })
        notify(words.saved(names.length), 'success')
        await refresh()
      }}
    >
      <Textarea
        label={words.label}
        description={words.hint}
        error={fault || said || undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFault('')
        }}
        autosize
        minRows={6}
        maxRows={12}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {parsed && 'cookies' in parsed && (
        <PlainTable
          label={words.preview}
          columns={[{ name: words.name }, { name: words.length, isNumeric: true }]}
          rows={parsed.cookies.map(({ name, value }) => ({ key: name, cells: [name, exactCount(value.length)] }))}
        />
      )}
      <Checkbox
        label={words.untried}
        checked={saveUntried}
        onChange={(event) => setUntried(event.currentTarget.checked)}
      />
    </FormModal>
  )
}
