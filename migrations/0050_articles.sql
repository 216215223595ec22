-- Articles (domain page S14–S16): what is said is kept in versions that never change; where it stands is the article's own.

create table article_category (
  id bigint generated always as identity primary key,
  parent_id bigint references article_category,
  name_zh text not null check (length(name_zh) between 1 and 20),
  name_en text not null check (length(name_en) between 1 and 40),
  sort integer not null default 0,
  -- Its articles are the documents of the workplace.
  is_docs boolean not null default false,
  version integer not null default 1
);
create unique index article_category_name on article_category (coalesce(parent_id, 0), name_zh);

create table article (
  id bigint generated always as identity primary key,
  category_id bigint not null references article_category,
  status text not null default 'draft' check (status in ('draft', 'in_review', 'scheduled', 'published', 'unpublished', 'archived')),
  -- Who reads it beside the editors; no partner named means every partner.
  audience_roles text[] not null default '{leader,partner}' check (audience_roles <@ '{leader,partner}'),
  audience_partners bigint[] not null default '{}',
  is_pinned boolean not null default false,
  is_must_read boolean not null default false,
  is_announcement boolean not null default false,
  publish_at timestamptz,
  -- The version that is read; null until the first.
  live_no integer,
  -- Confirmations of this version and later ones count.
  confirm_from integer not null default 1,
  published_at timestamptz,
  views bigint not null default 0,
  created_by bigint not null references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One editor at a time: who, in which window, until when unless it beats again.
  lock_by bigint references app_user,
  lock_window uuid,
  lock_until timestamptz,
  version integer not null default 1,
  check ((publish_at is not null) or status <> 'scheduled'),
  check ((live_no is null) = (published_at is null)),
  check (live_no is not null or status not in ('published', 'unpublished'))
);
create index article_category_of on article (category_id);
create index article_published on article (coalesce(published_at, '-infinity') desc, id desc);
create index article_due on article (publish_at) where publish_at is not null;

-- The copy editors work on; a reader never sees it.
create table article_draft (
  article_id bigint primary key references article on delete cascade,
  title text not null check (length(title) between 1 and 64),
  author text not null check (length(author) <= 16),
  digest text not null check (length(digest) <= 128),
  cover_key uuid,
  tags text[] not null check (cardinality(tags) <= 10),
  lang text not null check (lang in ('zh', 'en')),
  source_url text,
  html text not null check (octet_length(html) <= 1048576),
  plain text not null,
  words integer not null,
  revision integer not null default 1,
  -- Differs from the version that is read.
  is_dirty boolean not null default true,
  saved_by bigint not null references app_user,
  saved_at timestamptz not null default now()
);

create table article_version (
  article_id bigint not null references article on delete cascade,
  no integer not null,
  title text not null,
  author text not null,
  digest text not null,
  cover_key uuid,
  tags text[] not null,
  lang text not null,
  source_url text,
  html text not null,
  plain text not null,
  words integer not null,
  published_by bigint references app_user,
  published_at timestamptz not null,
  primary key (article_id, no)
);
alter table article add foreign key (id, live_no) references article_version (article_id, no);

-- What is searched, in one text: slices of two characters find Chinese and Latin words alike.
create function article_words(title text, tags text[], plain text) returns text language sql immutable parallel safe as $$
  select lower(title || ' ' || coalesce((select string_agg(tag, ' ') from unnest(tags) tag), '') || ' ' || plain)
$$;
create index article_version_words on article_version using gin (bigrams(article_words(title, tags, plain)));

create function keep_article_version() returns trigger language plpgsql as $$
begin
  raise exception 'a version of an article never changes';
end $$;
create trigger article_version_kept before update on article_version for each row execute function keep_article_version();

-- Who read what, last in which version; a row per reader.
create table article_read (
  article_id bigint not null references article on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  version_no integer not null,
  views integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (article_id, user_id)
);
create index article_read_user on article_read (user_id);
create table article_read_daily (
  stat_date date not null,
  article_id bigint not null references article on delete cascade,
  views bigint not null,
  primary key (stat_date, article_id)
);

create table article_feedback (
  article_id bigint not null references article on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  version_no integer not null,
  is_helpful boolean not null,
  why text not null default '' check (length(why) <= 300),
  at timestamptz not null,
  primary key (article_id, user_id)
);

-- A confirmation is of one version and stays.
create table article_confirm (
  article_id bigint not null references article on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  version_no integer not null,
  at timestamptz not null,
  primary key (article_id, user_id, version_no)
);
create index article_confirm_user on article_confirm (user_id);

-- Pictures: the same bytes are one file.
create table media_file (
  key uuid primary key,
  sha256 text not null unique,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif')),
  bytes integer not null,
  created_by bigint references app_user,
  created_at timestamptz not null default now()
);

-- What people looked for and did not find, a row per day and phrase.
create table article_search_miss (
  stat_date date not null,
  keyword text not null check (length(keyword) <= 60),
  n integer not null default 1,
  primary key (stat_date, keyword)
);
