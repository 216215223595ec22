-- Refused rows of a batch are kept as they were sent, so that they can be run again once what they lacked is there.

-- JSON as text: what senders call a string may hold what jsonb does not.
alter table ingest_error add column sent text;
alter table ingest_batch
  add column source_file text,
  -- The batch whose refused rows these are. Rows run again once; what is refused anew is kept with the new batch.
  add column rerun_of bigint unique references ingest_batch on delete set null;
create index ingest_batch_refused on ingest_batch (received_at desc, id desc) where refused > 0;
