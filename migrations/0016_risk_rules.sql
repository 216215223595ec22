-- Rules that look for risk by themselves, and the ways signals come in. What a rule means stands in code; how sharp it is, here.
create table risk_rule (
  id bigint generated always as identity primary key,
  code text not null unique,
  enabled boolean not null default true,
  label text not null,
  severity text not null references risk_severity,
  thresholds jsonb not null,
  last_run_at timestamptz,
  last_found integer,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
insert into risk_rule (code, enabled, label, severity, thresholds) values
  ('playSpike', true, 'fake_traffic', 'p2', '{"minPlays": 50000, "times": 8}'),
  ('likeRatio', true, 'fake_traffic', 'p2', '{"minPlays": 10000, "maxPercent": 25}'),
  ('silentPlays', true, 'fake_traffic', 'p3', '{"minPlays": 100000, "minPermille": 3}'),
  ('finishRate', false, 'fake_traffic', 'p3', '{"minPlays": 30000, "minPercent": 3}'),
  ('rollback', true, 'fake_traffic', 'p1', '{"minPlays": 1000, "percent": 20}'),
  ('forbiddenWords', true, 'ad', 'p2', '{"words": ["加微信", "私聊领取", "稳赚", "代购", "包治", "返现", "刷单"]}'),
  ('duplicateTitles', true, 'spam', 'p3', '{"works": 4, "days": 7}'),
  ('hiddenAfterPlays', false, 'other', 'p3', '{"minPlays": 50000}');

-- The ways in. Switched off, nothing comes through.
create table risk_service (
  code text primary key check (code in ('machine', 'reports', 'nightly', 'afterData')),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
insert into risk_service (code, enabled) values ('machine', true), ('reports', true), ('nightly', true), ('afterData', true);
