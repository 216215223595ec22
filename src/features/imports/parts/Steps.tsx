import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import styles from './imports.module.css'

const STEPS = ['upload', 'columns', 'check', 'apply'] as const
export type Step = (typeof STEPS)[number] | 'done'

/** Where an import stands. */
export function Steps({ current }: { current: Step }) {
  const words = useText(screenText)
  const at = current === 'done' ? STEPS.length : STEPS.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={words.stepsLabel}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-state={index < at ? 'done' : index === at ? 'now' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={styles.stepNumber} aria-hidden>
            {index < at ? <IconCheck size={12} stroke={2.4} /> : index + 1}
          </span>
          {words.steps[step]}
          {index < at && <VisuallyHidden>{words.stepDone}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
