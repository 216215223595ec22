import { create } from 'zustand'
import { writeStored } from '../../kit/hooks/stored.ts'

/** In local storage and among the person's settings: `done` once the tour was taken or declined. */
export const TOUR_KEY = 'tour'

export const useTour = create(() => ({ isOpen: false }))
export const startTour = () => useTour.setState({ isOpen: true })

/** Taken to its end, left or declined: nobody is asked twice. */
export function endTour(): void {
  writeStored(TOUR_KEY, 'done')
  useTour.setState({ isOpen: false })
}
