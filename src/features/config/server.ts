import { errors as common, refuse } from '../../core/errors.ts'
import { defaultOf, faultOf, SETTING_KEYS, type SettingKey, type SettingValue } from '../../core/settings.ts'
import { type Ctx, type Db, type Feature, serve } from '../../core/verb.ts'
import { configHistory, configList, configRestore, configSet, type Item } from './contract.ts'
import { errors } from './errors.ts'
import * as sql from './sql.ts'

/**
 * Settings whose value other rooms keep in a table of their own: where it is read, and what a change writes there in the
 * same transaction.
 */
const TABLES: {
  [K in SettingKey]?: { read(db: Db): Promise<SettingValue<K>>; write(db: Db, value: SettingValue<K>): Promise<void> }
} = {
  'rank.weights': { read: sql.readWeights, write: sql.addFormula },
  'risk.slaMinutes': { read: sql.readSla, write: sql.setSla },
}

function knownKey(key: string): SettingKey {
  const known = SETTING_KEYS.find((one) => one === key)
  if (!known) throw refuse(common, 'NOT_FOUND')
  return known
}

async function itemOf(db: Db, key: SettingKey, stored: sql.Stored | undefined): Promise<Item> {
  return {
    key,
    value: (await TABLES[key]?.read(db)) ?? stored?.value ?? defaultOf(key),
    isDefault: (stored?.value ?? null) === null,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt ?? null,
    changedBy: stored?.changedBy ?? null,
  }
}

const list = serve(configList, async ({ db }) => {
  const stored = new Map((await sql.readAll(db)).map((one) => [one.key, one]))
  return { items: await Promise.all(SETTING_KEYS.map((key) => itemOf(db, key, stored.get(key)))) }
})

const stale = async (db: Db, key: SettingKey) =>
  refuse(common, 'STALE', { field: 'version', data: { current: await itemOf(db, key, await sql.readOne(db, key)) } })

/** The newest version of a key. Throws STALE with the current state when that is not the one meant. */
async function ensureVersion(db: Db, key: SettingKey, version: number): Promise<sql.Stored | undefined> {
  const stored = await sql.readOne(db, key)
  if ((stored?.version ?? 0) !== version) throw await stale(db, key)
  return stored
}

/**
 * Makes a value the newest version of a key. Throws STALE with the current state when the version is another, and the
 * fault of the value at its field.
 */
async function change(
  ctx: Ctx,
  action: 'set' | 'reset' | 'restore',
  key: SettingKey,
  { version, value, note }: { version: number; value: unknown; note?: string | undefined },
): Promise<{ version: number }> {
  const fault = value === null ? null : faultOf(key, value)
  if (fault) {
    const { at, rule, min = 0, max = 0 } = fault
    throw refuse(errors, rule, { field: at ? `value.${at}` : 'value', params: { at, min, max } })
  }
  const before = await ensureVersion(ctx.db, key, version)
  const next = { key, version: version + 1, value, by: ctx.session.accessId, note: note?.trim() || null, at: ctx.now }
  // Two at once: one version is written, the other person is shown it.
  if (!(await sql.addVersion(ctx.db, next))) throw await stale(ctx.db, key)
  const table = TABLES[key] as { write(db: Db, value: unknown): Promise<void> } | undefined
  await table?.write(ctx.db, value ?? defaultOf(key))
  await ctx.audit({
    action: `config.${action}`,
    entity: 'config',
    entityId: key,
    before: { value: before?.value ?? null },
    after: { value },
    ...(next.note && { reason: next.note }),
  })
  return { version: next.version }
}

const set = serve(configSet, (ctx, { params, body }) =>
  change(ctx, body.value === null ? 'reset' : 'set', knownKey(params.id), body),
)

const restore = serve(configRestore, async (ctx, { params, body }) => {
  const key = knownKey(params.id)
  await ensureVersion(ctx.db, key, body.version)
  const found = await sql.readVersion(ctx.db, key, body.restore)
  if (!found) throw refuse(common, 'NOT_FOUND')
  return change(ctx, 'restore', key, { ...body, value: found.value })
})

const history = serve(configHistory, async ({ db }, { query }) => {
  const skip = Number(query.before ?? 0)
  const { list: changes, more } = await sql.readHistory(db, query.key, skip)
  return { list: changes, before: more ? String(skip + changes.length) : null }
})

export const config: Feature = { verbs: [list, history, set, restore] }
