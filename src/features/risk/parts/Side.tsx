import { Skeleton } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import { Background } from './Background.tsx'
import { DecisionPane } from './DecisionPane.tsx'
import { JudgePane } from './JudgePane.tsx'
import { OutcomePane } from './OutcomePane.tsx'
import styles from './risk.module.css'
import { UndoBar, useUndo } from './UndoBar.tsx'
import { useKeys } from './useKeys.ts'
import type { Detail } from './useRisk.ts'

export interface SideProps {
  detail: Detail | undefined
  isLoading: boolean
  onMove(by: 1 | -1): void
  /** To the next case. */
  onLeave(): void
  /** To this case. */
  onStay(caseId: string): void
  onShow(isShown: boolean): void
  onSheet(): void
}

/** The right pane: background, then what the state asks for: a decision, an answer to an appeal, or a look back. */
export function Side({ detail, isLoading, onMove, onLeave, onStay, onShow, onSheet }: SideProps) {
  const words = useText(screenText)
  const undo = useUndo(onStay)
  useKeys({
    down: {
      j: () => onMove(1),
      k: () => onMove(-1),
      v: () => onShow(true),
      u: () => void undo.run(),
      '?': onSheet,
    },
    up: { v: () => onShow(false) },
  })
  const staff = detail?.staff
  const done = (outcome: { caseId: string; words: string; undoUntil: string | null }) => {
    undo.offer(outcome)
    onLeave()
  }
  const isOpen = detail && ['pending', 'claimed', 'escalated'].includes(detail.state)
  return (
    <aside className={styles.side} aria-label={words.decision}>
      {!detail || !staff ? (
        <div className={styles.sideBody} aria-hidden>
          {isLoading && (
            <>
              <Skeleton height={110} radius="md" />
              <Skeleton height={190} mt={16} radius="md" />
            </>
          )}
        </div>
      ) : isOpen ? (
        <DecisionPane key={detail.caseId} detail={detail} staff={staff} onDone={done} onLeave={onLeave} />
      ) : detail.state === 'appealing' ? (
        <JudgePane key={detail.caseId} detail={detail} staff={staff} onLeave={onLeave} />
      ) : (
        <OutcomePane key={detail.caseId} detail={detail}>
          <Background staff={staff} />
        </OutcomePane>
      )}
      <UndoBar undo={undo} />
    </aside>
  )
}
