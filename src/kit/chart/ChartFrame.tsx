import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconFileTypeCsv, IconPhotoDown, IconTable } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { csvOf } from '../format/csv.ts'
import { saveFile } from '../format/saveFile.ts'
import { useApp, useText } from '../hooks/app.ts'
import { PlainTable } from '../list/PlainTable.tsx'
import { tokens } from '../theme/tokens.ts'
import styles from './chart.module.css'
import { chartText } from './text.ts'

/** How a chart's figures are written. */
export interface Format {
  /** Axis and labels. */
  short(value: number): string
  /** Tooltip and table. */
  exact(value: number | null): string
  /** In the file. */
  file(value: number | null): string
}

/** What a chart draws, as a table: the first cell names the row; figures are written by their column. */
export interface ChartTable {
  columns: readonly { name: string; figure?: Pick<Format, 'exact' | 'file'> }[]
  rows: readonly { key: string; cells: readonly (string | number | null)[] }[]
}

export interface LegendItem {
  name: string
  color: string
  /** A line, a dashed or an unfinished one; else a square. */
  shape?: 'line' | 'dashed' | 'hollow' | undefined
}

export interface FrameProps {
  title: string
  /** Beside the title, e.g. what is measured. */
  note?: string | undefined
  /** Before the tools, e.g. a metric switch. */
  controls?: ReactNode
}

interface ChartFrameProps extends FrameProps {
  legend?: readonly LegendItem[]
  /** Long names: the legend takes a line of its own. */
  isLegendBelow?: boolean | undefined
  table: ChartTable
  /** What the picture says, in words. */
  description: string
  /** The drawing says its description itself. */
  isDescribed?: boolean
  children: ReactNode
}

/** What every chart has: title, legend, its figures as a table and as a file, and its message in words. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, note, controls, legend = [], isLegendBelow, table, description, isDescribed, children } = props
  const words = useText(chartText)
  const id = useId()
  const [isTable, setTable] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const { theme, notify } = useApp()
  const Icon = isTable ? IconChartBar : IconTable
  const switchLabel = isTable ? words.asChart : words.asTable
  const save = () => saveFile(`${title}.csv`, new Blob([fileOf(table)], { type: 'text/csv;charset=utf-8' }))
  const savePicture = async () => {
    try {
      const { pictureOf } = await import('./picture.ts')
      saveFile(`${title}.png`, await pictureOf(figure.current!, tokens[theme].surface))
    } catch {
      notify(words.noPicture, 'error')
    }
  }
  return (
    <figure
      ref={figure}
      className={styles.figure}
      aria-label={title}
      aria-describedby={isTable || isDescribed ? undefined : id}
    >
      <figcaption className={styles.head}>
        <div className={styles.titles}>
          <b>{title}</b>
          {note && <span className={styles.titleNote}>{note}</span>}
        </div>
        {legend.length > 0 && !isTable && (
          <ul className={styles.legend} data-below={isLegendBelow || undefined}>
            {legend.map(({ name, color, shape }) => (
              <li key={name}>
                <i data-shape={shape} style={{ color } as CSSProperties} />
                {name}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.controls} data-tool>
          {controls}
          <div className={styles.tools}>
            <ActionIcon size={28} aria-label={switchLabel} data-tip={switchLabel} onClick={() => setTable(!isTable)}>
              <Icon size={16} stroke={1.6} />
            </ActionIcon>
            {table.rows.length > 0 && !isTable && (
              <ActionIcon
                size={28}
                aria-label={words.asPicture}
                data-tip={words.asPicture}
                onClick={() => void savePicture()}
              >
                <IconPhotoDown size={16} stroke={1.6} />
              </ActionIcon>
            )}
            {table.rows.length > 0 && (
              <ActionIcon size={28} aria-label={words.asFile} data-tip={words.asFile} onClick={save}>
                <IconFileTypeCsv size={16} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        </div>
      </figcaption>
      {isTable ? (
        <PlainTable
          label={title}
          columns={table.columns.map(({ name, figure }) => ({ name, isNumeric: !!figure }))}
          rows={table.rows.map(({ key, cells }) => ({
            key,
            cells: cells.map((value, at) => table.columns[at]?.figure?.exact(value as number | null) ?? value),
          }))}
        />
      ) : (
        <>
          {!isDescribed && (
            <p id={id} className={styles.hidden}>
              {description}
            </p>
          )}
          {children}
        </>
      )}
    </figure>
  )
}

function fileOf({ columns, rows }: ChartTable): string {
  return csvOf([
    columns.map(({ name }) => name),
    ...rows.map(({ cells }) =>
      cells.map((value, at) => {
        const figure = columns[at]?.figure
        return figure ? { figure: figure.file(value as number | null) } : String(value ?? '')
      }),
    ),
  ])
}
