import type { Feature } from '../../core/verb.ts'
import { jobs } from './server/build.ts'

export const settlement: Feature = { verbs: [], lists: [], jobs }
