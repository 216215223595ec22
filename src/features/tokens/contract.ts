import Type from 'typebox'
import { TOKEN_SCOPES, type TokenScope } from '../../core/access.ts'
import { Done, defineEndpoint, Id, idParams, nullable, strict } from '../../core/contract.ts'

export const TOKENS_PER_USER = 20
export const MAX_DAYS = 365
export const MAX_NAME = 60

const SCOPES = Object.keys(TOKEN_SCOPES) as TokenScope[]
const Scopes = Type.Array(Type.Enum(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true })

/** One's own tokens for machines, the newest first, also those that ended within 90 days; and the scopes one may give. */
export const tokenList = defineEndpoint({
  method: 'GET',
  path: '/api/tokens',
  permission: 'self.use',
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        /** How the token begins. */
        prefix: Type.String(),
        scopes: Type.Array(Type.String()),
        state: Type.Enum(['living', 'expired', 'revoked']),
        createdAt: Type.String(),
        expiresAt: Type.String(),
        lastUsedAt: nullable(Type.String()),
      }),
    ),
    scopes: Type.Array(Type.String()),
  }),
})

/** Makes a token. This answer is the only place it ever stands in whole. */
export const tokenCreate = defineEndpoint({
  method: 'POST',
  path: '/api/tokens',
  permission: 'self.use',
  body: strict({
    name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
    scopes: Scopes,
    expiresInDays: Type.Integer({ minimum: 1, maximum: MAX_DAYS }),
  }),
  reply: Type.Object({ id: Id, token: Type.String(), prefix: Type.String(), expiresAt: Type.String() }),
})

/** Ends a token of one's own at once. */
export const tokenRevoke = defineEndpoint({
  method: 'POST',
  path: '/api/tokens/:id/revoke',
  permission: 'self.use',
  params: idParams,
  reply: Done,
})
