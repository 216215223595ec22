import type { Feature } from '../../core/verb.ts'
import { billRoom } from './bills.ts'
import { jobs } from './jobs.ts'
import { orderRoom } from './orders.ts'

export const affiliate: Feature = {
  lists: [orderRoom.list, ...billRoom.lists],
  verbs: [...orderRoom.verbs, ...billRoom.verbs],
  jobs,
}
