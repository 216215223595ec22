import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { freshDatabase } from '../world.ts'

const { database } = await freshDatabase()

test('who names a work or a creator is found by an index when one of them goes', async () => {
  const unfound = await database.rows<{ reference: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as reference
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.conparentid = 0 and k.confrelid in ('video'::regclass, 'creator'::regclass)
      and not exists (
        select from pg_index x where x.indrelid = k.conrelid and x.indkey[0] = k.conkey[1]
          and coalesce(pg_get_expr(x.indpred, x.indrelid) = format('(%I IS NOT NULL)', a.attname), true))
    order by 1`)
  expect(unfound).toEqual([])
})
