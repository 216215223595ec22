import { Modal } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import type { RuleCode } from '../contract.ts'
import { ruleText } from '../ruleText.ts'
import { runbooks } from '../runbooks.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'

/** What an alert means, what to look at first, and what to do about it. */
export default function Runbook({ code, onClose }: { code: RuleCode; onClose(): void }) {
  const words = useText(text)
  const [name] = useText(ruleText).names[code]
  const { means, look, act } = useText(runbooks)[code]
  return (
    <Modal opened onClose={onClose} title={words.runbookOf(name)} size={560}>
      <div className={styles.runbook}>
        <h3>{words.means}</h3>
        <p>{means}</p>
        <h3>{words.look}</h3>
        <ul>
          {look.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <h3>{words.act}</h3>
        <ol>
          {act.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </div>
    </Modal>
  )
}
