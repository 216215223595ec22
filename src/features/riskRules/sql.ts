import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '../../core/verb.ts'
import { likePattern } from '../../kit/sql/list.ts'
import type { Rule } from './contract.ts'
import { RULES, type RuleCode, type Thresholds } from './rules.ts'

/** The newest delivered day, and when it came in. */
export const readThrough = (db: Db) =>
  db.one<{ day: string; at: string }>(
    sql`select stat_date::text as day, (select max(updated_at) from metric_day) as at from metric_day order by stat_date desc limit 1`,
  )

/**
 * Works a rule speaks about within the last `days` days up to `through`: id, and the words of what was found. Findings are
 * evidence and stay in the language of the content.
 */
function findings(code: RuleCode, thresholds: Thresholds, through: string, days: number): Sql {
  const limit = (name: string) => Number(thresholds[name])
  const active = sql`v.visibility = 'public' and exists (
    select from video_metric_daily d where d.video_id = v.id and d.stat_date > ${through}::date - ${days}::integer and d.stat_date <= ${through}::date)`
  switch (code) {
    case 'playSpike':
      return sql`
        select distinct on (m.video_id) m.video_id as id, '单日播放为前 7 日均值的 ' || round(m.play_delta / greatest(m.average, 1)) || ' 倍（' || m.stat_date || '）' as finding
        from (
          select d.video_id, d.stat_date, d.play_delta, avg(greatest(d.play_delta, 0)) over w as average, count(*) over w as before
          from video_metric_daily d where d.stat_date > ${through}::date - ${days + 7}::integer and d.stat_date <= ${through}::date
          window w as (partition by d.video_id order by d.stat_date rows between 7 preceding and 1 preceding)
        ) m where m.stat_date > ${through}::date - ${days}::integer and m.before >= 3 and m.play_delta >= ${limit('minPlays')}
          and m.play_delta >= m.average * ${limit('times')}::numeric
        order by m.video_id, m.stat_date desc`
    case 'likeRatio':
      return sql`
        select v.id, '点赞播放比 ' || round(s.like_count * 100.0 / s.play_count, 1) || '%' as finding from video v join video_stat s on s.video_id = v.id
        where s.play_count >= ${limit('minPlays')} and s.like_count * 100 > s.play_count * ${limit('maxPercent')}::bigint and ${active}`
    case 'silentPlays':
      return sql`
        select v.id, '每千次播放互动 ' || round((s.like_count + s.comment_count + s.share_count + s.favorite_count) * 1000.0 / s.play_count, 1) || ' 次' as finding
        from video v join video_stat s on s.video_id = v.id
        where s.play_count >= ${limit('minPlays')}
          and (s.like_count + s.comment_count + s.share_count + s.favorite_count) * 1000 < s.play_count * ${limit('minPermille')}::bigint and ${active}`
    case 'finishRate':
      return sql`
        select v.id, '完播率 ' || round(s.finish_rate_ppm / 10000.0, 1) || '%' as finding from video v join video_stat s on s.video_id = v.id
        where s.play_count >= ${limit('minPlays')} and s.finish_rate_ppm < ${limit('minPercent') * 10_000} and ${active}`
    case 'rollback':
      return sql`
        select distinct on (d.video_id) d.video_id as id, '播放量单日回滚 ' || round(-d.play_delta * 100.0 / (d.play_count - d.play_delta), 1) || '%（' || d.stat_date || '）' as finding
        from video_metric_daily d where d.stat_date > ${through}::date - ${days}::integer and d.stat_date <= ${through}::date
          and d.play_delta < 0 and d.play_count - d.play_delta >= ${limit('minPlays')}
          and -d.play_delta * 100 >= (d.play_count - d.play_delta) * ${limit('percent')}::bigint
        order by d.video_id, d.stat_date desc`
    case 'forbiddenWords': {
      const words = thresholds.words as string[]
      return sql`
        select v.id, '标题含「' || w.word || '」' as finding from video v
        cross join lateral (select word from unnest(${words}::text[]) word where position(lower(word) in lower(v.title)) > 0 limit 1) w
        where v.published_at > ${through}::date - ${days}::integer and v.visibility <> 'deleted'
          and (${join(
            words.map((word) => sql`v.title ilike ${likePattern(word)}`),
            ' or ',
          )})`
    }
    case 'duplicateTitles':
      return sql`
        select t.id, ${limit('days')} || ' 天内同一标题发布 ' || t.works || ' 次' as finding from (
          select v.id, v.published_at, count(*) over (partition by v.creator_id, lower(v.title) order by v.published_at
            range between make_interval(days => ${limit('days')}) preceding and current row) as works
          from video v where v.title <> '' and v.creator_id is not null and v.published_at > ${through}::date - ${days + 30}::integer
        ) t where t.works >= ${limit('works')} and t.published_at > ${through}::date - ${days}::integer`
    case 'hiddenAfterPlays':
      return sql`
        select v.id, '播放 ' || s.play_count || ' 后转为不可见' as finding from video v join video_stat s on s.video_id = v.id
        where v.visibility in ('private', 'deleted') and v.product_code is not null and s.play_count >= ${limit('minPlays')}
          and s.last_stat_date > ${through}::date - ${days}::integer`
  }
}

export interface Preview {
  count: number
  fresh: number
  samples: { videoId: string; title: string; partnerName: string | null; finding: string }[]
}

/** What a rule would find, counted, with the first works. */
export async function previewRule(
  db: Db,
  code: RuleCode,
  thresholds: Thresholds,
  through: string,
  days: number,
): Promise<Preview> {
  const row = await db.one<Preview>(sql`
    with found as materialized (${findings(code, thresholds, through, days)})
    select count(*) as count,
      count(*) filter (where not exists (select from risk_signal r where r.rule_code = ${code} and r.video_id = found.id)) as fresh,
      coalesce((select json_agg(json_build_object('videoId', v.id::text, 'title', v.title, 'partnerName', p.name, 'finding', f.finding) order by s.play_count desc, v.id)
        from (select found.* from found join video_stat s on s.video_id = found.id order by s.play_count desc, found.id limit 8) f
        join video v on v.id = f.id join video_stat s on s.video_id = v.id left join partner p on p.id = v.partner_id), '[]') as samples
    from found`)
  return row!
}

/** Puts what a rule finds into the inbox of signals; a work it has spoken about before is passed over. Returns how many are new. */
export async function runRule(db: Db, rule: Rule, through: string, days: number, at: Date): Promise<number> {
  const code = rule.code as RuleCode
  const added = await db.rows(sql`
    insert into risk_signal (video_id, source, label, severity, evidence, rule_code, created_at)
    select f.id, 'rule', ${rule.label}, ${rule.severity},
      jsonb_build_array(jsonb_build_object('startMs', null, 'endMs', null, 'form', 'figures', 'text', f.finding, 'score', null)), ${code}, ${at}
    from (${findings(code, rule.thresholds as Thresholds, through, days)}) f
    on conflict do nothing returning 1`)
  await db.rows(sql`update risk_rule set last_run_at = ${at}, last_found = ${added.length} where code = ${code}`)
  return added.length
}

const RULE = sql`r.id::text, r.code, r.enabled, r.label, r.severity, r.thresholds, r.last_run_at as "lastRunAt", r.last_found as "lastFound", r.version`

/** The rules this release knows, in its order, with what they found in 30 days. */
export const readRules = (db: Db, now: Date): Promise<Rule[]> =>
  db.rows<Rule>(sql`
    select ${RULE}, coalesce(f.found, 0) as "found30d", coalesce(f.upheld, 0) as "upheld30d"
    from unnest(${Object.keys(RULES)}::text[]) with ordinality known(code, at) join risk_rule r on r.code = known.code
    left join lateral (
      select count(*) as found, count(*) filter (where c.state in ('decided', 'closed') and c.effects <> '{none}' and c.appeal_state <> 'overturned') as upheld
      from risk_signal s left join risk_case c on c.id = s.case_id
      where s.rule_code = r.code and s.created_at > ${now}::timestamptz - interval '30 days'
    ) f on true order by known.at`)

export const lockRule = (db: Db, ruleId: string) =>
  db.one<Rule>(
    sql`select ${RULE}, 0 as "found30d", 0 as "upheld30d" from risk_rule r where r.id = ${ruleId} for update`,
  )

export const readRule = (db: Db, ruleId: string) =>
  db.one<Rule>(sql`select ${RULE}, 0 as "found30d", 0 as "upheld30d" from risk_rule r where r.id = ${ruleId}`)

export async function changeRule(
  db: Db,
  rule: Pick<Rule, 'id' | 'enabled' | 'label' | 'severity' | 'thresholds'>,
  at: Date,
): Promise<void> {
  await db.rows(sql`
    update risk_rule set enabled = ${rule.enabled}, label = ${rule.label}, severity = ${rule.severity},
      thresholds = ${JSON.stringify(rule.thresholds)}::jsonb, updated_at = ${at}, version = version + 1 where id = ${rule.id}`)
}

export const readServices = (db: Db, now: Date) =>
  db.rows<{ code: string; enabled: boolean; signals30d: number; version: number }>(sql`
    select v.code, v.enabled, v.version, (
      select count(*) from risk_signal s where s.created_at > ${now}::timestamptz - interval '30 days' and case v.code
        when 'machine' then s.source in ('machine', 'platform', 'copyright') when 'reports' then s.source = 'report' else s.source = 'rule' end
    ) as "signals30d" from risk_service v order by array_position(array['machine', 'reports', 'nightly', 'afterData'], v.code)`)

/** Switches a way in; false when another did meanwhile. */
export async function changeService(
  db: Db,
  code: string,
  enabled: boolean,
  version: number,
  at: Date,
): Promise<boolean> {
  const changed = await db.rows(sql`
    update risk_service set enabled = ${enabled}, updated_at = ${at}, version = version + 1 where code = ${code} and version = ${version} returning 1`)
  return changed.length === 1
}

export const readQueues = (db: Db, now: Date) =>
  db.rows<{ label: string; pending: number; waitingSeconds: number | null; appeals: number }>(sql`
    select label, count(*) filter (where state <> 'appealing') as pending,
      extract(epoch from ${now}::timestamptz - min(created_at) filter (where state <> 'appealing'))::integer as "waitingSeconds",
      count(*) filter (where state = 'appealing') as appeals
    from risk_case where state in ('pending', 'claimed', 'escalated', 'appealing') group by label order by 2 desc, 1`)
