import { Room } from './parts/Room.tsx'

/** The plan by plays: operators run it, a partner sees and confirms its own bill (domain page S12). */
export default function SettlementSm4Screen() {
  return <Room product="sm4" />
}
