import { Button, CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { Failed } from '../../../kit/feedback/State.tsx'
import { MISSING, money, rate } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { orderDetail, orderList } from '../contractOrders.ts'
import { codeText, ordersText } from '../text.ts'
import styles from './affiliate.module.css'
import { StateCell } from './StateCell.tsx'

type Answer = Reply<typeof orderDetail>

/** One order row: what it is worth, what the books say of it, and how it came to be. */
export function OrderPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { call, go } = useApp()
  const words = useText(ordersText)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [orderList.key, 'detail', id],
    queryFn: ({ signal }) => call(orderDetail, { params: { id } }, { signal, quiet: true }),
  })
  const close = <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={96} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const { order } = data
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div className={styles.headText}>
            <h2>{order.skuName || order.skuId}</h2>
            <p>{[order.orderId, order.shopName, order.categoryName].filter(Boolean).join(' · ')}</p>
            <StateCell state={order.state} code={order.validCode} />
          </div>
          {close}
        </div>
      }
      footer={
        order.videoId && (
          <Button variant="default" onClick={() => go('/dashboard/data', { open: order.videoId! })}>
            {words.actions.openVideo}
          </Button>
        )
      }
    >
      <div className={styles.panel}>
        <Facts order={order} />
        <Split split={data.split} />
        <Lines lines={data.lines} />
        {data.versions && <Versions versions={data.versions} />}
      </div>
    </DrawerPage>
  )
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      {children}
      {note && <p className={styles.why}>{note}</p>}
    </section>
  )
}

function Facts({ order }: { order: Answer['order'] }) {
  const { columns, detail } = useText(ordersText)
  const { ours } = order
  const amounts = (estimated: number, actual: number) => `${money(estimated)} / ${money(actual)}`
  const about: [string, ReactNode][] = [
    ...(ours
      ? ([
          [columns.accountName, ours.accountName],
          [columns.partnerName, ours.partnerName ?? detail.unowned],
        ] as [string, ReactNode][])
      : []),
    [columns.creatorName, order.creatorName ?? MISSING],
    [detail.video, order.videoTitle ?? MISSING],
    [columns.subUnionId, order.subUnionId ?? MISSING],
    [columns.parentId, order.parentId ?? MISSING],
    [columns.skuId, order.skuId],
    [detail.device, detail.pieces(order.skuNum, order.returnNum)],
    [columns.orderedAt, fullTime(order.orderedAt)],
    [columns.finishDate, fullTime(order.finishedAt)],
    [columns.payDate, order.payDate ?? MISSING],
    [columns.modifiedAt, fullTime(order.modifiedAt)],
  ]
  const sums: [string, ReactNode][] = [
    [columns.priceFen, money(order.priceFen)],
    [detail.base, amounts(order.estBaseFen, order.actBaseFen)],
    ...(ours
      ? ([
          [detail.rates, `${rate(ours.commissionRate)} × ${rate(ours.finalRate)}`],
          [detail.fee, amounts(ours.estFeeFen, ours.actFeeFen)],
          [detail.share, rate(ours.sharePpm)],
          [columns.giftFen, money(ours.giftFen)],
        ] as [string, ReactNode][])
      : []),
    [columns.partnerFen, money(order.partnerFen)],
  ]
  return (
    <>
      <Section title={detail.order}>
        <Info entries={about} />
      </Section>
      <Section title={detail.money}>
        <Info entries={sums} />
      </Section>
    </>
  )
}

function Info({ entries }: { entries: readonly [string, ReactNode][] }) {
  return (
    <dl className={styles.info}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Split({ split }: { split: Answer['split'] }) {
  const { columns, detail } = useText(ordersText)
  if (split.length === 0) return null
  return (
    <Section title={detail.split} note={detail.splitNote}>
      <PlainTable
        label={detail.split}
        columns={[
          { name: columns.orderId },
          { name: columns.skuName },
          { name: columns.state },
          { name: columns.partnerFen, isNumeric: true },
        ]}
        rows={split.map((one) => ({
          key: one.id,
          cells: [
            one.orderId,
            one.skuName,
            <StateCell key="state" state={one.state} code={one.validCode} />,
            money(one.partnerFen),
          ],
        }))}
      />
    </Section>
  )
}

function Lines({ lines }: { lines: Answer['lines'] }) {
  const { detail } = useText(ordersText)
  const seesFee = lines.some(({ feeFen }) => feeFen !== undefined)
  return (
    <Section title={detail.lines} note={lines.length > 0 ? detail.linesNote : detail.noLines}>
      {lines.length > 0 && (
        <PlainTable
          label={detail.lines}
          columns={[
            { name: detail.billDate },
            { name: detail.kind },
            ...(seesFee ? [{ name: detail.change, isNumeric: true }] : []),
            { name: detail.shareChange, isNumeric: true },
            { name: detail.at },
          ]}
          rows={lines.map((line, at) => ({
            key: String(at),
            cells: [
              line.billDate,
              detail.kinds[line.kind as keyof typeof detail.kinds],
              ...(seesFee ? [money(line.feeFen)] : []),
              money(line.partnerFen),
              fullTime(line.at),
            ],
          }))}
        />
      )}
    </Section>
  )
}

function Versions({ versions }: { versions: NonNullable<Answer['versions']> }) {
  const { detail } = useText(ordersText)
  const { name } = useText(codeText)
  return (
    <Section title={detail.versions}>
      {versions.map((version, at) => (
        <details key={at} className={styles.version}>
          <summary>
            {detail.version(fullTime(version.modifiedAt), name(version.validCode))} · {money(version.feeFen)}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.raw} tabIndex={0} aria-label={detail.raw}>
            <pre>{version.raw}</pre>
          </section>
        </details>
      ))}
    </Section>
  )
}
