import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../tests/world.ts'

const { database } = await freshDatabase()

test('the world has collections of both kinds, and their counts are those of their items', async () => {
  const rows = await database.rows<{ kind: string; count: number; items: number }>(sql`
    select filter_type as kind, item_count as count,
      (select count(*) from collection_item i where i.collection_id = c.id) as items from collection c`)
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['artificial', 'rules']))
  for (const { count, items } of rows) expect(count).toBe(items)
})
