-- The day readers were last reminded to confirm an article: once a day at most.
alter table article add reminded_on date;
