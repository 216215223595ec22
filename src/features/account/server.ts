import { may } from '../../core/can.ts'
import { maskEmail, maskPhone } from '../../core/contact.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { isRegion, regionPath } from '../../core/regions.ts'
import { type Ctx, type Feature, serve } from '../../core/verb.ts'
import { centre, type Profile, profileChange, profileInfo } from './contract.ts'
import { errors } from './errors.ts'
import * as sql from './sql.ts'

const DAY_MS = 86_400_000
const NUMBERS_DAYS = 30
const SHOWN = { activity: 8, messages: 5, team: 6, projects: 6 } as const

async function readMe(ctx: Ctx): Promise<Profile> {
  const row = await sql.readProfile(ctx.db, ctx.session.accessId)
  const region = row.regionCode ? regionPath(row.regionCode).map(({ name }) => name) : []
  return { ...row, phone: maskPhone(row.phone), email: maskEmail(row.email), region }
}

async function teamOf({ db, scope, session }: Ctx) {
  const isLeader = scope.kind === 'team'
  const found = isLeader
    ? await sql.readPartners(db, scope.teamId, SHOWN.team)
    : await sql.readColleagues(db, session, SHOWN.team)
  return {
    kind: isLeader ? ('partners' as const) : ('people' as const),
    count: found[0]?.total ?? 0,
    list: found.map(({ id, name, people }) => ({ id, name, people })),
  }
}

async function projectsOf({ db, scope, session }: Ctx) {
  if (scope.kind === 'partner')
    return { kind: 'claim' as const, list: await sql.readClaims(db, scope.partnerId, SHOWN.projects) }
  if (scope.kind === 'supplier')
    return { kind: 'campaign' as const, list: await sql.readCampaigns(db, scope.supplierId, SHOWN.projects) }
  if (!may(session, 'collections.read')) return null
  const lineId = scope.kind === 'line' ? scope.lineId : null
  return { kind: 'collection' as const, list: await sql.readCollections(db, lineId, SHOWN.projects) }
}

/** The user centre and what a person says about himself (domain page S21). Everybody sees and changes the own row only. */
export const account: Feature = {
  verbs: [
    serve(profileInfo, readMe),
    serve(profileChange, async (ctx, { body: { version, ...given } }) => {
      const { accessId } = ctx.session
      const after = {
        displayName: given.displayName.trim(),
        regionCode: given.regionCode,
        address: given.address.trim() || null,
        profile: given.profile.trim() || null,
      }
      if (!after.displayName) throw refuse(errors, 'NAME_EMPTY', { field: 'displayName' })
      if (after.regionCode && !isRegion(after.regionCode))
        throw refuse(errors, 'REGION_UNKNOWN', { field: 'regionCode' })
      const { displayName, regionCode, address, profile } = await sql.readProfile(ctx.db, accessId)
      if (!(await sql.writeProfile(ctx.db, accessId, version, after))) throw refuse(common, 'STALE')
      await ctx.audit({
        action: 'user.profile',
        entity: 'user',
        entityId: accessId,
        before: { displayName, regionCode, address, profile },
        after,
      })
      return readMe(ctx)
    }),
    serve(centre, async (ctx) => {
      const { accessId } = ctx.session
      const since = new Date(ctx.now.getTime() - NUMBERS_DAYS * DAY_MS)
      const [numbers, activity, messages, team, projects] = await Promise.all([
        sql.readNumbers(ctx.db, accessId, since),
        sql.readActivity(ctx.db, accessId, SHOWN.activity),
        sql.readDigest(ctx.db, accessId, ctx.language, SHOWN.messages),
        teamOf(ctx),
        projectsOf(ctx),
      ])
      return { numbers, activity, messages, team, projects }
    }),
  ],
}
