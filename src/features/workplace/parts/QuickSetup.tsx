import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { OpenPage } from '../../../kit/hooks/openPages.ts'
import { QUICK_PAGES, setQuick } from '../contract.ts'
import { text } from '../text.ts'
import styles from './workplace.module.css'

interface QuickSetupProps {
  operations: readonly OpenPage[]
  pages: readonly OpenPage[]
  chosen: readonly OpenPage[]
  onClose(): void
}

const icon = { size: 16, stroke: 1.6 }

/** Chooses the quick operations and their order. */
export function QuickSetup({ operations, pages, chosen, onClose }: QuickSetupProps) {
  const { call, notify } = useApp()
  const words = useText(text)
  const queries = useQueryClient()
  const [list, setList] = useState(chosen)
  const isChosen = ({ name }: OpenPage) => list.some((one) => one.name === name)
  const toggle = (page: OpenPage) =>
    setList(isChosen(page) ? list.filter(({ name }) => name !== page.name) : [...list, page])
  const lift = (at: number) => setList([...list.slice(0, at - 1), list[at]!, list[at - 1]!, ...list.slice(at + 1)])
  return (
    <FormModal
      title={words.quickSetup}
      note={words.quickNote(QUICK_PAGES)}
      confirm={words.save}
      validate={() => true}
      submit={async (idempotencyKey) => {
        await call(setQuick, { body: { names: list.map(({ name }) => name) } }, { idempotencyKey, quiet: true })
        await queries.invalidateQueries({ queryKey: ['workplace'] })
        notify(words.saved)
      }}
      onClose={onClose}
    >
      {[
        { label: words.quickOperations, offered: operations },
        { label: words.quickPages, offered: pages },
      ].map(({ label, offered }) => (
        <fieldset key={label} className={styles.choices}>
          <legend>{label}</legend>
          {offered.map((page) => (
            <Checkbox
              key={page.name}
              label={page.title}
              checked={isChosen(page)}
              disabled={list.length >= QUICK_PAGES && !isChosen(page)}
              onChange={() => toggle(page)}
            />
          ))}
        </fieldset>
      ))}
      {list.length > 0 && (
        <div>
          <p className={styles.label}>{words.quickOrder}</p>
          <ol className={styles.order} aria-label={words.quickOrder}>
            {list.map(({ name, title }, at) => (
              <li key={name}>
                <span className="ellipsis">{title}</span>
                <ActionIcon aria-label={words.quickUp(title)} disabled={at === 0} onClick={() => lift(at)}>
                  <IconArrowUp {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={words.quickDown(title)}
                  disabled={at === list.length - 1}
                  onClick={() => lift(at + 1)}
                >
                  <IconArrowDown {...icon} />
                </ActionIcon>
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className={styles.aside} role="status">
        {words.quickChosen(list.length, QUICK_PAGES)}
      </p>
    </FormModal>
  )
}
