-- Evidence that is not a file of ours: the number of a document, where adjustments come from a file.
alter table adjustment add column evidence_ref text check (length(evidence_ref) between 2 and 200);
