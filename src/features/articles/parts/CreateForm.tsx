import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { articleCreate, articlesList, LANGS } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { EDIT, useCategories } from './use.ts'

/** A title and a place: enough to begin, so that nothing without a name is ever kept. */
export function CreateForm({ onClose }: { onClose(): void }) {
  const { call, go, language } = useApp()
  const words = useText(screenText).form
  const names = useText(text).choices.lang
  const refresh = useRefresh(articlesList)
  const { options } = useCategories()
  const [title, setTitle] = useState('')
  const [categoryId, setCategoryId] = useState('')
  const [lang, setLang] = useState<'zh' | 'en'>(language === 'zh-CN' ? 'zh' : 'en')
  const [faults, setFaults] = useState<{ title?: string; category?: string }>({})
  return (
    <FormModal
      title={words.newTitle}
      confirm={words.start}
      validate={() => {
        const found = {
          ...(!title.trim() && { title: words.titleRequired }),
          ...(!categoryId && { category: words.categoryRequired }),
        }
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      submit={async (idempotencyKey) => {
        const body = { title: title.trim(), categoryId, lang }
        const { id } = await call(articleCreate, { body }, { idempotencyKey, quiet: true })
        await refresh()
        go(EDIT, { id })
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.title}
        maxLength={64}
        value={title}
        error={faults.title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={words.category}
        value={categoryId}
        error={faults.category}
        onChange={(event) => setCategoryId(event.currentTarget.value)}
        data={[{ value: '', label: words.categoryRequired, disabled: true }, ...options]}
      />
      <NativeSelect
        label={words.lang}
        value={lang}
        onChange={(event) => setLang(event.currentTarget.value as 'zh' | 'en')}
        data={LANGS.map((value) => ({ value, label: names[value] }))}
      />
    </FormModal>
  )
}
