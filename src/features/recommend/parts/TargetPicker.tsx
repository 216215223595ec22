import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { recommendTargets, type TargetType } from '../contract.ts'
import { text } from '../text.ts'
import styles from './recommend.module.css'

type Found = Reply<typeof recommendTargets>['targets'][number]

interface TargetPickerProps {
  type: Exclude<TargetType, 'topic'>
  value: string | null
  error?: string | undefined
  onChange(id: string | null, name: string): void
}

/** Searches videos, tasks or collections on the server while one types. */
export function TargetPicker({ type, value, error, onChange }: TargetPickerProps) {
  const { call } = useApp()
  const words = useText(text)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Found | null>(null)
  const [asked] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), 200)
  const { data } = useQuery({
    queryKey: ['recommend', recommendTargets.path, type, asked],
    queryFn: ({ signal }) =>
      call(recommendTargets, { query: { type, ...(asked && { q: asked }) } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const found = data?.targets ?? []
  // What was chosen stays among the options while another word is typed.
  const known = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      label={words.form.target[type]}
      placeholder={words.form.targetHint}
      data={known.map(({ id, name }) => ({ value: id, label: name || words.untitled }))}
      value={value}
      onChange={(id) => {
        const one = known.find((target) => target.id === id) ?? null
        setChosen(one)
        onChange(id, one?.name ?? '')
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={words.form.nothing}
      renderOption={({ option }) => <Option target={known.find(({ id }) => id === option.value)!} type={type} />}
      error={error}
      searchable
      openOnFocus={false}
      withAsterisk
    />
  )
}

function Option({ target, type }: { target: Found; type: TargetPickerProps['type'] }) {
  const words = useText(text)
  const platforms: Record<string, string> = words.choices.platform
  return (
    <span className={styles.option}>
      {type === 'video' && <Cover id={target.id} url={target.coverUrl} width={42} height={24} />}
      <span className="ellipsis">{target.name || words.untitled}</span>
      <small>{target.isClean ? (platforms[target.note] ?? target.note) : words.form.notClean}</small>
    </span>
  )
}
