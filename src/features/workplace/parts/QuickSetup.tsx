import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { OpenPage } from '../../../kit/hooks/openPages.ts'
import { QUICK_PAGES, setQuick } from '../contract.ts'
import { text } from '../text.ts'
import styles from './workplace.module.css'

interface QuickSetupProps {
  pages: readonly OpenPage[]
  chosen: readonly string[]
  onClose(): void
}

/** Chooses the pages of the quick operations; they stand in the order they were chosen in. */
export function QuickSetup({ pages, chosen, onClose }: QuickSetupProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const queries = useQueryClient()
  const [names, setNames] = useState(chosen)
  const toggle = (name: string) =>
    setNames(names.includes(name) ? names.filter((one) => one !== name) : [...names, name])
  return (
    <FormModal
      title={words.quickSetup}
      note={words.quickNote(QUICK_PAGES)}
      confirm={words.save}
      validate={() => true}
      submit={async (idempotencyKey) => {
        await call(setQuick, { body: { names: [...names] } }, { idempotencyKey, quiet: true })
        await queries.invalidateQueries({ queryKey: ['workplace'] })
        notify(words.saved)
      }}
      onClose={onClose}
    >
      <fieldset className={styles.choices}>
        <legend className={styles.unseen}>{words.quickPages}</legend>
        {pages.map(({ name, title }) => (
          <Checkbox
            key={name}
            label={title}
            checked={names.includes(name)}
            disabled={names.length >= QUICK_PAGES && !names.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <p className={styles.aside} role="status">
        {words.quickChosen(names.length, QUICK_PAGES)}
      </p>
    </FormModal>
  )
}
