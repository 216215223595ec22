import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, Checkbox, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { RowOf } from '../../../core/columns.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { decimal } from '../../../kit/format/csv.ts'
import { exactCount, MISSING, money, rate } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { type LineType, lineList } from '../contract/statements.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { exactYuan } from './micro.ts'
import styles from './settlement.module.css'
import { type Detail, useLine } from './use.ts'

const PAGE = 50
const CHANGES: readonly LineType[] = [
  ...(['backpay', 'dispute', 'conflict', 'invalid_traffic', 'refund', 'violation', 'correction'] as const),
  ...(['bonus', 'clawback', 'carry_over', 'rounding'] as const),
]

type Line = RowOf<typeof lineList.columns>
type Figure = 'plays' | 'price' | 'quality' | 'base' | 'rate' | 'cut' | 'amount'
const cut = { key: 'cut', of: ({ cutFen }: Line) => money(cutFen) } as const
const amount = { key: 'amount', of: ({ amountFen }: Line) => money(amountFen) } as const
/** What a line of each product is counted by, in the order it is. */
const FIGURES: Record<Detail['statement']['product'], readonly { key: Figure; of(line: Line): string }[]> = {
  sm4: [
    { key: 'plays', of: ({ plays }) => exactCount(plays) },
    { key: 'price', of: ({ price }) => exactYuan(price) },
    { key: 'quality', of: ({ quality }) => (quality === null ? MISSING : decimal(quality, 6, 2)) },
    cut,
    amount,
  ],
  wl: [
    { key: 'base', of: ({ baseMicro }) => exactYuan(baseMicro ?? null) },
    { key: 'rate', of: ({ partnerRate }) => rate(partnerRate) },
    cut,
    amount,
  ],
}

interface LinesProps {
  detail: Detail
  /** Lines chosen for a dispute. */
  picked: readonly number[]
  pick(lines: readonly number[]): void
}

/** The lines of a statement; each opens into its days and the row each day is from. */
export function Lines({ detail: { statement, actions, byType }, picked, pick }: LinesProps) {
  const words = useText(screenText)
  const names = useText(text)
  const hasChanges = byType.some(({ lineType }) => lineType !== 'normal')
  const [isChanged, setChanged] = useState(false)
  const [current, setCurrent] = useState(1)
  const [opened, open] = useState<string | null>(null)
  const mayPick = actions.includes('dispute')
  const lines = useList(lineList, {
    statementId: statement.statementId,
    ...(isChanged && { lineType: CHANGES.join(',') }),
    current: String(current),
    pageSize: String(PAGE),
  })
  const figures = FIGURES[statement.product].filter(
    ({ key }) => key !== 'base' || lines.data?.list.some(({ baseMicro }) => baseMicro !== undefined),
  )
  const nameOf = (key: Figure): string =>
    key === 'cut' ? names.lines.cutFen : key === 'rate' ? names.lines.partnerRate : words.columns[key]
  const pages = Math.max(1, Math.ceil((lines.data?.total ?? 0) / PAGE))
  const toggle = (lineNo: number) =>
    pick(picked.includes(lineNo) ? picked.filter((other) => other !== lineNo) : [...picked, lineNo])
  return (
    <section className={`card ${styles.lines}`}>
      <header className={styles.linesHead}>
        <h2>{words.lines}</h2>
        <span>{words.lineCount(exactCount(statement.lineCount))}</span>
        {hasChanges && (
          <SegmentedControl
            aria-label={words.lines}
            value={isChanged ? 'changed' : 'all'}
            onChange={(value) => {
              setChanged(value === 'changed')
              setCurrent(1)
            }}
            data={[
              { value: 'all', label: words.all },
              { value: 'changed', label: words.onlyChanged },
            ]}
          />
        )}
      </header>
      {lines.isError && !lines.data ? (
        <Failed error={lines.error} onRetry={() => void lines.refetch()} />
      ) : lines.data?.list.length === 0 ? (
        <Empty title={words.noLines} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={words.lines}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{words.columns.work}</th>
                {figures.map(({ key }) => (
                  <th key={key} scope="col" className="num">
                    {nameOf(key)}
                  </th>
                ))}
                <th scope="col">{words.columns.how}</th>
              </tr>
            </thead>
            <tbody>
              {!lines.data &&
                Array.from({ length: 6 }, (_, at) => (
                  <tr key={at}>
                    <td colSpan={figures.length + 2}>
                      <Skeleton height={14} my={8} />
                    </td>
                  </tr>
                ))}
              {lines.data?.list.map((line) => {
                const title = line.title ?? words.noTitle
                const isOpen = opened === line.lineId
                const Chevron = isOpen ? IconChevronDown : IconChevronRight
                return (
                  <Fragment key={line.lineId}>
                    <tr data-open={isOpen || undefined}>
                      <th scope="row">
                        <span className={styles.work}>
                          {mayPick && (
                            <Checkbox
                              checked={picked.includes(line.lineNo)}
                              onChange={() => toggle(line.lineNo)}
                              aria-label={`${words.form.lines}: ${title}`}
                            />
                          )}
                          <button
                            type="button"
                            aria-expanded={isOpen}
                            aria-label={words.open(title)}
                            onClick={() => open(isOpen ? null : line.lineId)}
                          >
                            <Chevron size={16} stroke={1.6} aria-hidden />
                            <span className="ellipsis" title={title}>
                              {title}
                            </span>
                          </button>
                          {line.lineType !== 'normal' && (
                            <Tag tone={line.amountFen < 0 ? 'orange' : 'blue'}>
                              {names.lineTypes[line.lineType as LineType]}
                            </Tag>
                          )}
                          {line.isDisputed && <Tag tone="red">{names.states.disputed}</Tag>}
                        </span>
                      </th>
                      {figures.map(({ key, of }) => (
                        <td key={key} className={key === 'cut' && !line.cutFen ? 'num flat' : 'num'}>
                          {key === 'amount' ? <b>{of(line)}</b> : of(line)}
                        </td>
                      ))}
                      <td className={styles.how}>{line.explanation}</td>
                    </tr>
                    {isOpen && (
                      <tr>
                        <td colSpan={figures.length + 2} className={styles.daysCell}>
                          <Days statementId={statement.statementId} lineNo={line.lineNo} />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
      <footer className={styles.linesFoot}>
        <span>{words.sum}</span>
        {pages > 1 && (
          <nav className={styles.pages}>
            <Button variant="default" size="xs" disabled={current === 1} onClick={() => setCurrent(current - 1)}>
              {words.prev}
            </Button>
            {words.page(current, pages)}
            <Button variant="default" size="xs" disabled={current === pages} onClick={() => setCurrent(current + 1)}>
              {words.next}
            </Button>
          </nav>
        )}
        <span className="tabular">
          {words.steps.deduct} <b>{money(statement.deductFen)}</b> {words.steps.net} <b>{money(statement.netFen)}</b>
        </span>
      </footer>
    </section>
  )
}

function Days({ statementId, lineNo }: { statementId: string; lineNo: number }) {
  const { language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const line = useLine(statementId, lineNo)
  if (line.isPending) return <Skeleton height={80} />
  if (!line.data) return <Failed error={line.error} onRetry={() => void line.refetch()} />
  const { days, explanation } = line.data
  if (days.length === 0) return <p className={styles.small}>{explanation}</p>
  const { dayColumns } = words
  const hasPlays = days.some(({ playsTo }) => playsTo !== null)
  const hasSource = days.some(({ source }) => source !== undefined)
  return (
    <PlainTable
      label={words.days}
      columns={[
        { name: dayColumns.day },
        { name: dayColumns.type },
        ...(hasPlays ? [{ name: dayColumns.plays, isNumeric: true }] : []),
        { name: dayColumns.amount, isNumeric: true },
        { name: dayColumns.how },
        ...(hasSource ? [{ name: dayColumns.source }] : []),
      ]}
      rows={days.map((day) => ({
        key: day.accrualId,
        cells: [
          shortDay(day.earnDate, language),
          names.lineTypes[day.lineType],
          ...(hasPlays ? [exactCount(day.playsTo)] : []),
          exactYuan(day.amountMicro),
          day.explanation,
          ...(hasSource ? [day.source ? sourceOf(day.source) : words.metrics] : []),
        ],
      }))}
    />
  )
  function sourceOf({ file, row, revision }: { file: string | null; row: number | null; revision: number }): string {
    return file && row !== null ? words.source(file, row, revision) : words.feed(revision)
  }
}
