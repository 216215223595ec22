import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { clockOf } from '../../../core/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import styles from './rank.module.css'
import { useRules } from './useRank.ts'

/** The rules as they are applied, with the weights of the version a board was made with. */
export function RulesButton({ version }: { version: number }) {
  const words = useText(screenText)
  const { rule } = words
  const rules = useRules()
  const [isOpen, setOpen] = useState(false)
  const formula = rules?.versions.find((one) => one.version === version)
  return (
    <>
      <button type="button" className={styles.rulesButton} onClick={() => setOpen(true)}>
        {words.rules(version)}
      </button>
      <Modal opened={isOpen && !!formula} onClose={() => setOpen(false)} title={rule.title} size={560}>
        {formula && (
          <div className={styles.rules}>
            <h3>{rule.version(formula.version)}</h3>
            <p className={styles.small}>{rule.since(clockOf(formula.createdAt))}</p>
            <h4>{rule.heat}</h4>
            <p className={styles.formula}>
              {rule.formula({
                play: formula.playWeight,
                like: formula.likeWeight,
                comment: formula.commentWeight,
                favorite: formula.favoriteWeight,
                share: formula.shareWeight,
                danmaku: formula.danmakuWeight,
              })}
            </p>
            <ul>
              {[
                rule.increments,
                rule.boost(formula.boostHours, String(formula.boostPercent / 100)),
                rule.play,
                rule.history,
                rule.ties,
                rule.excluded,
                rule.caps(formula.perCreator, formula.perPartner),
                rule.times,
                rule.change,
                rule.size(formula.shownCount, formula.storedCount),
              ].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <div className={styles.rulesFoot}>
              <Button onClick={() => setOpen(false)}>{rule.close}</Button>
            </div>
          </div>
        )}
      </Modal>
    </>
  )
}
