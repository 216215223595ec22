-- A line by its number alone, without its day.
create index accrual_by_id on accrual (id);
