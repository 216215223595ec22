import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useMemo, useState } from 'react'
import type { Columns } from '../../core/columns.ts'
import type { List } from '../../core/contract.ts'
import {
  DIRECT_ROWS,
  EXPORT_FORMATS,
  EXPORT_PAGE,
  type ExportFormat,
  orderExport,
  STREAM_ROWS,
  scheduleExport,
} from '../../core/export.ts'
import { filtersOf } from '../../core/listQuery.ts'
import { FormModal } from '../form/FormModal.tsx'
import { exactCount } from '../format/number.ts'
import { useApp, useMay, useText } from '../hooks/app.ts'
import styles from './export.module.css'
import { exportText } from './exportText.ts'
import { firstWhen, isTime, ScheduleFields } from './ScheduleFields.tsx'
import { useAllows } from './useList.ts'

export interface ExportDialogProps {
  list: List
  title: string
  /** All that may be seen. */
  columns: Columns
  /** Those on the screen, in their order. */
  shown: readonly string[]
  filterName(name: string): string
  /** Filters and sort. */
  query: string
  rows: number | null
  isExact: boolean
  applied: readonly { label: string; words: string }[]
  onClose(): void
}

/** Says how many rows a file will have, and asks for its columns and its form. Small files come at once, others as a job, and once or by the clock. */
export function ExportDialog({
  list,
  title,
  columns,
  shown,
  filterName,
  query,
  rows,
  isExact,
  applied,
  onClose,
}: ExportDialogProps) {
  const { download, call, notify, go } = useApp()
  const words = useText(exportText)
  const mayOrder = useMay(orderExport.permission)
  const [takesAll, setTakesAll] = useState(false)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [isBare, setBare] = useState(false)
  const allows = useAllows()
  const dayFilters = useMemo(
    () =>
      Object.entries(filtersOf(list, allows)).flatMap(([name, { kind, filter }]) =>
        filter === 'between' && (kind === 'day' || kind === 'time') ? [{ name, label: filterName(name) }] : [],
      ),
    [list, allows, filterName],
  )
  const [isRegular, setRegular] = useState(false)
  const [when, setWhen] = useState(() => firstWhen(query, dayFilters))

  const known = Object.entries(list.columns as Columns).filter(
    ([name, { kind, options }]) => Object.hasOwn(columns, name) && kind !== 'trend' && !options.internal,
  )
  const count = rows ?? 0
  const isNow = !isRegular && format === 'csv' && (!mayOrder || (isExact && count <= DIRECT_ROWS))
  const isTooMuch = isNow && (!isExact || count > STREAM_ROWS)
  const chosen = takesAll ? known.map(([name]) => name) : [...shown]

  const submit = async (idempotencyKey: string) => {
    if (isNow) {
      const search = new URLSearchParams(query)
      search.set('columns', chosen.join(','))
      if (isBare) search.set('bom', 'none')
      // Says itself why it failed.
      await download(`${list.path}/export.csv?${search}`)
      return
    }
    const body = { listKey: list.key, query, columns: chosen, format, bom: !isBare }
    if (isRegular) {
      await call(scheduleExport, { body: { ...body, ...when } }, { quiet: true, idempotencyKey })
      notify(words.scheduled, 'success')
      go(EXPORT_PAGE)
      return
    }
    const { id, isEarlier } = await call(orderExport, { body }, { quiet: true })
    notify(isEarlier ? words.earlier : words.ordered, isEarlier ? 'info' : 'success')
    go(EXPORT_PAGE, isEarlier ? { open: id } : {})
  }
  const filters = applied.map(({ label, words: value }) => `${label} ${value}`).join(' · ')
  return (
    <FormModal
      title={words.title(title)}
      confirm={isRegular ? words.schedule : words.confirm}
      validate={() => !isTooMuch && (!isRegular || isTime(when.atTime))}
      submit={submit}
      onClose={onClose}
    >
      <div className={styles.count}>
        <b>{count === 0 ? words.noRows : isExact ? words.rows(exactCount(count)) : words.about(exactCount(count))}</b>
        <span>{filters ? words.filter(filters) : words.noFilter}</span>
      </div>
      <Radio.Group
        label={words.columns}
        value={takesAll ? 'all' : 'shown'}
        onChange={(value) => setTakesAll(value === 'all')}
      >
        <div className={styles.choices}>
          <Radio value="shown" label={words.shown(shown.length)} />
          <Radio value="all" label={words.all(known.length)} />
        </div>
      </Radio.Group>
      {mayOrder && (
        <Radio.Group label={words.format} value={format} onChange={(value) => setFormat(value as ExportFormat)}>
          <div className={styles.choices}>
            {EXPORT_FORMATS.map((one) => (
              <Radio key={one} value={one} label={words.formats[one]} description={words.formatNotes[one]} />
            ))}
          </div>
        </Radio.Group>
      )}
      {format === 'csv' && (
        <Checkbox
          checked={isBare}
          onChange={(event) => setBare(event.currentTarget.checked)}
          label={words.bom}
          description={words.bomNote}
        />
      )}
      {mayOrder && (
        <Radio.Group
          label={words.how}
          value={isRegular ? 'regular' : 'once'}
          onChange={(value) => setRegular(value === 'regular')}
        >
          <div className={styles.choices}>
            <Radio value="once" label={words.once} />
            <Radio value="regular" label={words.regular} />
          </div>
        </Radio.Group>
      )}
      {isRegular ? (
        <ScheduleFields when={when} dayFilters={dayFilters} onChange={setWhen} />
      ) : (
        <p className={isTooMuch ? styles.fault : styles.note} role="status">
          {isTooMuch ? words.limit(exactCount(STREAM_ROWS)) : isNow ? words.now : words.later}
        </p>
      )}
    </FormModal>
  )
}
