import { Modal } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import styles from './risk.module.css'

const KEYS = [
  ['move', ['J', 'K']],
  ['decide', ['1', '–', '8']],
  ['policy', ['9']],
  ['claim', ['C']],
  ['escalate', ['E']],
  ['skip', ['S']],
  ['submit', ['Enter']],
  ['undo', ['U']],
  ['view', ['V']],
  ['sheet', ['?']],
] as const

export function KeySheet({ onClose }: { onClose(): void }) {
  const words = useText(screenText)
  return (
    <Modal opened onClose={onClose} title={words.keys.title}>
      <dl className={styles.sheet}>
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>{keys.map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{words.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>{words.keys.note}</p>
    </Modal>
  )
}

/** The few keys one needs first, beside the title. */
export function KeyHints() {
  const words = useText(screenText)
  const hints = [
    [['J', 'K'], words.hints.move],
    [['1–8'], words.hints.decide],
    [['E'], words.hints.escalate],
    [['Enter'], words.hints.submit],
    [['?'], words.hints.all],
  ] as const
  return (
    <p className={styles.hints} aria-hidden>
      {hints.map(([keys, word]) => (
        <span key={word}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {word}
        </span>
      ))}
    </p>
  )
}
