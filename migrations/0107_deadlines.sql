-- Deadlines on the monitor: recalls past their time are found by an index, and two alert rules watch all that is due.

create index distribution_recall_overdue on distribution (takedown_due_at) where status = 'recall_overdue';

-- The first fires above its threshold; the second below it: so few hours are left until the next deadline.
insert into monitor_rule (code, threshold) values ('deadlinesOverdue', 0), ('nextDeadlineHours', 2);
