import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { partnerSearch } from '../contract/adjustments.ts'
import { screenText } from '../screenText.ts'

interface Props {
  product: SettlementProduct
  value: string | null
  error?: string | undefined
  onChange(partnerId: string | null): void
}

/** A partner one may bill for a product, by what is typed. */
export function PartnerSelect({ product, value, error, onChange }: Props) {
  const { call } = useApp()
  const words = useText(screenText)
  const [typed, type] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  const { data } = useQuery({
    queryKey: ['settlement', 'partners', product, keyword],
    queryFn: ({ signal }) =>
      call(partnerSearch, { query: { product, ...(keyword && { keyword }) } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label={words.form.partner}
      searchable
      searchValue={typed}
      onSearchChange={type}
      data={(data?.partners ?? []).map(({ partnerId, name }) => ({ value: partnerId, label: name }))}
      // What is chosen stands in the box and is no search of its own.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
