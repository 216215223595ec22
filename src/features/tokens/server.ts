import { TOKEN_PREFIX, TOKEN_SCOPES, type TokenScope } from '../../core/access.ts'
import { mayHold } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { TOKENS_PER_USER, tokenCreate, tokenList, tokenRevoke } from './contract.ts'
import { errors } from './errors.ts'
import { countLiving, endToken, insertToken, listTokens, lockOwner } from './sql.ts'

/** Enough of a token to know it by, too little to guess it from. */
const SHOWN = TOKEN_PREFIX.length + 6

export const tokens: Feature = {
  verbs: [
    serve(tokenList, async (ctx) => ({
      list: await listTokens(ctx.db, ctx.session.accessId),
      scopes: (Object.keys(TOKEN_SCOPES) as TokenScope[]).filter((scope) => mayHold(ctx.session, scope)),
    })),
    serve(tokenCreate, async (ctx, { body: { scopes, expiresInDays, ...body } }) => {
      const name = body.name.trim()
      if (!name) throw refuse(errors, 'NAME_EMPTY', { field: 'name' })
      const foreign = scopes.find((scope) => !mayHold(ctx.session, scope))
      if (foreign) throw refuse(errors, 'SCOPE_NOT_YOURS', { field: 'scopes', params: { scope: foreign } })
      const userId = ctx.session.accessId
      await lockOwner(ctx.db, userId)
      if ((await countLiving(ctx.db, userId)) >= TOKENS_PER_USER)
        throw refuse(errors, 'TOO_MANY_TOKENS', { params: { limit: TOKENS_PER_USER } })
      const token = TOKEN_PREFIX + ctx.accounts.newToken().token
      const prefix = token.slice(0, SHOWN)
      const hash = ctx.accounts.hashToken(token)
      const { id, expiresAt } = await insertToken(ctx.db, { userId, name, prefix, hash, scopes, days: expiresInDays })
      await ctx.audit({
        action: 'token.create',
        entity: 'token',
        entityId: id,
        after: { name, prefix, scopes, expiresAt },
      })
      return { id, token, prefix, expiresAt }
    }),
    serve(tokenRevoke, async (ctx, { params: { id } }) => {
      const ended = await endToken(ctx.db, ctx.session.accessId, id)
      if (!ended) throw refuse(common, 'NOT_FOUND')
      if (ended.wasLiving)
        await ctx.audit({ action: 'token.revoke', entity: 'token', entityId: id, before: { name: ended.name } })
      return { done: true }
    }),
  ],
}
