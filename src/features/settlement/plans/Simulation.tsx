import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, money } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { type PlanVersion, planSimulate } from '../contract/plans.ts'
import styles from './plans.module.css'
import { text } from './text.ts'

const plus = (fen: number): string => `${fen > 0 ? '+' : ''}${money(fen)}`

/** The last month under the version, beside what it came to: what the change costs before anyone decides on it. */
export function Simulation({ plan }: { plan: PlanVersion }) {
  const { call, language } = useApp()
  const words = useText(text)
  const [isAsked, setAsked] = useState(false)
  const found = useQuery({
    queryKey: ['plans', 'simulation', plan.id, plan.version, language],
    enabled: isAsked,
    queryFn: ({ signal }) => call(planSimulate, { params: { id: plan.id }, body: {} }, { signal, quiet: true }),
  })
  const { data } = found
  return (
    <div className={`card ${styles.group}`} aria-busy={found.isFetching}>
      <div className={styles.cardHead}>
        <h2>{words.simulation}</h2>
        {data && <p>{words.sim.period(data.period.slice(0, 7))}</p>}
        <div className={styles.cardEnd}>
          <Button
            variant="default"
            size="xs"
            loading={found.isFetching}
            onClick={() => (isAsked ? void found.refetch() : setAsked(true))}
          >
            {data ? words.simulateAgain : words.simulate}
          </Button>
        </div>
      </div>
      <p className={styles.body}>{words.simulateBody}</p>
      {found.error ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isFetching && !data ? (
        <div className={styles.sim}>
          <KpiSkeleton tiles={4} />
        </div>
      ) : (
        data && (
          <div className={styles.sim}>
            <KpiStrip
              isSmall
              label={words.simulation}
              tiles={[
                { label: words.sim.current, value: money(data.current.payableFen) },
                { label: words.sim.proposed, value: money(data.proposed.payableFen) },
                { label: words.sim.diff, value: plus(data.proposed.payableFen - data.current.payableFen) },
                plan.product === 'sm4'
                  ? {
                      label: words.sim.cut,
                      value: money(data.proposed.cutFen),
                      note: words.sim.cutNote(money(data.current.cutFen)),
                    }
                  : { label: words.sim.videos, value: exactCount(data.proposed.videos) },
              ]}
            />
            <h3>{words.sim.partners}</h3>
            {data.partners.length === 0 ? (
              <Empty title={words.sim.none} />
            ) : (
              <PlainTable
                label={words.sim.partners}
                columns={[
                  { name: words.sim.partner },
                  { name: words.sim.current, isNumeric: true },
                  { name: words.sim.proposed, isNumeric: true },
                  { name: words.sim.diff, isNumeric: true },
                ]}
                rows={data.partners.map(({ partnerId, name, currentFen, proposedFen }) => ({
                  key: partnerId,
                  cells: [name, money(currentFen), money(proposedFen), plus(proposedFen - currentFen)],
                }))}
              />
            )}
          </div>
        )
      )}
    </div>
  )
}
