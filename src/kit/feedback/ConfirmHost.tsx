import { lazy, Suspense, useSyncExternalStore } from 'react'
import { openQuestion } from './confirm.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

/** Stands once in the shell; the dialog's code is fetched with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get)
  return question && <Suspense>{<ConfirmDialog question={question} answer={question.answer} />}</Suspense>
}
