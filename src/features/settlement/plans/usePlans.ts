import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../../core/access.ts'
import { useApp, useMay } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { planDetail, planVersions } from '../contract/plans.ts'

const KEY = 'plans'

/** The products an account may see the money of, and the one the page's link names. */
export function useProduct(): { product: SettlementProduct | undefined; products: readonly SettlementProduct[] } {
  const page = usePage()
  const mine = { wl: useMay('settlementWl.read'), sm4: useMay('settlementSm4.read') }
  const products = SETTLEMENT_PRODUCTS.filter((product) => mine[product])
  return { products, product: products.find((product) => product === page.search.product) ?? products[0] }
}

export function useVersions(product: SettlementProduct | undefined) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [KEY, 'versions', product, language],
    enabled: !!product,
    queryFn: ({ signal }) => call(planVersions, { query: { product: product! } }, { signal, quiet: true }),
  })
}

export function usePlan(id: string | undefined) {
  const { call, language } = useApp()
  return useQuery({
    queryKey: [KEY, 'plan', id, language],
    enabled: !!id,
    queryFn: ({ signal }) => call(planDetail, { params: { id: id! } }, { signal, quiet: true }),
  })
}

export function useRefreshPlans(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [KEY] })
}
