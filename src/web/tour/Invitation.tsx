import { Button } from '@mantine/core'
import { HOME } from '../../core/access.ts'
import { useText } from '../../kit/hooks/app.ts'
import { useStored } from '../../kit/hooks/useStored.ts'
import styles from '../shell/Shell.module.css'
import { useCurrentPage } from '../shell/useMenu.ts'
import { invitationText } from './invitationText.ts'
import { endTour, startTour, TOUR_KEY, useTour } from './tour.ts'

/** Offers the tour in a corner of the workplace until it was taken or declined; it never starts by itself. */
export function Invitation() {
  const words = useText(invitationText)
  const [seen] = useStored(TOUR_KEY)
  const isOpen = useTour((state) => state.isOpen)
  const { path } = useCurrentPage()
  if (seen || isOpen || path !== HOME) return null
  return (
    <aside className={styles.corner} aria-label={words.tour}>
      <span>{words.invitation}</span>
      <Button size="xs" variant="default" onClick={endTour}>
        {words.decline}
      </Button>
      <Button size="xs" onClick={startTour}>
        {words.start}
      </Button>
    </aside>
  )
}
