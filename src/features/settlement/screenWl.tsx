import { Room } from './parts/Room.tsx'

/** Income shares of bounty tasks, for operators (domain page S11). */
export default function SettlementWlScreen() {
  return <Room product="wl" />
}
