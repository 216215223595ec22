import type { Feature } from '../../core/verb.ts'
import { orderRoom } from './orders.ts'

export const affiliate: Feature = {
  lists: [orderRoom.list],
  verbs: [...orderRoom.verbs],
}
