import { distribute } from '../features/campaign/offer.tsx'
import { addToCollection } from '../features/collections/offer.tsx'
import { recommendVideo } from '../features/recommend/offer.tsx'
import { sendToRisk } from '../features/risk/offer.tsx'
import type { Offer } from '../kit/hooks/offers.tsx'

/** What one room offers on another's rows, one entry each, in the order of the menus. */
export const offers: readonly Offer[] = [distribute, addToCollection, recommendVideo, sendToRisk]
