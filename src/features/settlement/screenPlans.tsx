import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { Compare } from './plans/Compare.tsx'
import { Log } from './plans/Log.tsx'
import { Process } from './plans/Process.tsx'
import styles from './plans/plans.module.css'
import { Simulation } from './plans/Simulation.tsx'
import { text } from './plans/text.ts'
import { usePlan, useProduct, useVersions } from './plans/usePlans.ts'
import { planText } from './planText.ts'

/** The basic profile (original 2.6): a version's way to being in force, what it changes, and what happened to it. */
export default function PlansScreen() {
  const { go } = useApp()
  const words = useText(text)
  const names = useText(planText)
  const page = usePage()
  const { product: named, products } = useProduct()
  const asked = usePlan(page.search.plan)
  const product = asked.data?.plan.product ?? named
  const versions = useVersions(product)
  const list = versions.data?.list ?? []
  // Whoever comes without a link comes to decide.
  const waiting = list.find(({ state }) => state === 'in_review') ?? list[0]
  const id = page.search.plan ?? waiting?.id
  const detail = usePlan(id)
  const error = detail.error ?? versions.error
  return (
    <>
      <PageHead title={words.title}>
        {products.length > 1 && (
          <SegmentedControl
            aria-label={words.product}
            withItemsBorders={false}
            value={product}
            data={products.map((value) => ({ value, label: names.products[value] }))}
            onChange={(next) => page.setSearch({ product: next, plan: '' })}
          />
        )}
        {list.length > 0 && (
          <Select
            aria-label={words.version}
            w={168}
            allowDeselect={false}
            value={id ?? null}
            data={list.map((plan) => ({
              value: plan.id,
              label: words.versionName(plan.number, plan.isCurrent ? words.current : names.states[plan.state]),
            }))}
            onChange={(next) => next && page.setSearch({ plan: next, product: product! })}
          />
        )}
        {product && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={() => go('/form/group', { product })}
          >
            {words.draftNew}
          </Button>
        )}
      </PageHead>
      {!product ? (
        <div className="card">
          <Empty title={words.noProduct}>{words.noProductBody}</Empty>
        </div>
      ) : error ? (
        <div className="card">
          <Failed error={error} onRetry={() => void (detail.error ? detail.refetch() : versions.refetch())} />
        </div>
      ) : versions.data && !id ? (
        <div className="card">
          <Empty title={words.empty}>{words.emptyBody}</Empty>
        </div>
      ) : !detail.data ? (
        <Loading />
      ) : (
        <div className={styles.cards} key={detail.data.plan.id}>
          <Process detail={detail.data} />
          <Compare detail={detail.data} />
          <Simulation plan={detail.data.plan} />
          <Log detail={detail.data} />
        </div>
      )}
    </>
  )
}
