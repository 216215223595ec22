import { refuse } from '../../core/errors.ts'
import { LANGUAGES } from '../../core/text.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { DENSITIES } from '../../kit/list/types.ts'
import { MAX_SETTINGS, settingList, settingSave } from './contract.ts'
import { errors } from './errors.ts'
import { forgetSetting, listSettings, saveSetting } from './sql.ts'

const WORDS: Record<string, readonly string[]> = {
  'arco-locale': LANGUAGES,
  'arco-theme': ['light', 'dark'],
  'tab-density': DENSITIES,
  tour: ['done'],
}

/** Columns are kept only if they are an array (specification section 5). */
function isFit(key: string, value: string): boolean {
  if (WORDS[key]) return WORDS[key].includes(value)
  try {
    return Array.isArray(JSON.parse(value))
  } catch {
    return false
  }
}

/**
 * What a person arranged, kept for the next browser. The last to arrive stands. No entry in the audit log: it changes what
 * one sees, not what is.
 */
export const settings: Feature = {
  verbs: [
    serve(settingList, async (ctx) => ({ list: await listSettings(ctx.db, ctx.session.accessId) })),
    serve(settingSave, async (ctx, { body: { key, value } }) => {
      const userId = ctx.session.accessId
      if (value === null) {
        await forgetSetting(ctx.db, userId, key)
        return { done: true }
      }
      if (!isFit(key, value)) throw refuse(errors, 'BAD_SETTING', { field: 'value' })
      if ((await saveSetting(ctx.db, userId, key, value, ctx.now)) > MAX_SETTINGS)
        throw refuse(errors, 'TOO_MANY_SETTINGS', { params: { limit: MAX_SETTINGS } })
      return { done: true }
    }),
  ],
}
