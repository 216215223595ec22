import Type from 'typebox'
import { Done, defineEndpoint, nullable, strict } from '../../core/contract.ts'

export const MAX_VALUE = 8000
/** More than there are lists. */
export const MAX_SETTINGS = 200

/** What follows a person, by its name in local storage. */
const Key = Type.String({ pattern: '^(arco-locale|arco-theme|tab-density|tour|tab-columns:[\\w-]{1,60})$' })

/** What one arranged: language, theme, density and columns. */
export const settingList = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  permission: 'self.use',
  reply: Type.Object({
    list: Type.Array(Type.Object({ key: Type.String(), value: Type.String(), changedAt: Type.String() })),
  }),
})

/** Keeps one setting as local storage holds it; null forgets it. Throws BAD_SETTING, TOO_MANY_SETTINGS. */
export const settingSave = defineEndpoint({
  method: 'PUT',
  path: '/api/settings',
  permission: 'self.use',
  body: strict({ key: Key, value: nullable(Type.String({ maxLength: MAX_VALUE })) }),
  reply: Done,
})
