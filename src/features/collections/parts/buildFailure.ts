import type { Language } from '../../../core/text.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { errors } from '../errors.ts'
import { MAX_MATCHES } from '../rule.ts'

/** Why a build failed, in words. */
export const failureIn = (reason: string, language: Language): string =>
  (errors[reason as keyof typeof errors]?.[language] ?? reason).replace('{limit}', exactCount(MAX_MATCHES))
