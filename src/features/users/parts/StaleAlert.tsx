import { Alert } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import type { User } from '../contract.ts'
import { text } from '../text.ts'
import { differing } from './formValues.ts'
import { useFieldWords } from './useFieldWords.ts'
import styles from './users.module.css'

/** What somebody else changed while the form was open. */
export function StaleAlert({ before, after }: { before: User; after: User }) {
  const words = useText(text)
  const { labelOf, wordOf } = useFieldWords()
  const changes = differing(before, after)
  return (
    <Alert color="orange" role="alert" title={words.form.staleTitle}>
      <ul className={styles.changes}>
        {changes.map(({ field, from, to }) => (
          <li key={field}>{words.form.change(labelOf(field), wordOf(field, from), wordOf(field, to))}</li>
        ))}
      </ul>
      {words.form.staleAbout}
    </Alert>
  )
}
