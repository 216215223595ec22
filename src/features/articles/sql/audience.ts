import sql, { type Sql } from 'sql-template-tag'

/** Whether article `a` is meant for somebody of this role and partner: one rule, for a session and for all accounts. */
export const isMeantFor = (role: Sql, partnerId: Sql): Sql =>
  sql`(${role} = any(a.audience_roles) and (${role} <> 'partner' or a.audience_partners = '{}' or ${partnerId} = any(a.audience_partners)))`

/** Whether account `u` must answer for article `a`. */
export const isInAudience = sql`(u.status = 'active' and ${isMeantFor(sql`u.role`, sql`u.partner_id`)})`

/** A confirmation of a version from before the article asked again counts no more. */
export const hasConfirmed = (userId: Sql): Sql =>
  sql`exists (select from article_confirm c where c.article_id = a.id and c.user_id = ${userId} and c.version_no >= a.confirm_from)`

export const hasRead = (userId: Sql): Sql =>
  sql`exists (select from article_read r where r.article_id = a.id and r.user_id = ${userId})`

/** What an account has done about article `a`: unread, read or confirmed. */
export const stateOf = (userId: Sql): Sql =>
  sql`case when ${hasConfirmed(userId)} then 'confirmed' when ${hasRead(userId)} then 'read' else 'unread' end`

/** Accounts an article is meant for. */
export const audienceSize = sql`(select count(*) from app_user u where ${isInAudience})`
/** Those of them who have confirmed it. */
export const confirmedCount = sql`(select count(*) from app_user u where ${isInAudience} and ${hasConfirmed(sql`u.id`)})`
