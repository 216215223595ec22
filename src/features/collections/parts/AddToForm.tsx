import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { OfferProps } from '../../../kit/hooks/offers.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { type AddReport, collectionAdd, collectionsList, collectionsTargets } from '../contract.ts'
import { text } from '../text.ts'
import { AddReportDialog } from './AddReportDialog.tsx'

/** Puts chosen rows of the data list into a collection. */
export default function AddToForm({ target, count, onClose, onDone }: OfferProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 250)
  const [chosen, setChosen] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const [report, setReport] = useState<AddReport>()
  /** The form closes when it is through; with a report to read the dialog stays. */
  const staysOpen = useRef(false)
  const { data, isPending } = useQuery({
    queryKey: [collectionsList.key, collectionsTargets.path, settled],
    queryFn: ({ signal }) =>
      call(collectionsTargets, { query: settled ? { search: settled } : {} }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const [picked, setPicked] = useState<{ value: string; label: string }>()
  const found = (data?.collections ?? []).map((one) => ({
    value: one.id,
    label: `${one.name} · ${words.choices.contentType[one.contentType as 'img']} · ${one.number}`,
  }))
  const options = picked && !found.some(({ value }) => value === picked.value) ? [picked, ...found] : found
  if (report) return <AddReportDialog title={words.addTo.title(count)} report={report} onClose={onClose} />
  return (
    <FormModal
      title={words.addTo.title(count)}
      confirm={words.actions.addTo}
      validate={() => {
        setFault(chosen ? '' : words.addTo.required)
        return !!chosen
      }}
      submit={async (idempotencyKey) => {
        const done = await call(
          collectionAdd,
          { params: { id: chosen! }, body: { target } },
          { idempotencyKey, quiet: true },
        )
        onDone()
        await refresh()
        if (done.refusedCount > 0) {
          staysOpen.current = true
          setReport(done)
        } else notify(words.done.added(done.done), 'success')
      }}
      onClose={() => staysOpen.current || onClose()}
    >
      <Select
        label={words.addTo.label}
        placeholder={words.addTo.placeholder}
        data={options}
        value={chosen}
        error={fault}
        searchable
        openOnFocus={false}
        // The server has searched already, by number and by name.
        filter={({ options: all }) => all}
        onSearchChange={setSearch}
        nothingFoundMessage={isPending ? words.addTo.loading : words.addTo.none}
        onChange={(value, option) => {
          setChosen(value)
          setPicked(value && option ? { value, label: option.label } : undefined)
        }}
        data-autofocus
      />
    </FormModal>
  )
}
