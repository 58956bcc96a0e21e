-- Columns take the names of the API and of the glossary. The rows stay.
alter table webhook_delivery rename column answer to response;
alter table idempotency rename column answer to response;
alter table quote rename column below to low_price_confirmed;
alter table quote_line rename column place to position;
alter table assign_advice rename column place to rank;
alter table assign_advice rename column among to candidates;
alter table forecast_log rename column within to curve;
alter table forecast_log rename column off_minutes to error_minutes;
alter table forecast_score rename column off_minutes to error_minutes;
alter table forecast_score rename column outside_hours to outside_hours_count;
alter table quality_fact rename column what to kind;
alter table quality_fact rename column first to first_of_kind;
alter table quality_fact rename column opening to first_check;
alter table quality_sum rename column first to starts_on;
alter table quality_sum rename column a to key_1;
alter table quality_sum rename column b to key_2;
alter table quality_fault_sum rename column first to starts_on;
alter table quality_fault_sum rename column a to key_1;
alter table quality_fault_sum rename column b to key_2;
alter table task rename column rework_of to quantity_before_rework;
alter table task rename column qc_from to status_before_check;
alter table task rename column edited_by to edited_by_ids;
alter table task rename column qc1_by to qc1_by_ids;
alter table task rename column qc2_by to qc2_by_ids;
alter table sign_in_place rename to sign_in_address;
alter function keep_delivered_at() rename to set_delivered_at;

-- The texts of the functions use the new names, too.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
       and p.prosrc ~ '\m(rework_of|qc_from|edited_by|qc1_by|qc2_by)\M'
  loop
    definition := regexp_replace(definition, '\mrework_of\M', 'quantity_before_rework', 'g');
    definition := regexp_replace(definition, '\mqc_from\M', 'status_before_check', 'g');
    definition := regexp_replace(definition, '\m(edited_by|qc1_by|qc2_by)\M', '\1_ids', 'g');
    execute definition;
  end loop;
end $$;

update job_forecast set basis = basis - 'seen' || jsonb_build_object('sample_size', basis -> 'seen') where basis ? 'seen';
update forecast_log set basis = basis - 'seen' || jsonb_build_object('sample_size', basis -> 'seen') where basis ? 'seen';
update metadata set value = value - 'place' || jsonb_build_object('display_order', value -> 'place')
 where data_type = 'INFO_HUB' and value ? 'place';

-- Old entries of the audit take the new names, too. Nothing else in them changes.
alter table audit disable trigger audit_append_only;
update audit a set action = renamed.new_name
  from (values
    ('blindCheck.answer', 'blindCheck.submit'), ('request.answer', 'request.reply'), ('portal.answer', 'portal.reply'),
    ('allowance.take_back', 'allowance.undo_preparation'), ('allowance.acceptTakenBack', 'allowance.undoAccept'),
    ('customer.switchLogin', 'customer.setLoginActive'),
    ('allowance.unprepared', 'allowance.preparationRemoved')
  ) as renamed (old_name, new_name)
 where a.action = renamed.old_name;
update audit
   set before = replace(replace(before::text, '"below": ', '"low_price_confirmed": '), '"place": ', '"position": ')::jsonb,
       after = replace(replace(after::text, '"below": ', '"low_price_confirmed": '), '"place": ', '"position": ')::jsonb
 where entity = 'quote';
update audit
   set before = replace(before::text, '"place": ', '"display_order": ')::jsonb,
       after = replace(after::text, '"place": ', '"display_order": ')::jsonb
 where entity = 'metadata';
alter table audit enable trigger audit_append_only;
