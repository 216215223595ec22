import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { type ImportJob, importUndo } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'
import { useJobAct } from './useJob.ts'

interface Touched {
  count: number
  rows: string[]
}

/** Takes an import back, after asking. `onTouched` gets the rows that stand in the way. */
export function UndoButton({ job, onTouched }: { job: ImportJob; onTouched(touched: Touched): void }) {
  const { undo: words } = useText(screenText)
  const { act, isBusy } = useJobAct(job.id)
  async function takeBack() {
    const isSure = await confirm({
      title: words.question,
      body: words.body,
      confirm: words.button,
      cancel: words.keep,
      isDanger: true,
    })
    const refusal = isSure && (await act(importUndo, { body: { version: job.version } }))
    if (refusal && refusal.reason === 'TOUCHED') onTouched(refusal.data as unknown as Touched)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
      loading={isBusy}
      onClick={() => void takeBack()}
    >
      {words.button}
    </Button>
  )
}

/** Which rows have changed since, so that one can look at them. */
export function TouchedRows({ count, rows }: Touched) {
  const { undo: words } = useText(screenText)
  return (
    <Alert color="orange" title={words.touched(exactCount(count))} mb={12} role="alert">
      <ul className={styles.touched}>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
        {count > rows.length && <li>{words.touchedMore(exactCount(count - rows.length))}</li>}
      </ul>
    </Alert>
  )
}

/** The touched rows of an import that was refused an undo, until it moves on. */
export function useTouched(version: number) {
  const [found, setFound] = useState<{ version: number; touched: Touched } | null>(null)
  return {
    touched: found?.version === version ? found.touched : null,
    setTouched: (touched: Touched) => setFound({ version, touched }),
  }
}
