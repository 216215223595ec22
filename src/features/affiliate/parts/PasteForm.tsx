import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { ordersText } from '../text.ts'

const MOST = 200

/** Order numbers pasted from a mail or a spreadsheet become a filter. */
export function PasteForm({ onClose }: { onClose(): void }) {
  const { paste } = useText(ordersText)
  const { search, setSearch } = usePage()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const numbers = [...new Set(typed.split(/[\s,，;；、]+/).filter(Boolean))]
  return (
    <FormModal
      title={paste.title}
      confirm={paste.search}
      onClose={onClose}
      validate={() => {
        const isGood =
          numbers.length > 0 && numbers.length <= MOST && numbers.every((one) => /^[1-9]\d{0,17}$/.test(one))
        setFault(isGood ? '' : paste.fault)
        return isGood
      }}
      submit={async () => setSearch({ ...search, orderIds: numbers.join(','), current: '', cursor: '' })}
    >
      <Textarea
        label={paste.label}
        description={paste.hint}
        error={fault || undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autosize
        minRows={6}
        maxRows={12}
        data-autofocus
      />
    </FormModal>
  )
}
