import sql, { empty, join, type Sql } from 'sql-template-tag'
import { may } from '../../../core/can.ts'
import type { Filter } from '../../../core/listQuery.ts'
import type { Session } from '../../../core/session.ts'
import type { Language } from '../../../core/text.ts'
import { type ListSource, likePattern } from '../../../kit/sql/list.ts'
import type { articlesList } from '../contract.ts'
import { audienceSize, confirmedCount, hasConfirmed, isMeantFor, stateOf } from './audience.ts'

/** Editors read whatever there is, readers what is published for them; to everybody else the rest does not exist. */
export function fenceReader(session: Session): Sql {
  if (may(session, 'articles.write')) return sql`true`
  return sql`(a.status = 'published' and ${isMeantFor(sql`${session.accessRoles}::text`, sql`${session.partnerId}::bigint`)})`
}

const haystack = sql`article_words(v.title, v.tags, v.plain)`

/** What was searched for, word by word; ten at most. */
const termsOf = (keyword: string): string[] => keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)

/** All words stand somewhere in title, tags or text. Editors also find what was never published, by its title. */
const matches = (keyword: string): Sql =>
  join(
    termsOf(keyword).map((term) => {
      const like = likePattern(term)
      const inVersion =
        [...term].length < 2
          ? sql`${haystack} like ${like}`
          : sql`(bigrams(${haystack}) @> bigrams(${term}) and ${haystack} like ${like})`
      return sql`(${inVersion} or (a.live_no is null and lower(d.title) like ${like}))`
    }),
    ' and ',
  )

/** Title three times, tags twice, text once (domain page S16), for each word. */
const scoreOf = (keyword: string): Sql =>
  join(
    termsOf(keyword).map((term) => {
      const like = likePattern(term)
      return sql`case when ${title} ilike ${like} then 3 else 0 end
        + case when array_to_string(v.tags, ' ') ilike ${like} then 2 else 0 end
        + case when v.plain ilike ${like} then 1 else 0 end`
    }),
    ' + ',
  )

const title = sql`coalesce(v.title, d.title)`
const AROUND = 30
const SHOWN = 120

export function articlesSource(
  session: Session,
  language: Language,
  filters: readonly Filter[],
): ListSource<typeof articlesList> {
  const keyword = filters.find((one) => one.kind === 'contains' && one.name === 'keyword')
  const text = keyword?.kind === 'contains' ? keyword.text : ''
  const hasTerms = termsOf(text).length > 0
  const me = sql`${session.accessId}::bigint`
  const myState = stateOf(me)
  const score = hasTerms ? sql`(${scoreOf(text)})` : sql`0`
  const rank = sql`(${score})::bigint * 1000000000000 + case when a.is_pinned then 500000000000 else 0 end
    + case when a.is_must_read and not ${hasConfirmed(me)} then 200000000000 else 0 end
    + extract(epoch from coalesce(a.published_at, a.created_at))::bigint`
  const found = sql`position(${termsOf(text)[0] ?? ''} in lower(v.plain))`
  const from = sql`article a join article_draft d on d.article_id = a.id
    left join article_version v on v.article_id = a.id and v.no = a.live_no`
  return {
    keys: () => from,
    id: sql`a.id`,
    rows: sql`join ${from} on a.id = page.id join article_category g on g.id = a.category_id`,
    columns: {
      title,
      category: language === 'zh-CN' ? sql`g.name_zh` : sql`g.name_en`,
      status: sql`a.status`,
      lang: sql`coalesce(v.lang, d.lang)`,
      isMustRead: sql`a.is_must_read`,
      isPinned: sql`a.is_pinned`,
      isAnnouncement: sql`a.is_announcement`,
      tags: sql`array_to_string(coalesce(v.tags, d.tags), ' · ')`,
      publishedAt: sql`a.published_at`,
      views: sql`a.views`,
      readers: sql`(select count(*) from article_read r where r.article_id = a.id)`,
      confirmed: sql`case when a.is_must_read then ${confirmedCount} || '/' || ${audienceSize} end`,
      helpfulRate: sql`(select round(1e6 * count(*) filter (where f.is_helpful) / nullif(count(*), 0))::bigint from article_feedback f where f.article_id = a.id)`,
      updatedAt: sql`greatest(a.updated_at, d.saved_at)`,
      myState,
      articleId: sql`a.id::text`,
      author: sql`coalesce(v.author, d.author)`,
      digest: sql`coalesce(v.digest, nullif(d.digest, ''), left(d.plain, 54))`,
      excerpt: hasTerms
        ? sql`case when ${found} > 0 then substr(v.plain, greatest(1, ${found} - ${AROUND}::int), ${SHOWN}::int) end`
        : sql`null::text`,
      coverKey: sql`coalesce(v.cover_key, d.cover_key)::text`,
      minutes: sql`greatest(1, round(coalesce(v.words, d.words) / 400.0))::int`,
      rank,
      hasChanges: sql`(d.is_dirty and a.live_no is not null)`,
      version: sql`a.version`,
    },
    sorts: {
      rank,
      publishedAt: sql`coalesce(a.published_at, '-infinity')`,
      views: sql`a.views`,
      updatedAt: sql`greatest(a.updated_at, d.saved_at)`,
    },
    filters: {
      status: sql`a.status`,
      lang: sql`coalesce(v.lang, d.lang)`,
      isMustRead: sql`a.is_must_read`,
      isPinned: sql`a.is_pinned`,
      isAnnouncement: sql`a.is_announcement`,
      publishedAt: sql`a.published_at`,
      myState,
      keyword: () => (hasTerms ? matches(text) : sql`true`),
      categoryId: (filter) =>
        filter.kind === 'any'
          ? sql`a.category_id in (select id from article_category where ${idsIn(filter.values)})`
          : empty,
    },
  }
}

/** A category holds the articles of those below it. */
function idsIn(values: readonly string[]): Sql {
  const ids = values.filter((value) => value !== 'none')
  return sql`(id = any(${ids}::bigint[]) or parent_id = any(${ids}::bigint[]))`
}
