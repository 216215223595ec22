-- The file a run is writing, so that one whose process died leaves none behind.
alter table export_job add column draft_key text;
create index export_job_draft on export_job (id) where draft_key is not null;
