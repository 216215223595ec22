import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usersSetState } from '../contract.ts'
import { text } from '../text.ts'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

const NONE = 'none'

/** Sets the settlement product of a selection. */
export function StateDialog({ ids, onDone, close }: { ids: string[]; onDone(): void; close(): void }) {
  const { state: words, choices, form, columns } = useText(text)
  const { notify } = useApp()
  const { act } = useAct()
  const [choice, setChoice] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)

  async function submit() {
    const accessState = choice === NONE ? null : (choice as SettlementProduct)
    const { changed } = await act(usersSetState, { body: { ids, accessState } }, true)
    notify(words.done(changed), 'success')
    onDone()
  }

  return (
    <FormModal
      title={words.title(ids.length)}
      note={words.body}
      confirm={words.apply}
      validate={() => {
        setMissing(!choice)
        return !!choice
      }}
      submit={submit}
      onClose={close}
    >
      <Radio.Group
        label={columns.accessState}
        error={isMissing && form.choose}
        value={choice}
        onChange={(value) => {
          setChoice(value)
          setMissing(false)
        }}
      >
        <div className={styles.radios}>
          {SETTLEMENT_PRODUCTS.map((product) => (
            <Radio key={product} size="sm" value={product} label={choices.accessState[product]} />
          ))}
          <Radio size="sm" value={NONE} label={form.stateNone} />
        </div>
      </Radio.Group>
    </FormModal>
  )
}
