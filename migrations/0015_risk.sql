-- Risk cases: what came in, who looked, what was decided, what it did (domain page S7). risk_event is the truth, risk_case
-- its projection.

-- How urgent each level is: time to decide, where its priority begins, what a strike of it weighs and how long it counts.
create table risk_severity (
  severity text primary key check (severity in ('p0', 'p1', 'p2', 'p3')),
  sla_minutes integer not null check (sla_minutes > 0),
  base_priority integer not null,
  strike_points integer not null check (strike_points > 0),
  strike_days integer not null check (strike_days > 0),
  -- While a case of this level is open the video's income waits.
  holds_income boolean not null
);
insert into risk_severity values
  ('p0', 30, 300, 12, 365, true), ('p1', 240, 200, 6, 180, true), ('p2', 1440, 100, 3, 90, false), ('p3', 4320, 0, 1, 60, false);

-- What is recommended from how many active points on; a person confirms. 0 days: a warning.
create table risk_strike_step (
  points_from integer primary key check (points_from > 0),
  suspension_days integer not null check (suspension_days >= 0)
);
insert into risk_strike_step values (3, 0), (6, 7), (12, 30), (24, 365);

create table risk_policy (
  code text primary key,
  name_zh text not null,
  name_en text not null,
  -- The labels it speaks about; empty: any.
  labels text[] not null,
  default_effects text[] not null,
  -- What the partner is told, to be edited by the reviewer.
  reason_zh text not null,
  reason_en text not null,
  sort integer not null default 0,
  enabled boolean not null default true
);
insert into risk_policy (code, labels, default_effects, name_zh, reason_zh, name_en, reason_en, sort) values
  ('S-01', '{porn}', '{remove,freeze,strike}', '色情低俗内容', '作品含色情或低俗画面，违反平台内容规范，已下架。', 'Sexual or vulgar content', 'The work shows sexual or vulgar content, which the content rules forbid. It has been taken down.', 10),
  ('T-01', '{terror}', '{remove,freeze,strike}', '暴恐血腥内容', '作品含暴力、血腥或恐怖画面，已下架。', 'Violence and terror', 'The work shows violent, bloody or terrorist scenes. It has been taken down.', 20),
  ('P-01', '{politics}', '{remove,freeze}', '涉政不当内容', '作品含不当的时政内容，已下架。', 'Improper political content', 'The work contains improper political content. It has been taken down.', 30),
  ('L-01', '{illegal}', '{remove,freeze,strike}', '违法违禁物品', '作品展示或推介违法违禁物品，已下架。', 'Illegal goods', 'The work shows or promotes illegal goods. It has been taken down.', 40),
  ('M-03', '{minor}', '{remove,freeze}', '未成年人单独出镜', '未成年人单独出镜且无监护人陪同，请补充监护人授权后重新提交。', 'Minor alone on camera', 'A minor appears alone, without a guardian. Please add the guardian''s consent and submit again.', 50),
  ('A-01', '{abuse}', '{warn,limit}', '辱骂攻击他人', '作品含辱骂、攻击他人的言论，已限制推荐，请修改后重新提交。', 'Abuse of others', 'The work insults or attacks others. Its reach has been limited; please change it and submit again.', 60),
  ('A-02', '{ad}', '{limit,exclude}', '站外导流广告', '作品含联系方式、二维码等站外导流信息，已限流且不计入结算。', 'Leading off the platform', 'The work shows contacts or codes that lead off the platform. Its reach is limited and it is left out of settlement.', 70),
  ('Q-01', '{spam}', '{limit}', '灌水低质内容', '作品画面或文案重复、质量过低，已限制推荐。', 'Spam and low quality', 'The work repeats itself or is of very low quality. Its reach has been limited.', 80),
  ('V-01', '{privacy}', '{remove}', '泄露他人隐私', '作品泄露他人的电话、住址等隐私信息，请打码后重新提交。', 'Private data of others', 'The work discloses private data of others. Please blur it and submit again.', 90),
  ('C-01', '{copyright}', '{remove,exclude,strike}', '侵权搬运', '作品与已登记的原创内容高度重合，判定为侵权搬运。', 'Copied without rights', 'The work matches a registered original and is considered a copy without rights.', 100),
  ('F-01', '{fake_traffic}', '{freeze,strike}', '刷量作弊', '作品播放或互动数据异常，判定为刷量，相关收益已冻结。', 'Bought traffic', 'Plays or interactions of the work are not genuine. Its income has been frozen.', 110),
  ('R-01', '{rumor}', '{limit,warn}', '不实信息', '作品内容与权威信息不符，请补充信源或更正后重新提交。', 'False information', 'The work contradicts authoritative information. Please add your source or correct it, and submit again.', 120),
  ('G-01', '{}', '{warn}', '其他违反内容规范', '作品违反内容规范，请按要求修改。', 'Other breach of the content rules', 'The work breaches the content rules. Please change it as asked.', 900);

create table risk_case (
  id bigint generated always as identity primary key,
  video_id bigint not null references video,
  partner_id bigint references partner,
  creator_id bigint references creator,
  source text not null check (source in ('machine', 'platform', 'report', 'manual', 'rule', 'copyright')),
  label text not null check (label in ('porn', 'terror', 'politics', 'illegal', 'abuse', 'ad', 'spam', 'minor', 'privacy', 'copyright', 'fake_traffic', 'rumor', 'other')),
  suggestion text check (suggestion in ('pass', 'review', 'block')),
  score smallint check (score between 0 and 100),
  severity text not null references risk_severity,
  report_count integer not null default 0,
  signal_count integer not null default 0,
  -- Thousandths of the priority as it was at 1970-01-01: age adds the same to every case per hour, so the order holds while
  -- nothing is rewritten (risk_priority_key below).
  priority_key bigint not null default 0,
  state text not null default 'pending' check (state in ('pending', 'claimed', 'escalated', 'decided', 'closed', 'appealing', 'merged')),
  assignee_id bigint references app_user,
  claimed_at timestamptz,
  claim_until timestamptz,
  -- Who proposed to dismiss a p0 case; another person must agree.
  proposed_by bigint references app_user,
  effects text[] not null default '{}',
  policy_code text references risk_policy,
  reason_zh text,
  reason_en text,
  decided_by bigint references app_user,
  decided_at timestamptz,
  -- The event of the decision that stands: whatever it did carries this id.
  decision_event bigint,
  appeal_state text not null default 'none' check (appeal_state in ('none', 'submitted', 'upheld', 'overturned')),
  appeal_text text,
  appealed_at timestamptz,
  appeal_due_at timestamptz,
  appeal_reply text,
  judged_at timestamptz,
  fix_text text,
  fixed_at timestamptz,
  merged_into bigint references risk_case,
  sla_due_at timestamptz not null,
  first_action_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (state <> 'claimed' or (assignee_id is not null and claim_until is not null)),
  check (state <> 'merged' or merged_into is not null)
);
create unique index risk_case_open on risk_case (video_id, label) where state not in ('closed', 'merged');
create index risk_case_queue on risk_case (priority_key desc, id desc);
create index risk_case_due on risk_case (sla_due_at, id);
create index risk_case_created on risk_case (created_at desc, id desc);
create index risk_case_state on risk_case (state, priority_key desc, id desc) where state not in ('closed', 'merged');
create index risk_case_assignee on risk_case (assignee_id) where state = 'claimed';
create index risk_case_partner on risk_case (partner_id, created_at desc);
create index risk_case_creator on risk_case (creator_id, created_at desc);
create index risk_case_video on risk_case (video_id);

-- Base + log10(plays + 1) × 10 + reports × 5 + age in hours / 4 (domain page S7), less the age, in thousandths.
create function risk_priority_key(severity text, plays bigint, reports integer, opened timestamptz) returns bigint
language sql stable as $$
  select round(1000 * (s.base_priority + log(greatest(plays, 0) + 1) * 10 + reports * 5) - extract(epoch from opened) * 1000 / 14400)::bigint
  from risk_severity s where s.severity = $1
$$;

-- A case follows its video to the partner that owns it.
create function move_risk_cases() returns trigger language plpgsql as $$
begin
  update risk_case set partner_id = new.partner_id where video_id = new.id and state not in ('closed', 'merged');
  return null;
end $$;
create trigger risk_case_follows_video after update of partner_id on video for each row
  when (old.partner_id is distinct from new.partner_id) execute function move_risk_cases();

-- What came in, also what is not yet in a case (case_id null: the intake job takes it).
create table risk_signal (
  id bigint generated always as identity primary key,
  video_id bigint not null references video,
  case_id bigint references risk_case,
  source text not null,
  label text not null,
  severity text not null references risk_severity,
  suggestion text,
  score smallint,
  -- [{startMs, endMs, form, text, score}]: may be shown to the partner, without the score.
  evidence jsonb not null default '[]',
  -- Inside words: a report's text, a flag's note.
  note text,
  reporter_id bigint references app_user,
  rule_code text,
  external_id text,
  created_at timestamptz not null default now(),
  taken_at timestamptz
);
create index risk_signal_waiting on risk_signal (id) where taken_at is null;
create index risk_signal_case on risk_signal (case_id, id);
-- A rule speaks about a video once, a person reports a label of a video once, a machine's message counts once.
create unique index risk_signal_rule on risk_signal (rule_code, video_id) where rule_code is not null;
create unique index risk_signal_reporter on risk_signal (reporter_id, video_id, label) where source = 'report';
create unique index risk_signal_external on risk_signal (source, external_id) where external_id is not null;

create table risk_event (
  id bigint generated always as identity primary key,
  case_id bigint not null references risk_case,
  at timestamptz not null default now(),
  -- Null: the clock or a job.
  actor_id bigint references app_user,
  kind text not null,
  from_state text,
  to_state text not null,
  data jsonb not null default '{}'
);
create index risk_event_case on risk_event (case_id, id);
create index risk_event_at on risk_event (kind, at);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger risk_event_is_kept before update or delete on risk_event for each statement execute function refuse_change();

-- What a decision holds on a video: limited reach, taken down, left out of settlement, work with its maker suspended. Rows
-- end, they do not go; before holds what the video was, so that the end restores exactly that.
create table risk_effect (
  id bigint generated always as identity primary key,
  case_id bigint not null references risk_case,
  video_id bigint not null references video,
  kind text not null check (kind in ('limit', 'remove', 'exclude', 'ban')),
  -- False where there was nothing left to act on: the work is gone on its platform.
  is_applicable boolean not null default true,
  before jsonb,
  -- ban: creator or partner, and its end; null: without end.
  scope text check (scope in ('creator', 'partner')),
  target_id bigint,
  until timestamptz,
  began_at timestamptz not null,
  began_event bigint not null references risk_event,
  ended_at timestamptz,
  ended_event bigint references risk_event,
  check ((kind = 'ban') = (scope is not null))
);
create index risk_effect_case on risk_effect (case_id);
create index risk_effect_video on risk_effect (video_id, kind) where ended_at is null;
create index risk_effect_ban on risk_effect (scope, target_id) where kind = 'ban' and ended_at is null;

-- Income of a video waits while a row without released_at stands.
create table income_hold (
  id bigint generated always as identity primary key,
  video_id bigint not null references video,
  case_id bigint not null references risk_case,
  created_at timestamptz not null,
  released_at timestamptz,
  began_event bigint not null references risk_event,
  ended_event bigint references risk_event
);
create unique index income_hold_standing on income_hold (case_id) where released_at is null;
create index income_hold_video on income_hold (video_id) where released_at is null;

create table strike (
  id bigint generated always as identity primary key,
  partner_id bigint references partner,
  creator_id bigint references creator,
  case_id bigint not null references risk_case,
  points integer not null check (points > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_reason text,
  began_event bigint not null references risk_event,
  ended_event bigint references risk_event
);
create index strike_creator on strike (creator_id, expires_at) where dismissed_at is null;
create index strike_partner on strike (partner_id, expires_at) where dismissed_at is null;
create index strike_case on strike (case_id);
