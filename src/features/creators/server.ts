import type { Feature } from '../../core/verb.ts'
import { bindingsImport } from './importTarget.ts'

export const creators: Feature = { imports: [bindingsImport] }
