-- How the server answered, minute by minute: each process counts in memory and adds what it counted once a minute. The
-- page "monitor" and the alert rules read it; a scraper reads each process itself.

create table request_minute (
  minute timestamptz not null,
  method text not null,
  route text not null,
  -- Host and process: two that share a minute do not wait for each other's row.
  process text not null,
  requests integer not null,
  -- Answers 4xx and 5xx.
  refused integer not null,
  failed integer not null,
  sum_ms bigint not null,
  slowest_ms integer not null,
  -- Requests by how long they took; the bounds are those of src/server/metrics/meter.ts, the last one is open.
  buckets integer[] not null,
  primary key (minute, route, method, process)
);
