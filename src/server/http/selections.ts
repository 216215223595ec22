import sql from 'sql-template-tag'
import { freezeSelection, MAX_SELECTION, type Target } from '../../core/bulk.ts'
import { may } from '../../core/can.ts'
import { errors as common, type Refusal, refuse } from '../../core/errors.ts'
import { parseListQuery } from '../../core/listQuery.ts'
import { type Db, type Feature, serve } from '../../core/verb.ts'

const errors = {
  SELECTION_TOO_LARGE: {
    status: 422,
    'zh-CN': '筛选结果超过 {limit} 条，请缩小范围后再批量操作',
    'en-US': 'More than {limit} rows match; narrow the filters first',
  },
  SELECTION_GONE: {
    status: 404,
    'zh-CN': '所选范围已失效，请重新选择',
    'en-US': 'The selection is no longer there; select again',
  },
} as const satisfies Record<string, Refusal>

const LIFE_HOURS = 2

/** The verb that freezes a filter's rows, for the lists of these features. Throws SELECTION_TOO_LARGE and those of the list query. */
export function selectionsFor(features: Feature[]): Feature {
  const verbs = features.flatMap(({ lists = [] }) => lists)
  return {
    verbs: [
      serve(freezeSelection, async (ctx, { body }) => {
        const allows = (needs: Parameters<typeof may>[1]) => may(ctx.session, needs)
        const verb = verbs.find(({ list }) => list.key === body.listKey && allows(list.permission))
        if (!verb) throw refuse(common, 'NOT_FOUND')
        const { current, pageSize, cursor, total, columns, ...filters } = Object.fromEntries(
          new URLSearchParams(body.query),
        )
        const query = { ...parseListQuery(verb.list, allows, filters), current: 1 }
        const ids: string[] = []
        for await (const batch of verb.all(ctx, query)) {
          for (const row of batch) ids.push(String((row as Record<string, unknown>)[verb.list.rowId]))
          if (ids.length > MAX_SELECTION)
            throw refuse(errors, 'SELECTION_TOO_LARGE', { params: { limit: MAX_SELECTION } })
        }
        const made = await ctx.db.one<{ id: string }>(sql`
          insert into selection (user_id, list_key, ids) values (${ctx.session.accessId}, ${body.listKey}, ${ids}::bigint[])
          returning id::text as id`)
        return { id: made!.id, count: ids.length }
      }),
    ],
  }
}

/** The ids a bulk action means. A selection of somebody else is one that does not exist. Throws SELECTION_GONE. */
export async function idsOf(db: Db, userId: string, target: Target): Promise<string[]> {
  if ('ids' in target) return target.ids
  const found = await db.one<{ ids: string[] }>(sql`
    select ids::text[] as ids from selection
    where id = ${target.selection} and user_id = ${userId} and created_at > now() - make_interval(hours => ${LIFE_HOURS})`)
  if (!found) throw refuse(errors, 'SELECTION_GONE', { field: 'selection' })
  return found.ids
}

export async function dropOldSelections(db: Db): Promise<void> {
  await db.rows(sql`delete from selection where created_at < now() - make_interval(hours => ${LIFE_HOURS})`)
}
