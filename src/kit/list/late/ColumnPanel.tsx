import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { ActionIcon, Button, Checkbox, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Columns } from '../../../core/columns.ts'
import { useText } from '../../hooks/app.ts'
import { changeColumn, clampWidth, moveColumn, pinOf, widthOf } from '../columnSettings.ts'
import styles from '../list.module.css'
import { listText } from '../text.ts'
import { TOTAL_KINDS, type TotalKind } from '../totals.ts'
import type { Arrangement } from '../useColumns.ts'
import { lateText } from './text.ts'

export interface ColumnPanelProps {
  columns: Columns
  arrangement: Arrangement
  nameOf(column: string): string
  /** The rows of figures below the table; undefined where the list has none. */
  totals: TotalKind[]
  onTotals: ((kinds: TotalKind[]) => void) | undefined
}

const WIDTH_STEP = 8

/** Show, order, pin and size the columns, by mouse or by keyboard. */
export function ColumnPanel({ columns, arrangement, nameOf, totals, onTotals }: ColumnPanelProps) {
  const words = useText(lateText)
  const title = useText(listText).columnSettings
  const { settings, arrange, reset } = arrangement
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const move = (key: string, to: number) => {
    const next = moveColumn(settings, key, to)
    arrange(next)
    setSaid(words.columnHandle(nameOf(key), next.findIndex((one) => one.key === key) + 1, next.length))
  }
  const onHandleKey = (event: KeyboardEvent, index: number) => {
    const setting = settings[index]!
    const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const wider = { ArrowLeft: -WIDTH_STEP, ArrowRight: WIDTH_STEP }[event.key]
    if (steps === undefined && wider === undefined) return
    event.preventDefault()
    if (steps) move(setting.key, index + steps)
    if (wider) {
      const width = clampWidth(widthOf(columns, setting) + wider)
      arrange(changeColumn(settings, setting.key, { width }))
      setSaid(words.columnWidth(nameOf(setting.key), width))
    }
  }
  return (
    <>
      <div className={styles.columnsHead}>
        <b>{title}</b>
        <Button size="compact-xs" variant="subtle" onClick={reset}>
          {words.resetColumns}
        </Button>
      </div>
      <ul className={styles.columns}>
        {settings.map((setting, index) => {
          const name = nameOf(setting.key)
          const pin = pinOf(columns, setting)
          const pinNext = pin === 'none' ? 'start' : pin === 'start' ? 'end' : 'none'
          const pinLabel =
            pinNext === 'none' ? words.unpin(name) : pinNext === 'start' ? words.pinStart(name) : words.pinEnd(name)
          return (
            <li
              key={setting.key}
              className={styles.column}
              data-dragged={dragged === setting.key || undefined}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(setting.key)
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged && dragged !== setting.key) arrange(moveColumn(settings, dragged, index))
              }}
            >
              <button
                type="button"
                className={styles.handle}
                aria-label={words.columnHandle(name, index + 1, settings.length)}
                onKeyDown={(event) => onHandleKey(event, index)}
              >
                <IconGripVertical size={14} stroke={1.6} aria-hidden />
              </button>
              <Checkbox
                className={styles.columnName}
                label={name}
                checked={setting.visible}
                onChange={() => arrange(changeColumn(settings, setting.key, { visible: !setting.visible }))}
              />
              <ActionIcon
                size={24}
                aria-label={pinLabel}
                title={pinLabel}
                className={styles.pin}
                data-side={pin}
                onClick={() => arrange(changeColumn(settings, setting.key, { pin: pinNext }))}
              >
                {pin === 'none' ? <IconPin size={14} stroke={1.6} /> : <IconPinFilled size={14} />}
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      {onTotals && (
        <fieldset className={styles.totals}>
          <legend>{words.totals}</legend>
          {TOTAL_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={words.totalKinds[kind]}
              checked={totals.includes(kind)}
              onChange={() => onTotals(TOTAL_KINDS.filter((one) => totals.includes(one) !== (one === kind)))}
            />
          ))}
        </fieldset>
      )}
      <p className={styles.columnsHint}>{words.columnHint}</p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
