import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import { fencePartner } from '../../kit/sql/fence.ts'
import { type Asker, fenceUsers } from './sql.ts'

const KEY = sql`e.data->>'accessKey'`

/** Partners in scope whose code or name a row gives: null where none has, and how many do. */
const partnerOf = ({ scope }: Asker): Sql => sql`left join lateral (
    select min(p.id) as id, count(*) as matches from partner p
    where (p.code = e.data->>'partner' or p.name = e.data->>'partner') and ${fencePartner(scope, sql`p.id`)}
  ) partner on true`

/**
 * Gives each row its state: new, the same as a partner account the session may see, or refused. A key that is taken by
 * any other account is refused in one word, whosesoever it is.
 */
export async function classifyAccounts(db: Db, asker: Asker): Promise<void> {
  await db.rows(sql`
    update import_entry e set state = judged.state, reason = judged.reason, field = judged.field from (
      select e.row_no,
        case when same.id is not null then 'unchanged' when verdict.reason is null then 'fresh' end as state,
        case when same.id is null then verdict.reason end as reason,
        case when verdict.reason like 'PARTNER%' then 'partner' else 'accessKey' end as field
      from (select *, row_number() over (partition by data->>'accessKey' order by row_no) as place from import_entry) e
      ${partnerOf(asker)}
      left join app_user taken on taken.access_key = ${KEY}
      left join lateral (
        select u.id from app_user u left join partner p on p.id = u.partner_id left join team t on t.id = p.team_id
        where u.id = taken.id and e.place = 1 and u.role = 'partner' and u.partner_id = partner.id and partner.matches = 1
          and u.display_name = e.data->>'displayName' and ${fenceUsers(asker)}
      ) same on true
      cross join lateral (select case
        when e.place > 1 then 'KEY_TWICE'
        when partner.matches = 0 then 'PARTNER_NOT_FOUND'
        when partner.matches > 1 then 'PARTNER_AMBIGUOUS'
        when taken.id is not null then 'KEY_TAKEN' end as reason) verdict
    ) judged where judged.row_no = e.row_no`)
  await db.rows(sql`
    update import_entry e set data = e.data || jsonb_build_object('partnerId', partner.id::text)
    from (select e.row_no, partner.id from import_entry e ${partnerOf(asker)}) partner
    where partner.row_no = e.row_no and e.state = 'fresh'`)
}

interface Made {
  accessId: string
  accessKey: string
  displayName: string
  role: string
  accessState: string | null
  partnerId: string
  phone: string | null
  email: string | null
  remark: string | null
}

/** Adds the new accounts, which wait to be activated; a key that was taken meanwhile refuses its row. */
export async function insertAccounts(db: Db, importId: string, actorId: string): Promise<Made[]> {
  const made = await db.rows<Made>(sql`
    with made as (
      insert into app_user (access_key, display_name, role, access_state, partner_id, phone, email, remark, created_by)
      select ${KEY}, e.data->>'displayName', 'partner', e.data->>'accessState', (e.data->>'partnerId')::bigint,
        e.data->>'phone', e.data->>'email', e.data->>'remark', ${actorId}
      from import_entry e where e.state = 'fresh' order by e.row_no
      on conflict (access_key) do nothing returning *
    ), kept as (
      insert into import_change (import_id, entity, row_id, mark) select ${importId}, 'user', id, version from made
    )
    select id::text as "accessId", access_key as "accessKey", display_name as "displayName", role,
      access_state as "accessState", partner_id::text as "partnerId", phone, email, remark from made order by id`)
  await db.rows(sql`
    update import_entry e set state = null, reason = 'KEY_TAKEN', field = 'accessKey'
    where e.state = 'fresh' and ${KEY} <> all(${made.map(({ accessKey }) => accessKey)}::text[])`)
  return made
}

/** Accounts of an import that were edited or activated, given a link or done something since; products come by themselves. */
export async function touchedAccounts(db: Db, importId: string): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    with made as (
      select u.*, c.mark from import_change c join app_user u on u.id = c.row_id
      where c.import_id = ${importId} and c.entity = 'user'
    )
    select access_key as key from made
    where version::text <> mark or status <> 'invited' or password_hash is not null or last_login_at is not null
      or id in (select referenced_rows('app_user', (select array_agg(id) from made), '{user_product}'))
    order by 1`)
  return rows.map(({ key }) => key)
}

/** Takes away accounts that nobody has used; the caller has made sure of it. */
export function dropAccounts(db: Db, importId: string): Promise<{ accessId: string; accessKey: string }[]> {
  return db.rows(sql`
    delete from app_user u using import_change c
    where c.import_id = ${importId} and c.entity = 'user' and u.id = c.row_id
    returning u.id::text as "accessId", u.access_key as "accessKey"`)
}
