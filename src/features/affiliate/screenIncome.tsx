import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '../../core/contract.ts'
import { faultOf, RANGES, type Range, rangeDays } from '../../core/period.ts'
import { dayOf } from '../../core/time.ts'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { FileButton } from '../../kit/form/FileButton.tsx'
import { PeriodPick } from '../../kit/form/PeriodPick.tsx'
import { Pick } from '../../kit/form/Pick.tsx'
import { exactCount, MISSING, money, rate } from '../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { KpiSkeleton, KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { BASES, DIMENSIONS, type Dimension, income, incomeFile, OWN_DIMENSIONS, UNITS } from './contractBills.ts'
import styles from './parts/affiliate.module.css'
import { amountTile } from './parts/amountTile.ts'
import { IncomeChart } from './parts/IncomeChart.tsx'
import { incomeText } from './textBills.ts'

type Figures = Reply<typeof income>['totals']

/** The question as the URL holds it; what is not valid there is what the page starts with. */
function useQuestion() {
  const { search, setSearch } = usePage()
  const seesOurs = useMay('affiliate.read')
  const today = dayOf(Date.now())
  const allowed = seesOurs ? DIMENSIONS : OWN_DIMENSIONS
  const oneOf = <T extends string>(value: string | undefined, from: readonly T[]): T =>
    from.find((one) => one === value) ?? from[0]!
  const custom = { from: search.from ?? '', to: search.to ?? '' }
  const isCustom = !!search.from && !!search.to && !faultOf(custom, today)
  const range: Range | null = isCustom ? null : (RANGES.find((one) => one === search.range) ?? 'last30')
  const days = range ? rangeDays(range, today) : custom
  return {
    ...{ allowed, today, range, seesOurs },
    ask: {
      ...days,
      basis: oneOf(search.basis, BASES),
      by: oneOf(search.by as Dimension | undefined, allowed),
      unit: oneOf(search.unit, UNITS),
    },
    change: (next: Record<string, string>) => setSearch({ ...search, ...next }),
  }
}

/** Income by what and when, on either of two dates (domain page S22.6). */
export default function IncomeScreen() {
  const { call, language } = useApp()
  const words = useText(incomeText)
  const { ask, allowed, range, today, seesOurs, change } = useQuestion()
  const { data, isError, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['jd-income', ask],
    queryFn: ({ signal }) => call(income, { query: ask }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const amount = (label: string, fen: number) => amountTile(label, fen, language)
  const totals = data?.totals
  return (
    <>
      <PageHead title={words.title} note={words.basisNotes[ask.basis]}>
        <FileButton path={`${incomeFile.path}?${new URLSearchParams(ask)}`}>{words.download}</FileButton>
      </PageHead>
      {!totals ? (
        !isError && <KpiSkeleton tiles={seesOurs ? 5 : 3} />
      ) : (
        <KpiStrip
          label={words.tiles}
          tiles={[
            { label: words.figures.validOrders, value: exactCount(totals.validOrders) },
            amount(words.figures.baseFen, totals.baseFen),
            ...(seesOurs
              ? [
                  amount(words.figures.estFeeFen, totals.estFeeFen ?? 0),
                  amount(words.figures.actFeeFen, totals.actFeeFen ?? 0),
                ]
              : []),
            amount(words.figures.partnerFen, totals.partnerFen),
            ...(totals.clicks === null
              ? []
              : [
                  {
                    label: words.figures.clicks,
                    value: exactCount(totals.clicks),
                    note: words.converted(rate(totals.conversion, 2)),
                  },
                ]),
          ]}
        />
      )}
      <IncomeChart ask={ask} />
      <div className={`card ${styles.report}`}>
        <div className={styles.bar}>
          <SegmentedControl
            aria-label={words.basis}
            value={ask.basis}
            onChange={(basis) => change({ basis })}
            data={BASES.map((value) => ({ value, label: words.bases[value] }))}
            withItemsBorders={false}
          />
          <Pick
            label={words.by}
            value={ask.by}
            options={allowed}
            nameOf={(one) => words.dimensions[one]}
            onChange={(by) => change({ by })}
          />
          <Pick
            label={words.unit}
            value={ask.unit}
            options={UNITS}
            nameOf={(one) => words.units[one]}
            onChange={(unit) => change({ unit })}
          />
          <PeriodPick
            range={range}
            from={ask.from}
            to={ask.to}
            today={today}
            onChange={(period) =>
              change(
                period.range
                  ? { range: period.range, from: '', to: '' }
                  : { range: '', from: period.from, to: period.to },
              )
            }
          />
        </div>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={320} radius="lg" />
        ) : data.rows.length === 0 ? (
          <Empty title={words.empty.title}>{words.empty.why}</Empty>
        ) : (
          <div className={styles.pivot} data-stale={isPlaceholderData || undefined}>
            <Pivot data={data} by={ask.by} unit={ask.unit} />
            {data.count > data.rows.length && (
              <p className={styles.why}>{words.more(exactCount(data.rows.length), exactCount(data.count))}</p>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function Pivot({ data, by, unit }: { data: Reply<typeof income>; by: Dimension; unit: (typeof UNITS)[number] }) {
  const words = useText(incomeText)
  const { figures } = words
  const seesOurs = useMay('affiliate.read')
  const number = (name: string) => ({ name, isNumeric: true })
  const nobody = by === 'partner' || by === 'creator' ? words.nobody : words.none
  const isClicked = data.totals.clicks !== null
  const cells = (row: Figures) => [
    ...(isClicked ? [row.clicks === null ? MISSING : exactCount(row.clicks), rate(row.conversion, 2)] : []),
    exactCount(row.orders),
    exactCount(row.validOrders),
    rate(row.invalidRate),
    money(row.baseFen),
    ...(seesOurs
      ? [
          money(row.estFeeFen),
          money(row.actFeeFen),
          money(row.settledFen),
          rate(row.commissionRate),
          money(row.platformFen),
        ]
      : []),
    money(row.partnerFen),
    money(row.settledPartnerFen),
  ]
  const dated = unit !== 'total'
  return (
    <PlainTable
      label={words.title}
      columns={[
        { name: words.dimensions[by] },
        ...(dated ? [{ name: words.units[unit] }] : []),
        ...(isClicked ? [number(figures.clicks), number(figures.conversion)] : []),
        number(figures.orders),
        number(figures.validOrders),
        number(figures.invalidRate),
        number(figures.baseFen),
        ...(seesOurs
          ? [
              number(figures.estFeeFen),
              number(figures.actFeeFen),
              number(figures.settledFen),
              number(figures.commissionRate),
              number(figures.platformFen),
            ]
          : []),
        number(figures.partnerFen),
        number(figures.settledPartnerFen),
      ]}
      rows={[
        { key: 'total', cells: [<b key="total">{words.total}</b>, ...(dated ? [''] : []), ...cells(data.totals)] },
        ...data.rows.map((row) => ({
          key: row.key,
          cells: [
            <span key="name" className={styles.pivotName} title={row.name ?? undefined}>
              {row.name ?? nobody}
            </span>,
            ...(dated ? [row.bucket] : []),
            ...cells(row),
          ],
        })),
      ]}
    />
  )
}
