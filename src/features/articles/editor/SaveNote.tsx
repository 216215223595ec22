import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { SaveState } from './useDraft.ts'

const TONES: Record<SaveState['kind'], string> = {
  saved: 'good',
  saving: 'plain',
  dirty: 'plain',
  offline: 'bad',
  invalid: 'bad',
  empty: 'bad',
  conflict: 'bad',
}

/** How the words stand: on the server since when, or still here and why. */
export function SaveNote({ state, count, onSave }: { state: SaveState; count: string; onSave(): void }) {
  const { language } = useApp()
  const words = useText(editText).save
  const said = {
    saved: () => words.saved(state.kind === 'saved' ? shortTime(state.at, language) : ''),
    saving: () => words.saving,
    dirty: () => words.dirty,
    offline: () => words.offline,
    invalid: () => `${words.invalid} · ${state.kind === 'invalid' ? state.msg : ''}`,
    empty: () => words.invalid,
    conflict: () => words.invalid,
  }[state.kind]()
  return (
    <span className={styles.saveNote}>
      <span role="status" data-tone={TONES[state.kind]}>
        {said}
      </span>
      {(state.kind === 'dirty' || state.kind === 'offline' || state.kind === 'invalid') && (
        <button type="button" className={styles.saveButton} onClick={onSave}>
          {state.kind === 'dirty' ? words.button : words.retry}
        </button>
      )}
      <span className="tabular">{count}</span>
    </span>
  )
}
