import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../tests/world.ts'

const { database } = await freshDatabase()

test('what stands on the boards is what sorting every work for every board would put there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        salt: fc.integer({ min: 1, max: 1_000_000 }),
        // Few values are many ties; large ones stand on distant steps.
        highest: fc.constantFrom(1, 3, 40, 5_000, 10_000_000_000),
        stored: fc.integer({ min: 1, max: 25 }),
        withScopes: fc.boolean(),
      }),
      async ({ salt, highest, stored, withScopes }) => {
        const found = await database.transaction(async (db) => {
          await db.rows(sql`select drop_rank_tables()`)
          await db.rows(sql`create temp table rank_fact on commit drop as
            select w.n::smallint as window_days, v.id as video_id, s.score, s.score as play_count, s.score % 3 as play_delta,
              0::bigint as like_delta, 0::bigint as comment_delta, 0::bigint as share_delta, null::bigint as favorite_delta,
              v.id % 7 = 0 as is_bad
            from video v cross join unnest(array[1, 7]) w (n)
            cross join lateral (select abs(hashint8extended(v.id * 31 + w.n, ${salt}::bigint)) % (${highest}::bigint + 1) as score) s`)
          await db.rows(sql`select place_ranks((select (version, play_weight, like_weight, comment_weight, favorite_weight, share_weight,
            danmaku_weight, boost_percent, boost_hours, per_creator, per_partner, ${stored}::integer, shown_count, created_at)::rank_formula
            from rank_formula where version = 1), false, ${withScopes})`)
          const placed = await db.rows(
            sql`select window_days, scope_key, position, rank, video_id, score from rank_placed order by 1, 2, 3`,
          )
          const excluded = await db.rows(sql`select * from rank_excluded order by 1, 2`)
          const plain = sql`
            select f.window_days, scope.key as scope_key, f.video_id, f.score, f.play_delta, v.published_at, f.is_bad
            from rank_fact f join video v on v.id = f.video_id left join category c on c.id = v.category_id
            cross join lateral (values ('all'), ('platform:' || v.platform), ('type:' || v.content_type),
              ('category:' || coalesce(c.parent_id, c.id))) scope (key)
            where f.score > 0 and v.visibility = 'public' and v.risk_state not in ('blocked', 'limited')
              and scope.key is not null and (${withScopes} or scope.key = 'all')`
          const sorted = await db.rows(sql`
            select window_days, scope_key, position, rank, video_id, score from (
              select *, row_number() over (partition by window_days, scope_key
                  order by score desc, play_delta desc, published_at desc nulls last, video_id)::integer as position,
                rank() over (partition by window_days, scope_key order by score desc)::integer as rank
              from (${plain}) p where not is_bad
            ) s where position <= ${stored} order by 1, 2, 3`)
          const bad = await db.rows(sql`
            select window_days, scope_key, count(*)::integer as videos from (${plain}) p where is_bad group by 1, 2 order by 1, 2`)
          await db.rows(sql`select drop_rank_tables()`)
          return { placed, excluded, sorted, bad }
        })
        expect(found.placed.length).toBeGreaterThan(0)
        expect(found.placed).toEqual(found.sorted)
        expect(found.excluded).toEqual(found.bad)
      },
    ),
    { numRuns: 30, seed: 20261120 },
  )
}, 60_000)
