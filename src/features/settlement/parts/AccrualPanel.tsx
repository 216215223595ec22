import { CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { decimal } from '../../../kit/format/csv.ts'
import { exactCount, MISSING, money, rate } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { accrualText } from '../accrualText.ts'
import { sm4AccrualSource, wlAccrualSource } from '../contract/accruals.ts'
import { explain } from '../explain.ts'
import { text } from '../overviewText.ts'
import styles from './overview.module.css'

type Wl = Reply<typeof wlAccrualSource>
type Sm4 = Reply<typeof sm4AccrualSource>
const yuan = (micro: number): string => `¥${decimal(micro, 6, 2)}`

/** A line's sentence, the lines of its day, and the rows they are computed from. */
export function AccrualPanel({ product, id, onClose }: { product: SettlementProduct; id: string; onClose(): void }) {
  const { call, language } = useApp()
  const words = useText(text).line
  const found = useQuery<Wl | Sm4>({
    queryKey: ['settlement', 'accrual', product, id, language],
    queryFn: ({ signal }) =>
      product === 'wl'
        ? call(wlAccrualSource, { params: { id } }, { signal, quiet: true })
        : call(sm4AccrualSource, { params: { id } }, { signal, quiet: true }),
  })
  const { data } = found
  const close = <CloseButton size={32} aria-label={words.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {found.isError ? (
          <Failed error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <div className={styles.line} aria-busy>
            <Skeleton height={72} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const { line } = data
  return (
    <DrawerPage
      header={
        <div className={styles.lineHead}>
          <div>
            <h2>{line.title || words.title}</h2>
            <p>
              {[
                line.earnDate,
                line.partnerName,
                words.plan(line.planNumber),
                line.isFinal ? words.final : words.estimate,
                line.statementNo ?? words.notBilled,
              ].join(' · ')}
            </p>
          </div>
          {close}
        </div>
      }
    >
      <div className={styles.line}>
        <div className={styles.how}>
          <b>{yuan(line.amount)}</b>
          <p>{'rows' in data ? sentenceOf(data, language, words.formula.delta) : playSentence(data, language)}</p>
          {line.holdReason && <p className={styles.body}>{words.held}</p>}
        </div>
        <Day data={data} id={id} />
        {'rows' in data ? <Revisions data={data} /> : <Snapshots data={data} />}
      </div>
    </DrawerPage>
  )
}

/** A line that only corrects has no rate of its own to multiply by: it is the difference of two revisions. */
function sentenceOf({ line }: Wl, language: 'zh-CN' | 'en-US', delta: (amount: string) => string): string {
  if (line.partnerRate === null && !line.zeroReason) return delta(yuan(line.amount))
  return explain(
    {
      ...{ kind: 'split', amountMicro: line.amount, baseMicro: line.base, ratePpm: line.partnerRate },
      zeroReason: line.zeroReason,
    },
    language,
  )
}

const playSentence = ({ line }: Sm4, language: 'zh-CN' | 'en-US'): string =>
  explain(
    {
      ...{ kind: 'cpm', amountMicro: line.amount, playsFrom: line.playsFrom, playsTo: line.playsTo },
      ...{ cpmE4: line.cpmE4, qualityPpm: line.quality, capCutMicro: line.cut, cutBy: line.cutBy },
      zeroReason: line.zeroReason,
    },
    language,
  )

function Day({ data, id }: { data: Wl | Sm4; id: string }) {
  const words = useText(text).line
  const { choices } = useText(accrualText.wl)
  const { columns } = words
  const sum = data.siblings.reduce((total, { amount }) => total + amount, 0)
  return (
    <section>
      <h3>{words.day}</h3>
      <p className={styles.body}>{words.dayNote}</p>
      <PlainTable
        label={words.day}
        columns={[
          { name: columns.type },
          { name: columns.state },
          { name: columns.at },
          { name: columns.amount, isNumeric: true },
        ]}
        rows={[
          ...data.siblings.map((one) => ({
            key: one.id,
            cells: [
              one.id === id && data.siblings.length > 1
                ? `${choices.lineType[one.lineType]} · ${words.this}`
                : choices.lineType[one.lineType],
              one.isFinal ? words.final : words.estimate,
              fullTime(one.createdAt),
              yuan(one.amount),
            ],
          })),
          { key: 'sum', cells: [words.sum, '', '', <b key="sum">{yuan(sum)}</b>] },
        ]}
      />
    </section>
  )
}

function Revisions({ data: { rows } }: { data: Wl }) {
  const words = useText(text).line
  const names = [words.revision, words.base, words.ad, words.gmv, words.refund, words.ratio]
  return (
    <section>
      <h3>{words.source}</h3>
      <p className={styles.body}>{rows.length > 0 ? words.sourceNote : words.noSource}</p>
      {rows.length > 0 && (
        <PlainTable
          label={words.source}
          columns={[
            ...names.map((name, at) => ({ name, isNumeric: at > 0 })),
            { name: words.file },
            { name: words.received },
          ]}
          rows={rows.map((row) => ({
            key: String(row.revision),
            cells: [
              `r${row.revision}`,
              yuan(row.base),
              yuan(row.adIncome),
              money(row.gmvFen),
              money(row.refundFen),
              rate(row.upstreamRatio, 2),
              words.row(row.file ?? row.source, row.row),
              fullTime(row.receivedAt),
            ],
          }))}
        />
      )}
    </section>
  )
}

function Snapshots({ data: { snapshots } }: { data: Sm4 }) {
  const words = useText(text).line
  return (
    <section>
      <h3>{words.plays}</h3>
      <p className={styles.body}>{snapshots.length > 0 ? words.playsNote : words.noPlays}</p>
      {snapshots.length > 0 && (
        <PlainTable
          label={words.plays}
          columns={[
            { name: words.snapshotDay },
            { name: words.effective, isNumeric: true },
            { name: words.finish, isNumeric: true },
            { name: words.updated },
            { name: words.corrections, isNumeric: true },
          ]}
          rows={snapshots.map((one) => ({
            key: one.day,
            cells: [
              one.day,
              exactCount(one.effectivePlays),
              rate(one.finishRate),
              fullTime(one.updatedAt),
              one.corrections || MISSING,
            ],
          }))}
        />
      )}
    </section>
  )
}
