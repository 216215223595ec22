import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../kit/hooks/app.ts'
import type { Faults, Row } from './fields.ts'
import styles from './plans.module.css'
import { text } from './text.ts'

interface RowsProps {
  name: 'tiers' | 'quality'
  rows: readonly Row[]
  faults: Faults
  /** As many rows must stay. */
  least: number
  onChange(rows: Row[]): void
}

const MOST = 10

/** Steps of a price or a factor: from where, and how much. */
export function Rows({ name, rows, faults, least, onChange }: RowsProps) {
  const words = useText(text)
  const labels = name === 'tiers' ? [words.tierFrom, words.tierPrice] : [words.finishFrom, words.factor]
  const put = (at: number, cell: 0 | 1, value: string) =>
    onChange(rows.map((row, index) => (index !== at ? row : cell === 0 ? [value, row[1]] : [row[0], value])))
  return (
    <div className={styles.rows}>
      {rows.map((row, at) => (
        <div key={at} className={styles.row}>
          {([0, 1] as const).map((cell) => (
            <TextInput
              key={cell}
              label={at === 0 ? labels[cell] : undefined}
              aria-label={words.rowLabel(labels[cell]!, at + 1)}
              inputMode="decimal"
              value={row[cell]}
              error={faults[`${name}.${at}.${cell}`]}
              onChange={(event) => put(at, cell, event.currentTarget.value)}
            />
          ))}
          <ActionIcon
            size={32}
            variant="subtle"
            className={styles.drop}
            data-first={at === 0 || undefined}
            aria-label={words.dropRow(at + 1)}
            data-tip={words.dropRow(at + 1)}
            disabled={rows.length <= least}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= MOST}
          onClick={() => onChange([...rows, ['', '']])}
        >
          {words.addRow}
        </Button>
      </div>
    </div>
  )
}
