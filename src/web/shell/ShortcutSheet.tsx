import { Modal } from '@mantine/core'
import { useText } from '../../kit/hooks/app.ts'
import { PLACED_KEYS, SHORTCUTS } from '../shortcuts.ts'
import styles from './ShortcutSheet.module.css'
import { useSheet } from './sheet.ts'
import { shortcutText } from './shortcutText.ts'
import { useHasTabs } from './useTabVerbs.ts'

const MOD = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** What is really bound here, from the table the listener asks. */
export default function ShortcutSheet() {
  const words = useText(shortcutText)
  const hasTabs = useHasTabs()
  const lines: [string, readonly string[]][] = [
    ...SHORTCUTS.filter(({ needsTabs }) => hasTabs || !needsTabs).map(
      ({ id, keys }) => [words.does[id], keys] as [string, readonly string[]],
    ),
    ...(hasTabs
      ? Object.entries(PLACED_KEYS).map(
          ([id, keys]) => [words.placed[id as keyof typeof PLACED_KEYS], keys] as [string, readonly string[]],
        )
      : []),
  ]
  return (
    <Modal opened onClose={() => useSheet.setState({ isOpen: false })} title={words.title} size="md">
      <dl className={styles.list}>
        {lines.map(([what, keys]) => (
          <Line key={what} what={what} keys={keys} />
        ))}
      </dl>
    </Modal>
  )
}

function Line({ what, keys }: { what: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{what}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{key === 'mod' ? MOD : key}</kbd>
        ))}
      </dd>
    </>
  )
}
