import type pg from 'pg'
import sql from 'sql-template-tag'
import { addDays, startOf } from '../../../core/time.ts'
import { clean } from '../../../features/articles/clean.ts'
import { ARTICLES, type ArticleText, CATEGORIES, PATHS } from './articleTexts.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AUTHORS = ['学院编辑部', '梁书禾', '许晚舟', '顾望']

/** The academy: its tree, articles in every state, and what readers have made of them. */
export async function fillArticles(client: pg.PoolClient, size: Size): Promise<void> {
  const end = +startOf(addDays(size.through, 1))
  const categories = await fillCategories(client)
  const users = await client.query<{ id: string; role: string; partner: string | null }>(
    `select id::text, role, partner_id::text as partner from app_user where status = 'active' and role in ('leader', 'partner') order by id`,
  )
  const partners = new Set(
    (await client.query<{ id: string }>('select id::text from partner')).rows.map(({ id }) => id),
  )
  for (const [at, article] of ARTICLES.entries()) {
    const random = randomOf(size.seed, 41, at)
    const id = await fillArticle(client, article, categories.get(article.category)!, end, random, partners)
    if (article.age !== undefined && !article.status) await fillReaders(client, id, article, users.rows, end, random)
  }
  await fillPaths(client)
  for (const [keyword, n] of [
    ['直播切片', 9],
    ['发票抬头', 6],
    ['换绑达人', 4],
    ['cookies', 2],
  ] as const)
    await client.query(
      sql`insert into article_search_miss (stat_date, keyword, n) values (${addDays(size.through, -n)}::date, ${keyword}, ${n})`,
    )
}

async function fillPaths(client: pg.PoolClient): Promise<void> {
  for (const [at, { title, summary, roles, steps }] of PATHS.entries())
    await client.query(sql`
      with path as (
        insert into learning_path (title, summary, audience_roles, is_online, sort, created_by)
        values (${title}, ${summary}, ${roles}, true, ${at + 1}, (select id from app_user where access_key = 'coo')) returning id
      )
      insert into learning_path_article (path_id, position, article_id)
      select path.id, step.position, d.article_id from path, unnest(${steps}::text[]) with ordinality step (title, position)
      join article_draft d on d.title = step.title`)
}

async function fillCategories(client: pg.PoolClient): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [at, { key, parent, zh, en, isDocs = false }] of CATEGORIES.entries()) {
    const { rows } = await client.query<{ id: string }>(sql`
      insert into article_category (parent_id, name_zh, name_en, sort, is_docs)
      values (${parent ? ids.get(parent) : null}::bigint, ${zh}, ${en}, ${at + 1}, ${isDocs}) returning id::text`)
    ids.set(key, rows[0]!.id)
  }
  return ids
}

async function fillArticle(
  client: pg.PoolClient,
  article: ArticleText,
  categoryId: string,
  end: number,
  random: Random,
  known: ReadonlySet<string>,
): Promise<string> {
  const { html, plain, words } = clean(article.html)
  const publishedAt =
    article.age === undefined ? null : new Date(end - article.age * DAY_MS - random.int(6, 14) * HOUR_MS)
  const createdAt = new Date(+(publishedAt ?? new Date(end)) - random.int(1, 6) * DAY_MS)
  const publishAt = article.status === 'scheduled' ? new Date(end + 40 * DAY_MS) : null
  const partners = (article.partners ?? []).map(String).filter((id) => known.has(id))
  const { rows } = await client.query<{ id: string }>(sql`
    insert into article (category_id, audience_roles, audience_partners, is_pinned, is_must_read, is_announcement, publish_at, status,
      created_by, created_at, updated_at)
    values (${categoryId}, ${article.roles ?? ['leader', 'partner']}, ${partners}::bigint[], ${!!article.isPinned}, ${!!article.isMustRead},
      ${!!article.isAnnouncement}, ${publishAt}, ${publishAt ? 'scheduled' : 'draft'}, (select id from app_user where access_key = 'coo'),
      ${createdAt}, ${publishedAt ?? createdAt})
    returning id::text`)
  const { id } = rows[0]!
  await client.query(sql`
    insert into article_draft (article_id, title, author, digest, tags, lang, html, plain, words, is_dirty, saved_by, saved_at)
    values (${id}, ${article.title}, ${article.author ?? random.pick(AUTHORS)}, ${[...plain].slice(0, 54).join('')}, ${article.tags}, ${article.lang ?? 'zh'},
      ${html}, ${plain}, ${words}, ${publishedAt === null}, (select id from app_user where access_key = 'coo'), ${publishedAt ?? createdAt})`)
  if (publishedAt)
    await client.query(sql`
      insert into article_version (article_id, no, title, author, digest, tags, lang, html, plain, words, published_by, published_at)
      select article_id, 1, title, author, digest, tags, lang, html, plain, words, saved_by, saved_at from article_draft where article_id = ${id}`)
  await client.query(sql`
    update article set status = ${article.status ?? 'published'}, live_no = ${publishedAt ? 1 : null}::int, published_at = ${publishedAt} where id = ${id}`)
  return id
}

type Reader = { id: string; role: string; partner: string | null }

/** The older an article, the more have read it; most of them confirmed what they had to. */
async function fillReaders(
  client: pg.PoolClient,
  id: string,
  article: ArticleText,
  users: readonly Reader[],
  end: number,
  random: Random,
): Promise<void> {
  const roles: readonly string[] = article.roles ?? ['leader', 'partner']
  const readers = users.filter(
    ({ role, partner }) =>
      roles.includes(role) &&
      (!article.partners || role !== 'partner' || article.partners.map(String).includes(partner ?? '')),
  )
  const share = Math.min(0.9, 0.35 + article.age! / 90)
  const isWeak = article.title.startsWith('为什么')
  for (const user of readers) {
    if (!random.chance(share)) continue
    const at = new Date(end - random.int(1, Math.max(1, article.age! * 24)) * HOUR_MS)
    const views = random.int(1, 6)
    await client.query(sql`
      insert into article_read (article_id, user_id, version_no, views, first_at, last_at) values (${id}, ${user.id}, 1, ${views}, ${at}, ${at})`)
    if (article.isMustRead && random.chance(0.7))
      await client.query(
        sql`insert into article_confirm (article_id, user_id, version_no, at) values (${id}, ${user.id}, 1, ${at})`,
      )
    if (random.chance(isWeak ? 0.9 : 0.4)) {
      const isHelpful = random.chance(isWeak ? 0.35 : 0.88)
      const why = isHelpful ? '' : random.pick(['例子太少', '和我的账单对不上', '没有说到封顶怎么算', '希望有截图'])
      await client.query(sql`
        insert into article_feedback (article_id, user_id, version_no, is_helpful, why, at) values (${id}, ${user.id}, 1, ${isHelpful}, ${why}, ${at})`)
    }
  }
  const days = Math.min(article.age!, 8)
  await client.query(sql`
    insert into article_read_daily (stat_date, article_id, views)
    select (${new Date(end)}::timestamptz at time zone 'Asia/Shanghai')::date - n, ${id}::bigint, ${random.int(3, 24)}::int + (n * 7 + ${id}::bigint) % 9
    from generate_series(1, ${days}::int) n`)
  await client.query(sql`
    update article set views = coalesce((select sum(views) from article_read_daily where article_id = ${id}), 0) + ${random.int(0, 40) * Math.max(1, article.age!)}::int where id = ${id}`)
}
