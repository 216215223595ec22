import { useQuery } from '@tanstack/react-query'
import { useApp, useMay } from '../../../kit/hooks/app.ts'
import type { Option } from '../../../kit/list/types.ts'
import { orderList, orderOptions } from '../contractOrders.ts'

const NONE = { accounts: [], partners: [] }

/** Accounts and partners to filter by; empty for a partner, who has no such filter. */
export function useOwners() {
  const { call } = useApp()
  const seesOurs = useMay('affiliate.read')
  const { data = NONE } = useQuery({
    queryKey: [orderList.key, orderOptions.path],
    queryFn: ({ signal }) => call(orderOptions, {}, { signal, quiet: true }),
    staleTime: 5 * 60_000,
    enabled: seesOurs,
  })
  const optionsOf = (named: readonly { id: string; name: string }[]): Option[] =>
    named.map(({ id, name }) => ({ value: id, label: name }))
  return {
    accounts: data.accounts,
    filterOptions: { accountId: optionsOf(data.accounts), partnerId: optionsOf(data.partners) },
    withoutFilters: seesOurs ? undefined : ['accountId', 'partnerId'],
  }
}
