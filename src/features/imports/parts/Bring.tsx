import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { importTargetText } from '../../../core/importing.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { importTemplate } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'
import { Upload } from './Upload.tsx'
import { useTargets } from './useTargets.ts'

interface BringProps {
  /** The target the history is filtered by, which a link to this page may name. */
  wanted: string | undefined
  onDone(id: string): void
}

/** What to bring in, a template for it, and the place to drop its file. */
export function Bring({ wanted, onDone }: BringProps) {
  const { download } = useApp()
  const words = useText(screenText)
  const names = useText(importTargetText)
  const [chosen, setChosen] = useState(wanted)
  const { data, error, refetch } = useTargets()
  const targets = data?.targets ?? []
  const target = targets.find(({ name }) => name === chosen) ?? targets[0]
  if (error)
    return (
      <div className={`card ${styles.unknown}`}>
        <Failed error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!target) return <div className={`card ${styles.unknown}`} aria-busy="true" />
  const template = () => download(`${importTemplate.path}?target=${target.name}`).catch(() => {})
  return (
    <>
      <div className={styles.bring}>
        {targets.length > 1 && (
          <fieldset className={styles.targets}>
            <legend className={styles.targetsLegend}>{words.what}</legend>
            {targets.map(({ name }) => (
              <button
                key={name}
                type="button"
                className={styles.chip}
                aria-pressed={name === target.name}
                onClick={() => setChosen(name)}
              >
                {names[name]}
              </button>
            ))}
          </fieldset>
        )}
        <p className={styles.bringNote}>{target.note}</p>
      </div>
      <Upload target={target.name} maxRows={target.maxRows} onDone={onDone}>
        <Button
          className={styles.template}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          onClick={() => void template()}
        >
          {words.template}
        </Button>
      </Upload>
    </>
  )
}
