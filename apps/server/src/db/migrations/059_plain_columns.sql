-- Columns take the names of the API and of the glossary. The rows stay.
alter table webhook_delivery rename column answer to response;
alter table idempotency rename column answer to response;
alter table quote rename column below to low_price_confirmed;
alter table quote_line rename column place to position;
alter table assign_advice rename column place to rank;
alter table assign_advice rename column among to candidates;
alter table forecast_log rename column within to curve;
alter table quality_fact rename column what to kind;
alter table quality_fact rename column opening to first_check;
alter table sign_in_place rename to sign_in_address;
alter function keep_delivered_at() rename to set_delivered_at;

update metadata set value = value - 'place' || jsonb_build_object('display_order', value -> 'place')
 where data_type = 'INFO_HUB' and value ? 'place';

-- Old entries of the audit take the new names, too. Nothing else in them changes.
alter table audit disable trigger audit_append_only;
update audit a set action = renamed.new_name
  from (values
    ('blindCheck.answer', 'blindCheck.submit'), ('request.answer', 'request.reply'), ('portal.answer', 'portal.reply'),
    ('allowance.take_back', 'allowance.undo_preparation'), ('allowance.acceptTakenBack', 'allowance.undoAccept'),
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
