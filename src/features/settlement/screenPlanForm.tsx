import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SettlementProduct } from '../../core/access.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { planStart } from './contract/plans.ts'
import { PlanForm } from './plans/PlanForm.tsx'
import { text } from './plans/text.ts'
import { usePlan, useProduct } from './plans/usePlans.ts'
import { planText } from './planText.ts'

/** The group form (original 2.5): parameters of a settlement product, drafted and submitted for approval. */
export default function PlanFormScreen() {
  const { call, go, language } = useApp()
  const words = useText(text)
  const names = useText(planText)
  const page = usePage()
  const { product: named, products } = useProduct()
  const id = page.search.plan
  const changed = usePlan(id)
  const product = changed.data?.plan.product ?? named
  const start = useQuery({
    queryKey: ['plans', 'start', product, language],
    enabled: !!product && (!id || !!changed.data),
    queryFn: ({ signal }) => call(planStart, { query: { product: product! } }, { signal, quiet: true }),
  })
  const failed = changed.error ?? start.error
  const isClosed = changed.data && !changed.data.plan.actions.includes('propose')
  return (
    <>
      <PageHead
        title={words.formTitle}
        note={
          changed.data
            ? `${names.products[changed.data.plan.product]} · ${words.changing(changed.data.plan.number)}`
            : start.data && words.newVersion(`${words.validFrom} ${start.data.validFrom}`)
        }
      >
        {!id && products.length > 1 && (
          <SegmentedControl
            aria-label={words.product}
            withItemsBorders={false}
            value={product}
            data={products.map((value) => ({ value, label: names.products[value] }))}
            onChange={(next) => page.setSearch({ product: next as SettlementProduct })}
          />
        )}
      </PageHead>
      {!product ? (
        <div className="card">
          <Empty title={words.noProduct}>{words.noProductBody}</Empty>
        </div>
      ) : failed ? (
        <div className="card">
          <Failed error={failed} onRetry={() => void (changed.error ? changed.refetch() : start.refetch())} />
        </div>
      ) : isClosed ? (
        <div className="card">
          <Empty
            title={words.closed}
            actions={<Button onClick={() => go('/profile/basic', { plan: id! })}>{words.openIt}</Button>}
          >
            {words.closedBody}
          </Empty>
        </div>
      ) : start.data && (!id || changed.data) ? (
        <PlanForm key={`${product}:${id ?? ''}`} product={product} start={start.data} changed={changed.data} />
      ) : (
        <Loading />
      )}
    </>
  )
}
