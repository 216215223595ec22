import type pg from 'pg'

/**
 * What people did before today, as the verbs would have written it: accounts made and disabled, owners and categories put
 * right, views saved, plans brought through their flow. Drawn from rows that are there, so that every entry leads to one.
 */
const PAST = `
  insert into audit_log (at, actor_id, action, entity, entity_id, before, after, reason, ip, request_id)
  select e.at, e.actor_id, e.action, e.entity, e.entity_id, e.before, e.after, e.reason,
    ('36.112.' || 1 + e.n % 9 || '.' || 10 + e.n * 7 % 200)::inet, md5('audit' || e.n)::uuid::text
  from (
    select row_number() over (order by u.at, u.action, u.entity_id)::integer as n, u.* from (
      select created_at as at, created_by as actor_id, 'user.create' as action, 'user' as entity, id::text as entity_id,
        null::jsonb as before, jsonb_build_object('accessKey', access_key, 'displayName', display_name, 'role', role) as after,
        null as reason
      from app_user where created_by is not null
      union all
      select created_at + interval '30 days', 1, 'user.disable', 'user', id::text, '{"status":"active"}',
        '{"status":"disabled"}', disabled_reason
      from app_user where status = 'disabled'
      union all
      select last_login_at + interval '11 minutes', id, 'view.save', 'view', id::text, null,
        jsonb_build_object('listKey', 'data', 'name', '本周爆款'), null
      from app_user where last_login_at is not null and role in ('admin', 'leader', 'coo', 'partner')
      union all
      select last_login_at + interval '47 minutes', id, 'session.logout', 'session', id::text, null, null, null
      from app_user where last_login_at is not null
      union all
      select first_seen_at + interval '9 hours', 3, 'video.category', 'video', id::text,
        jsonb_build_object('categoryId', null), jsonb_build_object('categoryId', category_id::text), null
      from (select * from video where category_id is not null order by id limit 40) v
      union all
      select first_seen_at + interval '33 hours', 1, 'video.exclude', 'video', id::text, '{"excludedReason":null}',
        jsonb_build_object('excludedReason', settlement_excluded_reason), settlement_excluded_reason
      from (select * from video where settlement_excluded_reason is not null order by id limit 20) v
      union all
      select at, actor_id, 'video.owner', 'video', video_id::text, jsonb_build_object('partnerId', from_partner_id::text),
        jsonb_build_object('partnerId', to_partner_id::text), reason
      from (select * from video_owner_history order by id limit 40) h
      union all
      select created_at, created_by, 'plan.create', 'plan', id::text, null,
        jsonb_build_object('product', product_code, 'number', number, 'validFrom', valid_from), null
      from product_version
      union all
      select proposed_at, proposed_by, 'plan.propose', 'plan', id::text, '{"state":"draft"}', '{"state":"in_review"}', null
      from product_version where proposed_at is not null
      union all
      select decided_at, decided_by, case state when 'rejected' then 'plan.reject' else 'plan.approve' end, 'plan', id::text,
        '{"state":"in_review"}', jsonb_build_object('state', case state when 'rejected' then state else 'approved' end), decision_note
      from product_version where decided_at is not null
      union all
      select published_at, decided_by, 'plan.publish', 'plan', id::text, '{"state":"approved"}', '{"state":"published"}', null
      from product_version where published_at is not null
    ) u
  ) e where e.at < now() order by e.at, e.n`

/** Fills the audit log of a world. */
export async function fillAudit(client: pg.PoolClient): Promise<void> {
  await client.query(PAST)
}
