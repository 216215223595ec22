import { type ComponentType, createContext, type ReactNode, Suspense, use, useState } from 'react'
import type { Permission } from '../../core/access.ts'
import type { Target } from '../../core/bulk.ts'
import { may } from '../../core/can.ts'
import type { Words } from '../../core/errors.ts'
import type { Action } from '../list/types.ts'
import { useApp } from './app.ts'

/** What a form of another room gets: which rows are meant. */
export interface OfferProps {
  target: Target
  count: number
  onClose(): void
  /** Once it is done, before it closes: empties the selection. */
  onDone(): void
}

/** Something another room does with a list's rows. Rooms do not import each other: the front door lays the offers out. */
export interface Offer {
  /** The key of the list whose rows it takes. */
  list: string
  permission: Permission
  label: Words
  icon: ReactNode
  isDanger?: boolean
  /** Loaded when it is first chosen. */
  Form: ComponentType<OfferProps>
}

export const OffersContext = createContext<readonly Offer[]>([])

/**
 * The offers on a list's rows that the session may take, as row and bulk actions, and the form of the one that was chosen.
 *
 *     const offers = useOffers(dataList.key)
 *     rowActions={(row) => [...own, ...offers.actions({ ids: [row.videoId] }, 1)]}
 *     bulkActions={({ target, count, clear }) => [...own, ...offers.actions(target, count, clear)]}
 *     {offers.form}
 */
export function useOffers(list: string): {
  hasAny: boolean
  actions(target: Target, count: number, onDone?: () => void): Action[]
  form: ReactNode
} {
  const { session, language } = useApp()
  const offers = use(OffersContext).filter(
    (offer) => offer.list === list && !!session && may(session, offer.permission),
  )
  const [chosen, choose] = useState<{ offer: Offer; target: Target; count: number; onDone(): void } | null>(null)
  const Form = chosen?.offer.Form
  return {
    hasAny: offers.length > 0,
    actions: (target, count, onDone = () => {}) =>
      offers.map((offer) => ({
        label: offer.label[language],
        icon: offer.icon,
        ...(offer.isDanger ? { isDanger: true } : {}),
        run: () => choose({ offer, target, count, onDone }),
      })),
    form: Form && (
      <Suspense>
        <Form target={chosen.target} count={chosen.count} onDone={chosen.onDone} onClose={() => choose(null)} />
      </Suspense>
    ),
  }
}
