-- Collections (domain page S19): named sets of videos, put together by hand or by a rule, used as a target elsewhere.

-- Numbers run per month: C202611-0001.
create table collection_counter (
  month text primary key,
  last integer not null
);
create function next_collection_number(day date) returns text language sql as $$
  insert into collection_counter as c (month, last) values (to_char(day, 'YYYYMM'), 1)
  on conflict (month) do update set last = c.last + 1
  returning 'C' || month || '-' || lpad(last::text, greatest(4, length(last::text)), '0')
$$;

create table collection (
  id bigint generated always as identity primary key,
  number text not null unique,
  name text not null check (length(name) between 1 and 60),
  content_type text not null check (content_type in ('img', 'horizontalVideo', 'verticalVideo')),
  filter_type text not null check (filter_type in ('artificial', 'rules')),
  -- Whose videos it may hold: those of one business line, or null for all.
  business_line_id bigint references business_line,
  rule jsonb,
  -- Somebody confirmed that the rule may match every video there is.
  may_match_all boolean not null default false,
  item_count integer not null default 0,
  -- When its contents or its own fields last changed; a rebuild that changes nothing leaves it.
  last_time timestamptz not null default now(),
  order_date date,
  report_date date,
  status text not null default 'offline' check (status in ('online', 'offline')),
  owner_id bigint references app_user,
  built_at timestamptz,
  -- Why the last build failed; the items are then those of the build before.
  build_error text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((filter_type = 'rules') = (rule is not null))
);
create index collection_time on collection (last_time desc, id desc);
create index collection_name on collection (name);

create table collection_item (
  collection_id bigint not null references collection on delete cascade,
  video_id bigint not null references video on delete cascade,
  position integer not null,
  -- rule: by the last build · manual: of a collection put together by hand · include: beside what the rule finds.
  source text not null check (source in ('rule', 'manual', 'include')),
  added_by bigint references app_user,
  added_at timestamptz not null default now(),
  primary key (collection_id, video_id)
);
create index collection_item_video on collection_item (video_id);
create index collection_item_position on collection_item (collection_id, position, video_id);

-- What a rule finds and somebody took out by hand: it stays out.
create table collection_exclude (
  collection_id bigint not null references collection on delete cascade,
  video_id bigint not null references video on delete cascade,
  added_by bigint references app_user,
  added_at timestamptz not null default now(),
  primary key (collection_id, video_id)
);

-- Builds that changed something or failed, and every one a person asked for.
create table collection_build (
  id bigint generated always as identity primary key,
  collection_id bigint not null references collection on delete cascade,
  at timestamptz not null default now(),
  cause text not null check (cause in ('save', 'person', 'clock')),
  added integer not null default 0,
  removed integer not null default 0,
  items integer not null default 0,
  error text
);
create index collection_build_of on collection_build (collection_id, id desc);

-- The count a reader of one business line may know: of a collection over all lines it must not learn what the others hold.
create table collection_line_count (
  collection_id bigint not null references collection on delete cascade,
  business_line_id bigint not null references business_line,
  items integer not null,
  primary key (collection_id, business_line_id)
);

-- Counts some collections anew after their items changed.
create function recount_collections(ids bigint[]) returns void language plpgsql as $$
begin
  delete from collection_line_count where collection_id = any(ids);
  insert into collection_line_count (collection_id, business_line_id, items)
    select i.collection_id, p.business_line_id, count(*) from collection_item i
      join video v on v.id = i.video_id join partner p on p.id = v.partner_id
    where i.collection_id = any(ids) group by i.collection_id, p.business_line_id;
  update collection c set item_count = n.items
    from (select x.id, (select count(*) from collection_item i where i.collection_id = x.id) as items from unnest(ids) x(id)) n
    where c.id = n.id and c.item_count <> n.items;
end $$;
