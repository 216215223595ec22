import { refuse } from '../../core/errors.ts'
import { type Ctx, serve } from '../../core/verb.ts'
import { lineAdd, lineEdit, teamAdd, teamEdit } from './contract.ts'
import { errors } from './errors.ts'
import { differing, ensureHeld } from './guards.ts'
import * as sql from './sqlWrite.ts'

/** Levels of teams at most: deeper ones are no help to anybody, and a path stays short. */
const MOST_LEVELS = 5

const addLine = serve(lineAdd, async (ctx, { body }) => {
  const name = body.name.trim()
  const id = await sql.addLine(ctx.db, name)
  if (!id) throw refuse(errors, 'NAME_TAKEN', { field: 'name' })
  await ctx.audit({ action: 'line.create', entity: 'line', entityId: id, after: { name } })
  return { id }
})

const editLine = serve(lineEdit, async (ctx, { params, body }) => {
  await sql.lockStructure(ctx.db)
  const line = ensureHeld(await sql.holdLine(ctx.db, ctx.scope, params.id), body.version)
  const name = body.name.trim()
  if (name === line.name) return { version: line.version }
  if (await sql.lineNamed(ctx.db, name)) throw refuse(errors, 'NAME_TAKEN', { field: 'name' })
  await sql.renameLine(ctx.db, line.id, name)
  await ctx.audit({ action: 'line.update', entity: 'line', entityId: line.id, ...differing(line, { name }) })
  return { version: line.version + 1 }
})

/** The path a team stands under. Throws TEAM_NOT_FOUND, TEAM_LINE. */
async function pathAbove(ctx: Ctx, parentId: string | null, lineId: string): Promise<string> {
  if (!parentId) return '/'
  const parent = await sql.holdTeam(ctx.db, ctx.scope, parentId)
  if (!parent) throw refuse(errors, 'TEAM_NOT_FOUND', { field: 'parentId' })
  if (parent.lineId !== lineId) throw refuse(errors, 'TEAM_LINE', { field: 'parentId' })
  return parent.path
}

const levelsOf = (path: string): number => path.split('/').length - 2

function ensureDepth(above: string, levels: number): void {
  if (levelsOf(above) + levels > MOST_LEVELS)
    throw refuse(errors, 'TEAM_DEPTH', { field: 'parentId', params: { most: MOST_LEVELS } })
}

const addTeam = serve(teamAdd, async (ctx, { body }) => {
  await sql.lockStructure(ctx.db)
  const { lineId, parentId } = body
  const name = body.name.trim()
  if (!(await sql.holdLine(ctx.db, ctx.scope, lineId))) throw refuse(errors, 'LINE_NOT_FOUND', { field: 'lineId' })
  const above = await pathAbove(ctx, parentId, lineId)
  ensureDepth(above, 1)
  if (await sql.siblingNamed(ctx.db, name, lineId, parentId)) throw refuse(errors, 'NAME_TAKEN', { field: 'name' })
  const id = await sql.addTeam(ctx.db, { name, lineId, parentId, above })
  await ctx.audit({ action: 'team.create', entity: 'team', entityId: id, after: { name, lineId, parentId } })
  return { id }
})

const editTeam = serve(teamEdit, async (ctx, { params, body }) => {
  await sql.lockStructure(ctx.db)
  const team = ensureHeld(await sql.holdTeam(ctx.db, ctx.scope, params.id), body.version)
  const name = body.name.trim()
  const { parentId } = body
  const above = await pathAbove(ctx, parentId, team.lineId)
  // A team is its own subtree's first: its path begins with its own.
  if (above.startsWith(team.path)) throw refuse(errors, 'TEAM_CYCLE', { field: 'parentId' })
  ensureDepth(above, await sql.heightOf(ctx.db, team.path))
  const same = await sql.siblingNamed(ctx.db, name, team.lineId, parentId)
  if (same && same.id !== team.id) throw refuse(errors, 'NAME_TAKEN', { field: 'name' })
  const changes = differing(team, { name, parentId })
  if (Object.keys(changes.after).length === 0) return { version: team.version }
  await sql.setTeam(ctx.db, team, { name, parentId, above })
  await ctx.audit({ action: 'team.update', entity: 'team', entityId: team.id, ...changes })
  return { version: team.version + 1 }
})

export const teamVerbs = [addLine, editLine, addTeam, editTeam]
