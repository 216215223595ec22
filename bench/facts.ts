import sql from 'sql-template-tag'
import type { Db } from '../src/core/verb.ts'

/** A work and its current figures. */
export interface Fact {
  id: string
  platform: string
  platformItemId: string
  play: number
  like: number
  comment: number
  share: number
  favorite: number
}

/** The first works by id, and what they stand at. */
export const readFacts = (db: Db, rows: number): Promise<Fact[]> =>
  db.rows(sql`
    select v.id::text, v.platform, v.platform_item_id as "platformItemId", s.play_count as play, s.like_count as "like",
      s.comment_count as comment, s.share_count as share, s.favorite_count as favorite
    from video v join video_stat s on s.video_id = v.id where v.published_at is not null order by v.id limit ${rows}`)

/** Plays of the day that is sent. */
export const playsOf = (fact: Fact, round: number): number => fact.play + ((Number(fact.id) * 7919 + round) % 5_000)
