import type { Feature } from '../../core/verb.ts'
import { accountRoom } from './accounts.ts'
import { billRoom } from './bills.ts'
import { unionOrdersImport } from './importTarget.ts'
import { jobs } from './jobs.ts'
import { linkRoom } from './links.ts'
import { orderRoom } from './orders.ts'
import { syncJobs } from './sync.ts'

export const affiliate: Feature = {
  lists: [accountRoom.list, ...linkRoom.lists, orderRoom.list, ...billRoom.lists],
  verbs: [...accountRoom.verbs, ...linkRoom.verbs, ...orderRoom.verbs, ...billRoom.verbs],
  imports: [unionOrdersImport],
  jobs: [...jobs, ...syncJobs, ...linkRoom.jobs],
}
