import { IconCheck } from '@tabler/icons-react'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './campaign.module.css'

const STEPS = ['what', 'who', 'review'] as const
const NOTES = { what: 'whatNote', who: 'whoNote', review: 'reviewNote' } as const

/** Where the person is, from 0; 3 is done. */
export function Steps({ at }: { at: number }) {
  const words = useText(text).steps
  return (
    <ol className={styles.steps} aria-label={words.label}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'past' : index === at ? 'now' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          <i aria-hidden>{index < at ? <IconCheck size={14} stroke={2.4} /> : index + 1}</i>
          <span>
            <b>{words[step]}</b>
            <small>{words[NOTES[step]]}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
