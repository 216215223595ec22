import { lazy, Suspense } from 'react'
import { useMay, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { accrualText } from '../accrualText.ts'
import { sm4Accruals, wlAccruals } from '../contract/accruals.ts'
import { text } from '../overviewText.ts'
import type { TabProps } from './Room.tsx'

const AccrualPanel = lazy(async () => ({ default: (await import('./AccrualPanel.tsx')).AccrualPanel }))

/** Lines of income, one per work and day; a line opens into its day and the source row it is from. */
export default function Accruals({ product, tabs }: TabProps) {
  const words = useText(text)
  const isStaff = useMay('settlement.write')
  const shared = {
    primary: ['earnDate', 'lineType', 'isFinal'],
    withoutFilters: isStaff ? ['videoId'] : ['videoId', 'partnerId'],
    headActions: tabs,
    openLabel: words.line.how,
  }
  const drawer = (id: string, close: () => void) => (
    <Suspense>
      <AccrualPanel key={id} product={product} id={id} onClose={close} />
    </Suspense>
  )
  return product === 'wl' ? (
    <ListPage list={wlAccruals} text={accrualText.wl} drawer={drawer} {...shared} />
  ) : (
    <ListPage list={sm4Accruals} text={accrualText.sm4} drawer={drawer} {...shared} />
  )
}
