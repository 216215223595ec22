import sql from 'sql-template-tag'
import type { Scope } from '../../../core/scope.ts'
import type { Db } from '../../../core/verb.ts'
import { fenceRows, statusAt } from './list.ts'

export interface FeedRow {
  id: string
  status: string
  title: string
  coverUrl: string | null
  durationMs: number | null
  contentType: string
  categoryZh: string | null
  originalUrl: string | null
  deadlineAt: string
  createdAt: string
  platforms: string[]
  region: string
  rightsStart: string
  rightsEnd: string
  allowEdit: boolean
  requiredTags: string[]
  forbiddenWords: string[]
  priceModel: string
  unitPriceE4: number | null
  sharePpm: number | null
  capFen: number | null
  takedownDueAt: string | null
}

/** Tasks of the scope after an id, oldest first. */
export function readFeed(
  db: Db,
  scope: Scope,
  { after, limit, status, now }: { after: string; limit: number; status: string | null; now: Date },
): Promise<FeedRow[]> {
  return db.rows<FeedRow>(sql`
    select d.id::text, ${statusAt(now)} as status, d.title, d.cover_url as "coverUrl", d.duration_ms as "durationMs",
      d.content_type as "contentType", g.name_zh as "categoryZh", d.original_url as "originalUrl", d.deadline_at as "deadlineAt",
      d.created_at as "createdAt", b.platforms, b.region, b.rights_start as "rightsStart", b.rights_end as "rightsEnd",
      b.allow_edit as "allowEdit", b.required_tags as "requiredTags", b.forbidden_words as "forbiddenWords",
      b.price_model as "priceModel", b.unit_price_e4 as "unitPriceE4", b.share_ppm as "sharePpm", b.cap_fen as "capFen",
      d.takedown_due_at as "takedownDueAt"
    from distribution d join dist_batch b on b.id = d.batch_id left join category g on g.id = d.category_id
    where d.id > ${after} and ${fenceRows(scope)} and (${status}::text is null or ${statusAt(now)} = ${status})
    order by d.id limit ${limit}`)
}
