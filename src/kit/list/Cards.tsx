import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Columns, isNumeric } from '../../core/columns.ts'
import styles from './list.module.css'
import { RowActions } from './RowActions.tsx'
import type { Action } from './types.ts'
import type { AnyRow } from './useTableModel.ts'

interface CardsProps {
  rows: AnyRow[]
  rowId: string
  isLoading: boolean
  card: ((row: AnyRow) => ReactNode) | undefined
  columns: Columns
  shown: string[]
  nameOf(column: string): string
  renderCell(column: string, row: AnyRow): ReactNode
  onOpen: ((rowId: string) => void) | undefined
  actionsOf: ((row: AnyRow) => Action[]) | undefined
  label: string
}

/** Rows below 992 pixels. A row that opens is one big button; without a drawer its actions stand below it. */
export function Cards(props: CardsProps) {
  const { rows, rowId, isLoading, card, onOpen, actionsOf, label } = props
  if (isLoading) return <CardSkeletons />
  return (
    <ul className={styles.cards} data-content aria-label={label}>
      {rows.map((row) => {
        const id = String(row[rowId])
        const content = card ? card(row) : <PlainCard row={row} {...props} />
        return (
          <li key={id} className={styles.cardRow}>
            {onOpen ? (
              <button type="button" className={styles.cardButton} onClick={() => onOpen(id)}>
                {content}
              </button>
            ) : (
              <div className={styles.cardButton}>
                {content}
                {actionsOf && <RowActions name={id} actions={actionsOf(row)} />}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A card made of the visible columns: the first as title, then up to six facts, numbers before the rest. */
function PlainCard({ row, columns, shown, nameOf, renderCell }: CardsProps & { row: AnyRow }) {
  const [first, ...others] = shown
  const facts = [
    ...others.filter((name) => isNumeric(columns[name]!.kind)),
    ...others.filter((name) => !isNumeric(columns[name]!.kind) && columns[name]!.kind !== 'trend'),
  ].slice(0, 6)
  return (
    <>
      <div className={styles.cardTitle}>{first && renderCell(first, row)}</div>
      <dl className={styles.cardFacts}>
        {facts.map((name) => (
          <div key={name}>
            <dt>{nameOf(name)}</dt>
            <dd>{renderCell(name, row)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function CardSkeletons() {
  return Array.from({ length: 6 }, (_, index) => (
    <div key={index} className={styles.cardRow} style={{ padding: 12 }}>
      <Skeleton height={14} width={`${70 - ((index * 13) % 30)}%`} radius="sm" />
      <Skeleton height={10} width="45%" mt={8} radius="sm" />
      <Skeleton height={12} width="85%" mt={14} radius="sm" />
    </div>
  ))
}
