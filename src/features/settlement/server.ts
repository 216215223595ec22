import type { Feature } from '../../core/verb.ts'
import { jobs } from './server/build.ts'
import { verbs as plans } from './server/plans.ts'

export const settlement: Feature = { verbs: [...plans], lists: [], jobs }
