import '@mantine/core/styles/Radio.layer.css'
import { Alert, Button, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { usersSetState } from '../contract.ts'
import { text } from '../text.ts'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

const NONE = 'none'

/** Sets the settlement product of a selection. */
export function StateDialog({ ids, onDone, close }: { ids: string[]; onDone(): void; close(): void }) {
  const { state: words, choices, form, cancel } = useText(text)
  const { notify } = useApp()
  const { act, isBusy } = useAct()
  const [choice, setChoice] = useState<string>()
  const [error, setError] = useState<string>()

  async function submit() {
    try {
      const accessState = choice === NONE ? null : (choice as SettlementProduct)
      const { changed } = await act(usersSetState, { body: { ids, accessState } }, true)
      notify(words.done(changed), 'success')
      onDone()
      close()
    } catch (failure) {
      setError(failure instanceof CallError ? failure.message : String(failure))
    }
  }

  return (
    <Modal opened onClose={close} title={words.title(ids.length)}>
      <p className={styles.lead}>{words.body}</p>
      <Radio.Group value={choice ?? null} onChange={setChoice} aria-label={words.action}>
        <div className={styles.radios}>
          {SETTLEMENT_PRODUCTS.map((product) => (
            <Radio key={product} value={product} label={choices.accessState[product]} />
          ))}
          <Radio value={NONE} label={form.stateNone} />
        </div>
      </Radio.Group>
      {error && (
        <Alert color="red" mt={12} role="alert">
          {error}
        </Alert>
      )}
      <div className={styles.answers}>
        <Button variant="default" onClick={close}>
          {cancel}
        </Button>
        <Button loading={isBusy} disabled={!choice} onClick={submit}>
          {words.apply}
        </Button>
      </div>
    </Modal>
  )
}
