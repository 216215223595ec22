-- The audit screen reads the whole log by time, alone or within one person, action or kind of row: each such page is one
-- index range however long the log grows. What one row went through keeps its own index, audit_entity.
create index audit_at on audit_log (at desc, id desc);
create index audit_actor_at on audit_log (actor_id, at desc, id desc);
create index audit_action_at on audit_log (action, at desc, id desc);
create index audit_entity_at on audit_log (entity, at desc, id desc);
