-- The list of the audit (decision 174): newest first, also of a person or of a kind of action, without reading other rows.
create index audit_by_time on audit (at, id);
drop index audit_by_actor;
create index audit_by_actor on audit (actor_id, at, id);

create function audit_kind(action text, entity text, note text, before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when note like 'refused: %' or (action like 'user.%' and note like 'failed%') then 'refused'
    when entity = 'export' then 'export'
    when action like 'user.%' then 'sign_in'
    when before is null and after is not null then 'add'
    when before is not null and after is null then 'delete'
    when before is not null then 'change'
    else 'other' end
$$;
create index audit_by_kind on audit (audit_kind(action, entity, note, before, after), at, id);

-- The search: parts of a note, or a whole address. Whole record ids are in audit_by_entity.
create index audit_by_note on audit using gin (fold_text(note) gin_trgm_ops) where note is not null;
create index audit_by_address on audit (address);
