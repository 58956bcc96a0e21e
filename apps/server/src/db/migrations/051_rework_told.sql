-- Whether a complaint's customer has been told that it is being redone (decision 106): a rework that is taken back, or a task that is
-- deleted, leaves no row of it, and they were told all the same.
alter table customer_request add column rework_told boolean not null default false;
update customer_request r set rework_told = true
 where r.type = 'FAULTS'
   and (exists (select from complaint_task c where c.request_id = r.id)
        or exists (select from audit a where a.entity = 'customer_request' and a.entity_id = r.id::text and a.action = 'request.rework'));
