import { useState } from 'react'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { riskUndo } from '../contract.ts'
import { screenText } from '../screenText.ts'
import styles from './risk.module.css'
import { useNow, useRefreshRisk } from './useRisk.ts'

interface Outcome {
  caseId: string
  words: string
  undoUntil: string | null
}

/** The last decision, as long as it can be taken back. */
export function useUndo(onUndone: (caseId: string) => void) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRisk()
  const [last, setLast] = useState<Outcome | null>(null)
  const isOpen = () => !!last?.undoUntil && Date.parse(last.undoUntil) > Date.now()
  return {
    last,
    offer: setLast,
    async run() {
      if (!last || !isOpen()) return
      const { caseId } = last
      setLast(null)
      try {
        await call(riskUndo, { params: { id: caseId } })
        notify(words.undone, 'success')
        onUndone(caseId)
      } catch {
        // The shell has shown why.
      } finally {
        await refresh()
      }
    },
  }
}

export function UndoBar({ undo }: { undo: ReturnType<typeof useUndo> }) {
  return undo.last ? <Open key={undo.last.caseId} undo={undo} last={undo.last} /> : null
}

function Open({ undo, last }: { undo: ReturnType<typeof useUndo>; last: Outcome }) {
  const words = useText(screenText)
  const now = useNow(500)
  const seconds = last.undoUntil ? Math.ceil((Date.parse(last.undoUntil) - now) / 1000) : 0
  return (
    <div className={styles.undo} data-over={seconds <= 0 || undefined}>
      <span role="status" className="ellipsis">
        {last.words}
      </span>
      {seconds > 0 && (
        <button type="button" onClick={() => void undo.run()}>
          {words.undo} <kbd aria-hidden>U</kbd> <span className="tabular">{words.secondsLeft(seconds)}</span>
        </button>
      )}
    </div>
  )
}
