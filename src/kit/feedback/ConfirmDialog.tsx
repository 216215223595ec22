import { Button, Modal } from '@mantine/core'
import { useText } from '../hooks/app.ts'
import type { Question } from './confirm.ts'
import styles from './feedback.module.css'
import { feedbackText } from './text.ts'

export default function ConfirmDialog({ question, answer }: { question: Question; answer(isYes: boolean): void }) {
  const words = useText(feedbackText)
  return (
    <Modal opened onClose={() => answer(false)} title={question.title}>
      <p className={styles.question}>{question.body}</p>
      <div className={styles.answers}>
        <Button variant="default" onClick={() => answer(false)}>
          {question.cancel ?? words.cancel}
        </Button>
        <Button data-autofocus color={question.isDanger ? 'red' : undefined} onClick={() => answer(true)}>
          {question.confirm ?? words.confirm}
        </Button>
      </div>
    </Modal>
  )
}
