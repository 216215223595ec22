import { describe, expect, it } from 'vitest'
import { splitPlan } from '../../src/features/settlement/example.ts'
import { features } from '../../src/server/features.ts'
import { comparable, openServer } from '../http/app.ts'
import { type Actor, world } from '../world.ts'
import { endpointsOf, type Known } from './endpoints.ts'
import { readExpected } from './expected.ts'

/**
 * Rows of one's own, of someone else, and of nobody: someone else's must answer as nobody's to the letter, or the answer
 * tells that it exists. The own row is the permitted twin.
 */
// biome-ignore lint/suspicious/noExportsInTest: the mutation of the fences asks the same questions
export const { ask, database, url } = await openServer()
const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
  String((await database.pool.query(text, values)).rows[0].id)

interface Probe {
  as: Actor
  own: string
  foreign: string
}

const videoOf = (partnerId: string) =>
  idOf('select id from video where partner_id = $1 order by id limit 1', [partnerId])
const accountOf = (partnerId: string) =>
  idOf(
    `insert into app_user (access_key, display_name, role, partner_id, status) values ($1, 'probe', 'partner', $2, 'active') returning id`,
    [`probe-${partnerId}`, partnerId],
  )
const importBy = async (as: Actor): Promise<string> => {
  const body = [
    '--edge',
    'content-disposition: form-data; name="file"; filename="probe.csv"',
    'content-type: text/csv',
    '',
    'video_id,views\nabc,1\n',
    '--edge--',
    '',
  ].join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const answer = await ask('POST', '/api/imports', { as, body, headers })
  return answer.json().data.id
}
const mappingBy = (userId: string) =>
  idOf(`insert into import_mapping (user_id, name, mapping) values ($1, 'probe', '{}') returning id`, [userId])
const viewBy = (userId: string) =>
  idOf(`insert into saved_view (user_id, list_key, name, query) values ($1, 'data', 'probe', '') returning id`, [
    userId,
  ])
const sessionOf = (userId: string) =>
  idOf(
    `insert into session (user_id, token_hash, idle_seconds, expires_at)
     values ($1, sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 1000, now() + interval '1 hour') returning id`,
    [userId],
  )

const tokenOf = (userId: string) =>
  idOf(
    `insert into api_token (user_id, name, prefix, token_hash, scopes, expires_at)
     values ($1, 'probe', 'blt_probe', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), '{videos.read}', now() + interval '1 hour')
     returning id`,
    [userId],
  )

/** A task of a supplier, in a state most verbs take. */
const taskOf = (supplierId: string) =>
  idOf(
    `insert into distribution (batch_id, video_id, supplier_id, title, content_type, deadline_at, status)
     select (select min(id) from dist_batch), v.id, $1, 'probe', 'img', '2099-01-01', 'rejected' from video v order by v.id limit 1
     returning id`,
    [supplierId],
  )
const fileLinkOf = async (userId: string, taskId: string): Promise<string> => {
  const token = `probe-${userId}`
  await database.pool.query(
    `insert into dist_download (token_hash, distribution_id, user_id, expires_at) values (sha256($1), $2, $3, '2026-01-01')`,
    [token, taskId, userId],
  )
  return token
}
const emptyCategory = () =>
  idOf(`insert into category (code, name_zh, name_en) values ('probe', '探针', 'Probe') returning id`)

const { users, partners } = world
const [accountA, accountB] = [await accountOf(partners.A), await accountOf(partners.B)]
const [videoA, videoB] = [await videoOf(partners.A), await videoOf(partners.B)]
const collectionOf = async (lineId: string): Promise<string> => {
  const id = await idOf(
    `insert into collection (number, name, content_type, filter_type, business_line_id, rule)
     values ('probe-' || $1::text, 'probe', 'verticalVideo', 'rules', $1::bigint,
       '{"match":"all","conditions":[{"field":"plays","min":1}],"sort":"playCount","limit":10}') returning id`,
    [lineId],
  )
  const partner = `(select id from partner where business_line_id = $2 order by id limit 1)`
  await database.pool.query(
    `insert into collection_item select $1, id, 1, 'include' from video where partner_id = ${partner} order by id limit 1`,
    [id, lineId],
  )
  await database.pool.query(
    `insert into collection_exclude select $1, id from video where partner_id = ${partner} order by id desc limit 1`,
    [id, lineId],
  )
  return id
}
const [collectionA, collectionB] = [await collectionOf(world.lines.first), await collectionOf(world.lines.second)]
const heldBy = (table: string) => idOf(`select video_id as id from ${table} where collection_id = $1`, [collectionA])
const adminsImport = await importBy('adminOther')
const adminsMapping = await mappingBy(users.ops)
const [taskA, taskB] = [await taskOf(world.suppliers.A), await taskOf(world.suppliers.B)]

/** An order row of a partner, on an account of its own. */
const jdOrderOf = (partnerId: string): Promise<string> =>
  idOf(
    `with a as (insert into union_account (alias, union_id) values ('probe', '99' || $1::text) returning id)
     insert into jd_order (account_id, row_id, order_id, ordered_at, modified_at, order_date, report_date, sku_id, valid_code, partner_id, share_ppm, digest)
     select id, 'probe', 'probe', now(), now(), current_date, current_date, '1', 16, $1::bigint, 0, '' from a returning id`,
    [partnerId],
  )
const [jdOrderA, jdOrderB] = [await jdOrderOf(partners.A), await jdOrderOf(partners.B)]
/** An account of a business line, or of the house. */
const jdAccountOf = (number: string, lineId: string | null): Promise<string> =>
  idOf(`insert into union_account (alias, union_id, business_line_id) values ('probe', $1, $2) returning id`, [
    number,
    lineId,
  ])
const [jdAccountA, jdAccountB] = [
  await jdAccountOf('881', world.lines.first),
  await jdAccountOf('882', world.lines.second),
]
const jdLinkOf = (partnerId: string): Promise<string> =>
  idOf(
    `insert into promo_link (account_id, title, material_url, sub_union_id, partner_id)
     select min(id), 'probe', 'https://item.jd.com/1.html', 'p' || $1::text, $1::bigint from union_account returning id`,
    [partnerId],
  )
const [jdLinkA, jdLinkB] = [await jdLinkOf(partners.A), await jdLinkOf(partners.B)]
const jdTokenOf = (linkId: string): Promise<string> =>
  idOf(
    `insert into password_token (link_id, token_text, share_text, expire_at) values ($1::bigint, 'probe' || $1::bigint, 'probe', '2099-01-01') returning id`,
    [linkId],
  )
const jdCouponOf = (accountId: string): Promise<string> =>
  idOf(`insert into union_coupon (account_id, coupon_url) values ($1, 'https://coupon.jd.com/probe') returning id`, [
    accountId,
  ])
const jdCodeOf = (partnerId: string, code: string): Promise<string> =>
  idOf(
    `insert into coupon_code (code, partner_id, kind, amount_fen, valid_from, valid_before) values ($2, $1, 'fixed', 1, '2026-01-01', '2099-01-01') returning id`,
    [partnerId, code],
  )
const jdBillOf = (partnerId: string): Promise<string> =>
  idOf(
    `insert into jd_daily (day, account_id, partner_id, report_date, oldest_order_date)
     select '2026-01-01', min(id), $1, '2026-01-01', '2026-01-01' from union_account returning id`,
    [partnerId],
  )
const [jdBillA, jdBillB] = [await jdBillOf(partners.A), await jdBillOf(partners.B)]
const jdImportBy = (userId: string): Promise<string> =>
  idOf(
    `insert into jd_order_import (created_by, account_id, file_name, rows) select $1, min(id), 'probe', '[]' from union_account returning id`,
    [userId],
  )

/** An online item meant for one partner alone, of that partner's line. */
const itemFor = async (partnerId: string): Promise<string> => {
  const id = await idOf(
    `insert into recommendation (target_type, title, slot_code, audience, status, business_line_id)
     select 'topic', 'probe', 'home', 'partners', 'online', business_line_id from partner where id = $1 returning id`,
    [partnerId],
  )
  await database.pool.query('insert into recommendation_partner values ($1, $2)', [id, partnerId])
  return id
}
const claimBy = async (partnerId: string): Promise<string> =>
  idOf(
    `insert into recommendation_claim (recommendation_id, partner_id, creator_id, due_at)
     select $1, $2, min(id), now() + interval '7 days' from creator returning id`,
    [await itemFor(partnerId), partnerId],
  )
const starOrder = (): Promise<string> =>
  idOf(
    `insert into star_order (star_id, order_id, settlement_type, order_status, price_fen, ordered_at, update_time, digest)
     values ('probe', 'probe', 'CPM', 'FINISHED', 1, now(), now(), '') returning id`,
  )
const starImportBy = (userId: string): Promise<string> =>
  idOf(`insert into star_import (created_by, file_name, rows, report) values ($1, 'probe', '[]', '{}') returning id`, [
    userId,
  ])
const suggestionOf = (videoId: string): Promise<string> =>
  idOf(
    `insert into recommendation_suggestion (video_id, suggested_on, score, category_plays, category_plays_before, finish_rate_ppm, finish_p80_ppm, status)
     values ($1, '2026-01-01', 50, 2, 1, 1, 1, 'lapsed') on conflict (video_id, suggested_on) do update set score = 50 returning id`,
    [videoId],
  )

/** A case of a partner's video in a state, opened by hand so that the state is certain; its strike for the strike's own path. */
const caseOf = async (partnerId: string, state: 'pending' | 'decided' | 'appealing' | 'closed') =>
  idOf(
    `insert into risk_case (video_id, partner_id, source, label, severity, state, effects, sla_due_at, appeal_due_at, decided_at)
     select v.id, v.partner_id, 'manual', l.label, 'p2', $2, '{warn}', now(), now() + interval '1 day', now()
     from video v cross join unnest(array['porn', 'terror', 'politics', 'abuse']) l(label)
     where v.partner_id = $1 and not exists (select from risk_case c where c.video_id = v.id and c.label = l.label) order by v.id, l.label limit 1 returning id`,
    [partnerId, state],
  )
const [caseA, caseB] = [await caseOf(partners.A, 'pending'), await caseOf(partners.B, 'pending')]
const [answerableA, answerableB] = [await caseOf(partners.A, 'decided'), await caseOf(partners.B, 'decided')]
const strikeOf = (partnerId: string, caseId: string) =>
  idOf(
    `with e as (insert into risk_event (case_id, kind, to_state) values ($2, 'open', 'pending') returning id)
     insert into strike (partner_id, case_id, points, created_at, expires_at, began_event)
     select $1, $2, 1, now(), now() + interval '1 day', e.id from e returning id`,
    [partnerId, caseId],
  )

/** A file's order of the list of videos, by an account and under the rights it has. */
const exportBy = (userId: string) =>
  idOf(
    `insert into export_job (owner_id, list_key, title, format, columns, query, language, rights, fingerprint, row_estimate, status)
     select $1, 'data', '{"zh-CN":"probe","en-US":"probe"}', 'csv', '{title}', '', 'zh-CN',
       jsonb_build_object('role', role, 'scope', concat_ws(':', 'partner', partner_id)), '', 1, 'queued'
     from app_user where id = $1 returning id`,
    [userId],
  )

/** A schedule of the list of videos, by an account. */
const scheduleBy = (userId: string) =>
  idOf(
    `insert into export_schedule (owner_id, list_key, title, format, columns, query, language, rights, cadence, on_day, at_time, next_at)
     select $1, 'data', '{"zh-CN":"probe","en-US":"probe"}', 'csv', '{title}', '', 'zh-CN',
       jsonb_build_object('role', role, 'scope', concat_ws(':', 'partner', partner_id)), 'daily', 1, '10:30', now() + interval '1 day'
     from app_user where id = $1 returning id`,
    [userId],
  )

/** What stands behind a path with an id, and who has which of it. The scopes are those of the domain, section 0.1. */
/** A published article for one partner alone; editors see it whoever it is for. */
const articleFor = async (partnerId: string): Promise<string> => {
  const id = await idOf(
    `with made as (
       insert into article (category_id, audience_roles, audience_partners, is_must_read, created_by)
       select min(id), '{partner}', array[$1::bigint], true, 1 from article_category returning id
     ), draft as (
       insert into article_draft (article_id, title, author, digest, tags, lang, html, plain, words, saved_by)
       select id, 'probe', '', '', '{}', 'zh', '<p>probe</p>', 'probe', 1, 1 from made
     )
     insert into article_version (article_id, no, title, author, digest, tags, lang, html, plain, words, published_at)
     select id, 1, 'probe', '', '', '{}', 'zh', '<p>probe</p>', 'probe', 1, now() from made returning article_id as id`,
    [partnerId],
  )
  await database.pool.query(
    `update article set status = 'published', live_no = 1, published_at = now() where id = $1`,
    [id],
  )
  return id
}
const learningPath = () =>
  idOf(`insert into learning_path (title, audience_roles, sort, created_by)
    select 'probe', '{partner}', 1, min(id) from app_user returning id`)
const articleCategory = () =>
  idOf(`insert into article_category (name_zh, name_en) values ('probe', 'probe') returning id`)
const picture = async (): Promise<string> => {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
  const body = Buffer.concat([
    Buffer.from('--edge\r\ncontent-disposition: form-data; name="file"; filename="probe.png"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--edge--\r\n'),
  ])
  return (await ask('POST', '/api/articles/media', { as: 'adminOther', body, headers })).json().data.key
}
const [articleA, articleB] = [await articleFor(partners.A), await articleFor(partners.B)]
const media = await picture()
const draftText = {
  title: 'probe',
  author: '',
  digest: '',
  coverKey: null,
  tags: [],
  lang: 'zh',
  sourceUrl: null,
  html: '',
}
const editorWindow = '00000000-0000-4000-8000-000000000000'

/** A draft of a product's plan. */
const planOf = (product: 'wl' | 'sm4', state = 'draft') =>
  idOf(
    `insert into product_version (product_code, number, state, params, valid_from)
     select $1, max(number) + 1, $2, (array_agg(params order by number))[1], '2099-01-01' from product_version where product_code = $1 returning id`,
    [product, state],
  )

const accrualOf = (partnerId: string, product: 'wl' | 'sm4') =>
  idOf(
    `insert into accrual (product_code, product_version_id, partner_id, video_id, earn_date, amount_micro, dedup_key)
     select $2, (select min(id) from product_version where product_code = $2), $1, min(id), '2026-10-31', 1, gen_random_uuid()::text
     from video where partner_id = $1 returning id`,
    [partnerId, product],
  )
const [accrualA, accrualB] = [await accrualOf(partners.A, 'sm4'), await accrualOf(partners.B, 'sm4')]

const probes: Record<string, Probe[]> = {
  '/api/settlements/wl/accruals/:id': [
    // Of line 2, as partner B is; partner A is of line 1. A line of the other product is not there either.
    { as: 'cooMismatch', own: await accrualOf(partners.B, 'wl'), foreign: await accrualOf(partners.A, 'wl') },
    { as: 'cooMismatch', own: await accrualOf(partners.B, 'wl'), foreign: accrualB },
    { as: 'adminOther', own: await accrualOf(partners.A, 'wl'), foreign: world.missingId },
  ],
  '/api/settlements/sm4/accruals/:id': [
    { as: 'partnerA', own: accrualA, foreign: accrualB },
    { as: 'partnerANone', own: accrualA, foreign: accrualB },
    { as: 'cooMatch', own: accrualA, foreign: accrualB },
    { as: 'adminOther', own: accrualA, foreign: world.missingId },
  ],
  // Two operators of one product each.
  '/api/plans/:id': [
    { as: 'cooMatch', own: await planOf('sm4'), foreign: await planOf('wl') },
    { as: 'cooMismatch', own: await planOf('wl'), foreign: await planOf('sm4') },
    { as: 'adminOther', own: await planOf('wl', 'in_review'), foreign: world.missingId },
  ],
  '/api/articles/:id': [
    { as: 'partnerA', own: articleA, foreign: articleB },
    { as: 'partnerB', own: articleB, foreign: articleA },
    { as: 'adminOther', own: articleA, foreign: world.missingId },
    { as: 'cooMatch', own: articleA, foreign: world.missingId },
  ],
  '/api/articles/categories/:id': [{ as: 'adminOther', own: await articleCategory(), foreign: world.missingId }],
  '/api/articles/paths/:id': [{ as: 'adminOther', own: await learningPath(), foreign: world.missingId }],
  '/api/articles/media/:key': [{ as: 'partnerA', own: media, foreign: world.missingId }],
  '/api/articles/cards/video/:id': [
    { as: 'partnerA', own: videoA, foreign: videoB },
    { as: 'leader', own: videoA, foreign: videoB },
    { as: 'cooMismatch', own: videoB, foreign: videoA },
  ],
  '/api/articles/cards/token/:id': [
    { as: 'partnerA', own: jdLinkA, foreign: jdLinkB },
    { as: 'cooMatch', own: jdLinkA, foreign: jdLinkB },
    { as: 'cooMismatch', own: jdLinkB, foreign: jdLinkA },
    { as: 'adminOther', own: jdLinkA, foreign: world.missingId },
  ],
  '/api/data/:id': [
    { as: 'partnerA', own: videoA, foreign: videoB },
    { as: 'partnerANone', own: videoA, foreign: videoB },
    { as: 'partnerB', own: videoB, foreign: videoA },
    { as: 'leader', own: videoA, foreign: videoB },
    { as: 'cooMatch', own: videoA, foreign: videoB },
    { as: 'cooMismatch', own: videoB, foreign: videoA },
    { as: 'adminOther', own: videoA, foreign: world.missingId },
  ],
  '/api/categories/:id': [{ as: 'adminOther', own: await emptyCategory(), foreign: world.missingId }],
  '/api/users/:id': [
    { as: 'leader', own: accountA, foreign: accountB },
    { as: 'leader', own: accountA, foreign: users.admin },
    { as: 'cooMatch', own: accountA, foreign: accountB },
    { as: 'cooMatch', own: accountA, foreign: users.admin },
    { as: 'cooMismatch', own: accountB, foreign: accountA },
    { as: 'adminOther', own: accountA, foreign: world.missingId },
  ],
  '/api/collections/:id': [{ as: 'cooMatch', own: collectionA, foreign: collectionB }],
  '/api/risk-videos/:id': [
    { as: 'leader', own: caseA, foreign: caseB },
    { as: 'cooMatch', own: caseA, foreign: caseB },
    { as: 'cooMismatch', own: caseB, foreign: caseA },
    { as: 'adminOther', own: caseA, foreign: world.missingId },
    { as: 'partnerA', own: answerableA, foreign: answerableB },
    { as: 'partnerB', own: answerableB, foreign: answerableA },
  ],
  // Rules are the house's: an administrator has all of them.
  '/api/risk-rules/:id': [
    { as: 'adminOther', own: await idOf('select id from risk_rule limit 1'), foreign: world.missingId },
  ],
  '/api/risk-strikes/:id': [
    { as: 'leader', own: await strikeOf(partners.A, caseA), foreign: await strikeOf(partners.B, caseB) },
  ],
  '/api/imports/:id': [{ as: 'cooMatch', own: await importBy('cooMatch'), foreign: adminsImport }],
  '/api/imports/mappings/:id': [{ as: 'cooMatch', own: await mappingBy(users.coo_sm4), foreign: adminsMapping }],
  '/api/recommend/:id': [
    { as: 'partnerA', own: await itemFor(partners.A), foreign: await itemFor(partners.B) },
    { as: 'partnerB', own: await itemFor(partners.B), foreign: await itemFor(partners.A) },
    { as: 'cooMatch', own: await itemFor(partners.A), foreign: await itemFor(partners.B) },
    { as: 'adminOther', own: await itemFor(partners.A), foreign: world.missingId },
  ],
  '/api/recommend/claims/:id': [
    { as: 'partnerA', own: await claimBy(partners.A), foreign: await claimBy(partners.B) },
    { as: 'cooMatch', own: await claimBy(partners.A), foreign: await claimBy(partners.B) },
  ],
  '/api/recommend/suggestions/:id': [
    { as: 'cooMatch', own: await suggestionOf(videoA), foreign: await suggestionOf(videoB) },
    { as: 'cooMismatch', own: await suggestionOf(videoB), foreign: await suggestionOf(videoA) },
  ],
  '/api/data-star/:id': [{ as: 'adminKeyAdmin', own: await starOrder(), foreign: world.missingId }],
  '/api/data-star/imports/:id': [
    { as: 'adminKeyAdmin', own: await starImportBy(users.admin), foreign: await starImportBy(users.godot) },
  ],
  '/api/jd-orders/:id': [
    { as: 'partnerA', own: jdOrderA, foreign: jdOrderB },
    { as: 'partnerB', own: jdOrderB, foreign: jdOrderA },
    { as: 'cooMatch', own: jdOrderA, foreign: jdOrderB },
    { as: 'adminOther', own: jdOrderA, foreign: world.missingId },
  ],
  '/api/jd-accounts/:id': [
    { as: 'cooMatch', own: jdAccountA, foreign: jdAccountB },
    { as: 'cooMismatch', own: jdAccountB, foreign: jdAccountA },
    { as: 'adminOther', own: await jdAccountOf('883', null), foreign: world.missingId },
  ],
  '/api/jd-links/:id': [
    { as: 'cooMatch', own: jdLinkA, foreign: jdLinkB },
    { as: 'cooMismatch', own: jdLinkB, foreign: jdLinkA },
    { as: 'adminOther', own: jdLinkA, foreign: world.missingId },
  ],
  '/api/jd-tokens/:id': [{ as: 'cooMatch', own: await jdTokenOf(jdLinkA), foreign: await jdTokenOf(jdLinkB) }],
  '/api/jd-coupons/:id': [{ as: 'cooMatch', own: await jdCouponOf(jdAccountA), foreign: await jdCouponOf(jdAccountB) }],
  '/api/jd-coupon-codes/:id': [
    { as: 'cooMatch', own: await jdCodeOf(partners.A, 'PRBEA'), foreign: await jdCodeOf(partners.B, 'PRBEB') },
  ],
  '/api/jd-bills/:id': [
    { as: 'partnerA', own: jdBillA, foreign: jdBillB },
    { as: 'cooMatch', own: jdBillA, foreign: jdBillB },
    { as: 'adminOther', own: jdBillA, foreign: world.missingId },
  ],
  '/api/jd-orders/imports/:id': [
    { as: 'cooMatch', own: await jdImportBy(users.coo_sm4), foreign: await jdImportBy(users.ops) },
  ],
  '/api/exports/:id': [
    { as: 'partnerA', own: await exportBy(users.partner), foreign: await exportBy(users.partner2) },
    // Of one partner, but not of one person.
    { as: 'partnerANone', own: await exportBy(users.partner_none), foreign: await exportBy(users.partner) },
    { as: 'cooMatch', own: await exportBy(users.coo_sm4), foreign: await exportBy(users.coo_wl) },
    { as: 'adminOther', own: await exportBy(users.partner), foreign: world.missingId },
  ],
  '/api/exports/schedules/:id': [
    { as: 'partnerA', own: await scheduleBy(users.partner), foreign: await scheduleBy(users.partner2) },
    { as: 'partnerANone', own: await scheduleBy(users.partner_none), foreign: await scheduleBy(users.partner) },
    { as: 'cooMatch', own: await scheduleBy(users.coo_sm4), foreign: await scheduleBy(users.coo_wl) },
    { as: 'adminOther', own: await scheduleBy(users.partner), foreign: world.missingId },
  ],
  '/api/config/:id': [{ as: 'adminOther', own: 'house.name', foreign: 'no.such' }],
  '/api/holidays/:id': [{ as: 'adminOther', own: '2026', foreign: '1999' }],
  // The organisation is the house's.
  '/api/organisation/lines/:id': [{ as: 'adminOther', own: world.lines.first, foreign: world.missingId }],
  '/api/organisation/teams/:id': [{ as: 'adminOther', own: world.teams.below, foreign: world.missingId }],
  '/api/organisation/partners/:id': [{ as: 'adminOther', own: partners.D, foreign: world.missingId }],
  '/api/organisation/suppliers/:id': [{ as: 'adminOther', own: world.suppliers.B, foreign: world.missingId }],
  '/api/organisation/creators/:id': [{ as: 'adminOther', own: world.creators.unbound, foreign: world.missingId }],
  '/api/organisation/bindings/:id': [
    { as: 'adminOther', own: await idOf('select min(id) as id from creator_binding'), foreign: world.missingId },
  ],
  // The log is the house's: an administrator has all of it.
  '/api/audit/:id': [
    { as: 'adminOther', own: await idOf('select min(id) as id from audit_log'), foreign: world.missingId },
  ],
  '/api/views/:id': [{ as: 'supplierA', own: await viewBy(users.supplier), foreign: await viewBy(users.supplier2) }],
  '/api/tokens/:id': [{ as: 'supplierA', own: await tokenOf(users.supplier), foreign: await tokenOf(users.admin) }],
  '/api/distribute-videos/:id': [
    { as: 'supplierA', own: taskA, foreign: taskB },
    { as: 'supplierB', own: taskB, foreign: taskA },
    { as: 'adminOther', own: taskA, foreign: world.missingId },
  ],
  '/api/distribute-suppliers/:id': [{ as: 'adminOther', own: world.suppliers.A, foreign: world.missingId }],
  '/api/distribution-files/:id': [
    { as: 'anonymous', own: await fileLinkOf(users.supplier, taskA), foreign: `probe-${world.missingId}` },
  ],
  '/api/monitor/jobs/:id': [
    {
      as: 'adminOther',
      own: await idOf(`select id from graphile_worker.add_job('probe', max_attempts := 1)`),
      foreign: world.missingId,
    },
  ],
  '/api/ingest/batches/:id': [
    {
      as: 'adminOther',
      own: await idOf(`insert into ingest_batch (source, kind, batch_key, content_hash, user_id)
        values ('probe', 'metrics', 'probe', 'x', ${users.ops}) returning id`),
      foreign: world.missingId,
    },
  ],
  '/api/monitor/rules/:id': [{ as: 'adminOther', own: 'jobsFailed', foreign: world.missingId }],
  '/api/user/sessions/:id': [
    { as: 'supplierA', own: await sessionOf(users.supplier), foreign: await sessionOf(users.admin) },
  ],
}

/** A draft of a partner, issued long ago by hand, with a plan in force; and what can be named beside it. */
const statementOf = async (partnerId: string, product: 'wl' | 'sm4') => {
  const id = await idOf(
    `insert into statement (no, product_code, partner_id, period, state, issued_at, confirm_due, line_count)
     values (gen_random_uuid()::text, $2, $1, '2019-01-01', 'pending_confirm', now(), now() + interval '1 day', 1) returning id`,
    [partnerId, product],
  )
  await database.pool.query(
    `insert into statement_line (statement_id, line_no, line_type, amount_micro, amount_fen, explanation) values ($1, 1, 'bonus', 0, 0, '{"kind":"adjustment"}')`,
    [id],
  )
  return id
}
const settlementFileBy = async (as: Actor): Promise<string> => {
  const body =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="probe.pdf"\r\n\r\n%PDF-1.7\r\n--edge--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  return (await ask('POST', '/api/settlements/files', { as, body, headers })).json().data.fileId
}
const adjustmentOf = (partnerId: string) =>
  idOf(
    `insert into adjustment (product_code, partner_id, line_type, amount_fen, origin_period, reason, state)
     values ('sm4', $1, 'bonus', 1, '2019-01-01', 'probe', 'rejected') returning id`,
    [partnerId],
  )
const rateOf = (partnerId: string) =>
  idOf(
    `insert into partner_rate (partner_id, product_code, rate_ppm, creator_rate_ppm, valid_from, state) values ($1, 'wl', 1, 1, '2019-01-01', 'rejected') returning id`,
    [partnerId],
  )
const accountOfPartner = (partnerId: string) =>
  idOf(
    `insert into bank_account (partner_id, holder, bank_name, number_sealed, number_end, state) values ($1, 'probe', 'probe', 'x', '0000', 'replaced') returning id`,
    [partnerId],
  )
const certificationOf = (partnerId: string) =>
  idOf(
    `insert into certification (partner_id, account_type, legal_person, certificate_type, number_sealed, number_masked, state)
     values ($1, 'person', 'probe', 'passport', 'x', 'E*8', 'withdrawn') returning id`,
    [partnerId],
  )
const certificationOfSupplier = () =>
  idOf(
    `insert into certification (supplier_id, account_type, legal_person, certificate_type, number_sealed, number_masked, state)
     values ($1, 'person', 'probe', 'passport', 'x', 'E*8', 'withdrawn') returning id`,
    [world.suppliers.A],
  )
const batchOf = async (partnerId: string): Promise<{ batch: string; payout: string }> => {
  const batch = await idOf(
    `insert into payout_batch (no, product_code) values (gen_random_uuid()::text, 'sm4') returning id`,
  )
  const payout = await idOf(
    `insert into payout (no, batch_id, partner_id, bank_account_id, amount_fen, pay_on, state)
     values (gen_random_uuid()::text, $1, $2, $3, 1, '2019-01-01', 'failed') returning id`,
    [batch, partnerId, await accountOfPartner(partnerId)],
  )
  return { batch, payout }
}
const [paidA, paidB] = [await batchOf(partners.A), await batchOf(partners.B)]
const [statementA, statementB] = [await statementOf(partners.A, 'sm4'), await statementOf(partners.B, 'sm4')]
const [statementC, statementD] = [await statementOf(partners.C, 'wl'), await statementOf(partners.D, 'wl')]
Object.assign(probes, {
  '/api/settlements/statements/:id': [
    { as: 'partnerA', own: statementA, foreign: statementB },
    { as: 'partnerANone', own: statementA, foreign: statementB },
    // A line's operator of one product: not another line's, and not another product's.
    { as: 'cooMatch', own: statementA, foreign: statementB },
    { as: 'cooMatch', own: statementA, foreign: statementC },
    { as: 'cooMismatch', own: statementD, foreign: statementC },
    { as: 'cooMismatch', own: statementD, foreign: statementB },
    { as: 'adminOther', own: statementD, foreign: world.missingId },
  ],
  // Opened by machines' tokens alone: src/features/settlement/open.test.ts asks with them.
  '/open/v1/statements/:id': [],
  '/api/settlements/files/:id': [
    { as: 'partnerA', own: await settlementFileBy('partnerA'), foreign: await settlementFileBy('partnerB') },
  ],
  '/api/settlements/payout-batches/:id': [{ as: 'cooMatch', own: paidA.batch, foreign: paidB.batch }],
  '/api/settlements/upstream-bills/:id': [
    {
      as: 'adminOther',
      own: await idOf(
        `insert into upstream_bill (product_code, period, file_name, file_hash) values ('wl', '2019-01-01', 'probe', 'probe') returning id`,
      ),
      foreign: world.missingId,
    },
  ],
  '/api/settlements/payouts/:id': [{ as: 'cooMatch', own: paidA.payout, foreign: paidB.payout }],
  '/api/settlements/bank-accounts/:id': [
    { as: 'adminOther', own: await accountOfPartner(partners.A), foreign: world.missingId },
    { as: 'partnerA', own: await accountOfPartner(partners.A), foreign: await accountOfPartner(partners.B) },
  ],
  '/api/user/certification/applications/:id': [
    { as: 'partnerA', own: await certificationOf(partners.A), foreign: await certificationOf(partners.B) },
    { as: 'partnerB', own: await certificationOf(partners.B), foreign: await certificationOf(partners.A) },
    { as: 'supplierA', own: await certificationOfSupplier(), foreign: await certificationOf(partners.A) },
  ],
  '/api/certifications/:id': [
    { as: 'cooMatch', own: await certificationOf(partners.A), foreign: await certificationOf(partners.B) },
    { as: 'cooMatch', own: await certificationOf(partners.A), foreign: await certificationOfSupplier() },
    { as: 'adminOther', own: await certificationOfSupplier(), foreign: world.missingId },
  ],
  '/api/partner-rates/:id': [{ as: 'adminOther', own: await rateOf(partners.A), foreign: world.missingId }],
  '/api/settlements/adjustments/:id': [
    { as: 'cooMatch', own: await adjustmentOf(partners.A), foreign: await adjustmentOf(partners.B) },
  ],
} satisfies typeof probes)

const rankedVideo = await idOf('select video_id as id from rank_entry where position = 1 limit 1')
const blockedVideo = await idOf(`select id from video where risk_state = 'blocked' limit 1`)
Object.assign(probes, {
  // A work that never stood on a board is no business of this page, whoever asks.
  '/api/hot-rank/videos/:id': [
    { as: 'partnerA', own: rankedVideo, foreign: blockedVideo },
    { as: 'supplierA', own: rankedVideo, foreign: blockedVideo },
  ],
} satisfies typeof probes)

const mapping = {
  columns: { itemId: 'a' },
  platform: 'other',
  statDate: '2026-10-01',
  partnerId: null,
  dateFormat: 'ymd',
  year: null,
  zeroEaten: false,
  rateUnit: 'percent',
  counts: 'cumulative',
}
const item = {
  title: 'probe',
  reason: '',
  tags: [],
  slotCode: 'home',
  score: 50,
  quota: null,
  estCpmFen: null,
  deadlineAt: null,
  startAt: null,
  endBefore: null,
  audience: 'all',
  partnerIds: [],
}
const link = { url: 'https://www.douyin.com/video/7000000000000000001' }
const noVideo = [
  '--edge',
  'content-disposition: form-data; name="file"; filename="probe.mp4"',
  '',
  'no video at all',
  '--edge--',
  '',
].join('\r\n')
// biome-ignore lint/suspicious/noExportsInTest: the mutation of the fences asks the same questions
export const questions: Record<string, { body?: unknown; query?: string; headers?: Record<string, string> }> = {
  'PUT /api/articles/:id/draft': {
    body: { ...draftText, revision: 99, window: editorWindow, isCleared: false },
  },
  'PUT /api/articles/:id/lock': { body: { window: editorWindow, act: 'hold' } },
  'PATCH /api/articles/:id': {
    body: {
      categoryId: '1',
      audienceRoles: [],
      audiencePartners: [],
      isPinned: false,
      isMustRead: false,
      isAnnouncement: false,
      version: 99,
    },
  },
  'POST /api/articles/:id/move': { body: { action: 'publish', version: 99 } },
  'GET /api/articles/:id/version': { query: '?no=1' },
  'POST /api/articles/:id/restore': { body: { no: 1, revision: 99 } },
  'POST /api/articles/:id/duplicate': { body: {} },
  'POST /api/articles/:id/read': { body: {} },
  'POST /api/articles/:id/confirm': { body: { versionNo: 1 } },
  'POST /api/articles/:id/feedback': { body: { isHelpful: true, why: '' } },
  'PATCH /api/articles/categories/:id': { body: { nameZh: 'probe', nameEn: 'probe', isDocs: false, version: 99 } },
  'POST /api/articles/categories/:id/move': { body: { direction: 'up' } },
  'PATCH /api/articles/paths/:id': {
    body: { title: 'probe', summary: '', audienceRoles: [], isOnline: false, articleIds: ['1'], version: 99 },
  },
  'POST /api/articles/paths/:id/move': { body: { direction: 'up' } },
  'PATCH /api/organisation/lines/:id': { body: { version: 9, name: 'probe' } },
  'PATCH /api/organisation/teams/:id': { body: { version: 9, name: 'probe', parentId: null } },
  'PATCH /api/organisation/partners/:id': {
    body: { version: 9, name: 'probe', kind: 'mcn', teamId: world.teams.below, contractStart: null, contractEnd: null },
  },
  'POST /api/organisation/partners/:id/status': { body: { version: 9, action: 'freeze', reason: 'probe' } },
  'PATCH /api/organisation/suppliers/:id': { body: { version: 9, name: 'probe' } },
  'POST /api/organisation/suppliers/:id/status': { body: { version: 9, action: 'freeze', reason: 'probe' } },
  'PATCH /api/organisation/creators/:id': { body: { version: 9, nickname: 'probe', accountNo: null } },
  'POST /api/organisation/creators/:id/bindings': {
    body: { partnerId: partners.A, from: '2026-01-01', through: '2025-01-01' },
  },
  'POST /api/organisation/bindings/:id/end': { body: { through: '2020-01-01' } },
  'POST /api/exports/schedules/:id/pause': { body: { version: 9 } },
  'POST /api/exports/schedules/:id/resume': { body: { version: 9 } },
  'PUT /api/config/:id': { body: { version: 9, value: null } },
  'POST /api/config/:id/restore': { body: { version: 9, restore: 1 } },
  'PUT /api/holidays/:id': { body: { version: 9, days: [] } },
  'GET /api/settlements/statements/:id/line': { query: '?lineNo=1' },
  ...Object.fromEntries(
    ['rebuild', 'issue', 'lock', 'clear', 'retry', 'confirm', 'release'].map((verb) => [
      `POST /api/settlements/statements/:id/${verb}`,
      { body: { version: 99 } },
    ]),
  ),
  'POST /api/settlements/statements/:id/hold': { body: { version: 99, reason: 'probe' } },
  'POST /api/settlements/statements/:id/void': { body: { version: 99, reason: 'probe' } },
  'POST /api/settlements/statements/:id/dispute': {
    body: {
      ...{ version: 99, lines: [{ lineNo: 1, claimed: null }], reasonCode: 'plays', text: 'probe' },
      ...{ fileIds: [], payRest: true },
    },
  },
  'POST /api/settlements/statements/:id/answer': {
    body: { version: 99, isAccepted: false, answer: 'probe', corrections: [] },
  },
  'POST /api/settlements/statements/:id/invoice': {
    body: { version: 99, number: '1', issuedOn: '2026-01-01', amount: '1', fileId: world.missingId },
  },
  'POST /api/settlements/statements/:id/invoice-check': { body: { version: 99, isReceived: true, reason: null } },
  'POST /api/settlements/upstream-bills/:id/act': {
    body: { version: 99, rowNos: [1], action: 'disputed', note: null },
  },
  'POST /api/settlements/payouts/:id/mark': { body: { version: 99, isPaid: true, bankRef: 'probe', failure: null } },
  'POST /api/user/certification/applications/:id/withdraw': { body: { version: 99 } },
  'POST /api/certifications/:id/decide': { body: { version: 99, isPassed: true } },
  'POST /api/settlements/bank-accounts/:id/verify': { body: { version: 99, isVerified: true } },
  'POST /api/settlements/bank-accounts/:id/cancel': { body: { version: 99 } },
  'POST /api/settlements/adjustments/:id/decide': { body: { version: 99, isApproved: true, note: null } },
  'POST /api/settlements/adjustments/:id/withdraw': { body: { version: 99 } },
  'POST /api/partner-rates/:id/decide': { body: { version: 99, isApproved: true, note: null } },
  'POST /api/partner-rates/:id/withdraw': { body: { version: 99 } },
  'PATCH /api/monitor/rules/:id': { body: { threshold: 1, enabled: true, version: 99 } },
  'POST /api/monitor/rules/:id/mute': { body: { isMuted: true, version: 99 } },
  'PATCH /api/jd-accounts/:id': {
    body: {
      ...{
        alias: 'probe',
        siteId: null,
        positionId: null,
        source: 'feed',
        sharePpm: 0,
        requiredCookies: [],
        remark: null,
      },
      ...{ isEnabled: true, version: 99 },
    },
  },
  'POST /api/jd-links/:id/click-url': { body: { clickUrl: 'https://union-click.jd.com/1', version: 99 } },
  'POST /api/jd-links/:id/tokens': { body: { tokenText: 'probe again', template: '{token}', until: '2098-01-01' } },
  'POST /api/jd-coupon-codes/:id/move': { body: { action: 'activate', version: 99 } },
  'POST /api/jd-coupon-codes/:id/extend': { body: { to: '2098-01-01', version: 99 } },
  'DELETE /api/jd-accounts/:id': { query: '?version=99' },
  'POST /api/jd-accounts/:id/cookies': { body: { text: 'a=b', saveUntried: true, version: 99 } },
  'POST /api/jd-accounts/:id/sync': { body: {} },
  'POST /api/data-star/:id/follow': { body: { followState: 'none', version: 99 } },
  'PATCH /api/recommend/:id': { body: { ...item, version: 99 } },
  'PATCH /api/plans/:id': { body: { params: splitPlan, validFrom: '2099-01-01', version: 99 } },
  'POST /api/plans/:id/propose': { body: { version: 99 } },
  'POST /api/plans/:id/approve': { body: { version: 99 } },
  'POST /api/plans/:id/reject': { body: { version: 99, note: 'probe' } },
  'POST /api/plans/:id/publish': { body: { version: 99 } },
  'POST /api/plans/:id/withdraw': { body: { version: 99 } },
  'POST /api/plans/:id/simulate': { body: {} },
  'POST /api/recommend/:id/online': { body: { version: 99 } },
  'POST /api/recommend/:id/offline': { body: { version: 99 } },
  'POST /api/recommend/:id/schedule': { body: { version: 99 } },
  'POST /api/recommend/:id/top': { body: { version: 99 } },
  'POST /api/recommend/:id/claim': { body: { creatorId: world.missingId } },
  'POST /api/recommend/claims/:id/cancel': { body: { version: 99 } },
  'POST /api/recommend/claims/:id/submit': { body: { link: 'https://example.com', version: 99 } },
  'POST /api/recommend/claims/:id/judge': { body: { isValid: true, reason: null, version: 99 } },
  'POST /api/distribute-videos/:id/accept': { body: { version: 1 } },
  'POST /api/distribute-videos/:id/reject': { body: { version: 1, reason: 'probe' } },
  'POST /api/distribute-videos/:id/download': { body: { version: 1 } },
  'POST /api/distribute-videos/:id/confirm-recall': { body: { version: 1 } },
  'POST /api/distribute-videos/:id/links': { body: link },
  'POST /api/distribute-videos/:id/withdraw': { body: { receiptId: '1' } },
  'POST /api/distribute-videos/:id/check': { body: { receiptId: '1', isPassed: true } },
  'POST /api/distribute-videos/:id/extend': { body: { version: 1, deadline: '2098-01-01' } },
  'POST /api/distribute-videos/:id/recall': { body: { version: 1, reason: 'probe', severity: 'p0' } },
  'POST /api/distribute-suppliers/:id': { body: { isPaused: false, dailyQuota: 100 } },
  'POST /api/distribute-videos/:id/finish': { body: { version: 1 } },
  'POST /api/distribute-videos/:id/file': {
    body: noVideo,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  },
  'GET /api/data/:id/history': { query: `?day=${world.through}` },
  'GET /api/data/:id/days': { query: `?from=${world.from}&to=${world.through}` },
  'POST /api/data/:id/owner': { body: { partnerId: partners.C, reason: 'probe', version: 99 } },
  'POST /api/risk-videos/:id/skip': { body: { reason: 'probe' } },
  'POST /api/risk-videos/:id/escalate': { body: { reason: 'probe' } },
  'POST /api/risk-videos/:id/decide': {
    body: { effects: ['none'], policyCode: null, reasonZh: '无', reasonEn: 'none', version: 99 },
  },
  'POST /api/risk-videos/:id/judge': { body: { verdict: 'upheld', reply: 'probe', version: 99 } },
  'POST /api/risk-videos/:id/reopen': { body: { reason: 'probe', version: 99 } },
  'POST /api/risk-videos/:id/appeal': { body: { text: 'a probe of ten characters' } },
  'POST /api/risk-videos/:id/fix': { body: { text: 'a probe of ten characters' } },
  'POST /api/risk-rules/:id/preview': { body: { thresholds: {} } },
  'PATCH /api/risk-rules/:id': { body: { enabled: true, version: 99 } },
  'POST /api/risk-strikes/:id/dismiss': { body: { reason: 'probe' } },
  'PATCH /api/categories/:id': { body: { nameEn: 'Probe', version: 1 } },
  'POST /api/categories/:id/move': { body: { direction: 'up', version: 1 } },
  'POST /api/categories/:id/merge': { body: { intoId: world.missingId, reason: 'probe', version: 1 } },
  'DELETE /api/categories/:id': { query: '?version=1' },
  'PATCH /api/users/:id': { body: { displayName: 'probe', version: 1 } },
  'POST /api/users/:id/reset': { body: { version: 1 } },
  'POST /api/users/:id/disable': { body: { version: 1, reason: 'probe' } },
  'POST /api/users/:id/enable': { body: { version: 1 } },
  'PATCH /api/collections/:id': {
    body: { name: 'probe', orderDate: null, reportDate: null, rule: null, mayMatchAll: false, version: 99 },
  },
  'POST /api/collections/:id/copy': { body: { name: 'probe' } },
  'POST /api/collections/:id/online': { body: { version: 99 } },
  'POST /api/collections/:id/offline': { body: { version: 99 } },
  'POST /api/collections/:id/delete': { body: { version: 99 } },
  'POST /api/collections/:id/build': { body: {} },
  'POST /api/collections/:id/items': { body: { target: { ids: [videoA] } } },
  'POST /api/collections/:id/paste': { body: { text: videoA } },
  'POST /api/collections/:id/remove': { body: { target: { ids: [await heldBy('collection_item')] } } },
  'POST /api/collections/:id/restore': { body: { ids: [await heldBy('collection_exclude')] } },
  'POST /api/imports/:id/check': { body: { mapping, version: 1 } },
  'POST /api/imports/:id/apply': { body: { version: 1 } },
  'POST /api/imports/:id/undo': { body: { version: 1 } },
}

const withId = endpointsOf(features).filter(({ takesId }) => takesId)
/** The longest known path an endpoint's begins with tells what its id names. */
const probesOf = ({ path }: Known): Probe[] | undefined =>
  probes[
    Object.keys(probes)
      .filter((known) => path === known || path.startsWith(`${known}/`))
      .sort((a, b) => b.length - a.length)[0] ?? ''
  ]
const signed = new Map(readExpected().map(({ what, cells }) => [what, new Map(cells)]))
/** Only those who may ask at all: the others are told 401 or 403 whatever the id. */
// biome-ignore lint/suspicious/noExportsInTest: the mutation of the fences asks the same questions
export const cases = withId.flatMap((endpoint) => {
  const what = `${endpoint.method} ${endpoint.path}`
  return (probesOf(endpoint) ?? [])
    .filter(({ as }) => signed.get(what)?.get(as) === 'yes')
    .map((probe) => [what, probe.as, probe, endpoint] as const)
})

it('knows what the id of every endpoint names', () => {
  for (const endpoint of withId) expect(probesOf(endpoint), `${endpoint.method} ${endpoint.path}`).toBeDefined()
})

describe('a row of someone else answers as one that does not exist', () => {
  it.each(cases)('%s for %s', async (what, as, { own, foreign }, { method, path }) => {
    const { body, query = '', headers } = questions[what] ?? {}
    const answerFor = (id: string) =>
      ask(method, path.replace(/:(id|key)\b/, id) + query, { as, headers, ...(body ? { body } : {}) })
    const twin = await answerFor(own)
    // Only an administrator may move a video; the matrix holds who may ask at all.
    if (twin.statusCode === 403 && twin.json().data.reason === 'FORBIDDEN' && what === 'POST /api/data/:id/owner')
      return
    // Partners confirm one product themselves, operators the other.
    if (twin.statusCode === 403 && twin.json().data.reason === 'NOT_YOURS_TO_CONFIRM') return
    expect([200, 409, 410, 422], twin.body).toContain(twin.statusCode)
    const missing = comparable(await answerFor(world.missingId))
    expect(missing.status).toBe(404)
    expect(comparable(await answerFor(foreign))).toEqual(missing)
  })
})
