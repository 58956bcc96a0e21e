-- E-mail (decision 170). Mails use the queue of the webhooks: one target with id 0, without URL and secret.
alter table webhook add column kind text not null default 'webhook' check (kind in ('webhook', 'mail'));
alter table webhook alter column url drop not null;
alter table webhook alter column secret drop not null;
alter table webhook drop constraint webhook_events_check;
alter table webhook add constraint webhook_kind check (case kind when 'mail' then url is null and secret is null and events = '{}'
  else url is not null and secret is not null and cardinality(events) > 0 end);
drop index webhook_name_key;
create unique index webhook_name_key on webhook (lower(name)) where kind = 'webhook';
insert into webhook (id, kind, name, events, created_at) overriding system value values (0, 'mail', 'mail', '{}', now());

-- The address of a portal login. A member's is in `staff`.
alter table customer_account add column email text check (length(email) between 3 and 100);
alter table user_account
  -- The language of mails. Null: Vietnamese for staff and for customers in Vietnam, otherwise English.
  add column language text check (language in ('vi', 'en')),
  -- The address whose mail server refused it for good. Nothing is sent there until the address changes.
  add column mail_refused text,
  -- For the links that turn mails off without signing in.
  add column mail_token uuid not null default gen_random_uuid();
create unique index user_account_mail_token_key on user_account (mail_token);

-- A link with which its owner sets a password once. A newer link replaces it. Only the hash of its token is stored.
create table account_link (
  user_id int primary key constraint account_link_user_fk references user_account on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  expires_at timestamptz not null
);
create unique index account_link_token_key on account_link (token_hash);

-- The address, language and choice of mails of each account. `at_hour` and `time_zone`: one mail a day about completed jobs.
create view mail_account as
select u.id as user_id, u.username, u.full_name, u.account, u.active, a.cus_id0, a.cus_id1, u.mail_token,
       coalesce(a.email, s.email) as address, coalesce(a.email, s.email) is not distinct from u.mail_refused as refused,
       coalesce(u.language, case when u.account = 'staff' or c.country ~* '^(vi[eệ]t ?nam|vn)$' then 'vi' else 'en' end) as language,
       coalesce(array(select jsonb_array_elements_text(p.value -> 'kinds')), '{}') as chosen, p.value is not null as has_chosen,
       (p.value ->> 'at_hour')::int as at_hour, p.value ->> 'time_zone' as time_zone
  from user_account u left join staff s on s.id = u.id left join customer_account a on a.user_id = u.id
  left join cus1 c on c.id = a.cus_id1 left join user_preference p on p.user_id = u.id and p.key = 'mail';
create view mail_recipient as select * from mail_account where active and address is not null and not refused;

-- Queues a mail. Several items of one kind for one person go into one mail while it waits.
create function queue_mail(recipient int, kind text, at timestamptz, item jsonb, due timestamptz) returns void language plpgsql as $$
declare
  event bigint;
begin
  select e.id into event from webhook_delivery d join webhook_event e on e.id = d.event_id
   where d.webhook_id = 0 and d.order_key = 'mail ' || recipient || ' ' || $2 and d.state = 'waiting' and d.attempts = 0
   order by d.id limit 1 for update of d, e skip locked;
  if event is not null then
    update webhook_event set data = jsonb_set(data, '{items}', data -> 'items' || item) where id = event;
    return;
  end if;
  with added as (
    insert into webhook_event (type, at, data)
    select 'mail.' || $2, $3, jsonb_build_object('user_id', user_id, 'to', address, 'language', language, 'items', jsonb_build_array(item))
      from mail_recipient where user_id = recipient returning id)
  insert into webhook_delivery (webhook_id, event_id, order_key, next_at)
  select 0, id, 'mail ' || recipient || ' ' || $2, $5 from added;
end $$;

-- Queues a mail for the portal logins of a customer 1 and of its customer 0 that receive the kind.
create function queue_customer_mail(cus1 int, kind text, at timestamptz, item jsonb, wait interval) returns void language sql as $$
  select queue_mail(r.user_id, $2, $3, $4, case when $2 = 'completed' and r.at_hour is not null then
           -- The next such hour on the customer's clock.
           (date_trunc('day', $3 at time zone r.time_zone) + make_interval(hours => r.at_hour)
             + case when extract(hour from $3 at time zone r.time_zone) >= r.at_hour then interval '1 day' else interval '0' end)
             at time zone r.time_zone
         else $3 + $5 end)
    from mail_recipient r
   where (r.cus_id1 = $1 or r.cus_id0 = (select cus_id0 from cus1 where id = $1)) and ($2 = any(r.chosen) or not r.has_chosen)
   order by r.user_id
$$;

create function mail_request_message() returns trigger language plpgsql as $$
begin
  perform queue_customer_mail(r.cus_id1, 'reply', new.at,
      jsonb_build_object('request_id', r.id, 'subject', r.subject, 'text', new.text), interval '0')
    from customer_request r where r.id = new.request_id;
  return null;
end $$;
create trigger mail_request_message after insert on request_message for each row
  when (new.side = 'bureau') execute function mail_request_message();

create function mail_quote_sent() returns trigger language plpgsql as $$
begin
  perform queue_customer_mail(r.cus_id1, 'quote', new.sent_at,
      jsonb_build_object('request_id', r.id, 'subject', r.subject, 'valid_until', new.valid_until), interval '0')
    from customer_request r where r.id = new.request_id;
  return null;
end $$;
create trigger mail_quote_sent after update of status on quote for each row
  when (new.status = 'SENT' and old.status <> 'SENT') execute function mail_quote_sent();

create function mail_complaint_done() returns trigger language plpgsql as $$
begin
  perform queue_customer_mail(new.cus_id1, 'complaint', new.status_since,
    jsonb_build_object('request_id', new.id, 'subject', new.subject), interval '5 minutes');
  return null;
end $$;
create trigger mail_complaint_done after update of status on customer_request for each row
  when (new.type = 'FAULTS' and new.status = 'DONE' and old.status <> 'DONE') execute function mail_complaint_done();

-- Five minutes later, so that jobs of one moment are one mail, and an undone step sends none.
create function mail_job_completed() returns trigger language plpgsql as $$
begin
  perform queue_customer_mail(c.cus_id1, 'completed', coalesce(new.completed_at, now()),
      jsonb_build_object('job_id', new.job_id, 'prod_id', new.prod_id, 'job_name', new.job_name), interval '5 minutes')
    from cus2 c where c.id = new.customer2_id;
  return null;
end $$;
create trigger mail_job_completed after update of job_status on job for each row
  when (new.job_status = 'COMPLETED' and old.job_status <> 'COMPLETED') execute function mail_job_completed();

create function mail_notification() returns trigger language plpgsql as $$
begin
  perform queue_mail(r.user_id, 'notifications', new.at, jsonb_build_object('id', new.id), new.at + interval '1 hour')
    from mail_recipient r where r.user_id = new.user_id and 'notifications' = any(r.chosen);
  return null;
end $$;
create trigger mail_notification after insert on notification for each row execute function mail_notification();

-- Urgent work that will be late, for people who assign work and see an open task of the job.
create function mail_late_job() returns trigger language plpgsql as $$
begin
  perform queue_mail(r.user_id, 'late', new.calculated_at,
      jsonb_build_object('job_id', j.job_id, 'prod_id', j.prod_id, 'job_name', j.job_name), new.calculated_at + interval '5 minutes')
    from job j, mail_recipient r join staff s on s.id = r.user_id join user_account u on u.id = r.user_id
    cross join lateral (
      select array_agg(p.codename) as codes from group_permission gp join permission p on p.id = gp.permission_id
       where gp.group_id = s.group_id) held
   where j.job_id = new.job_id and j.job_priority = 'Urgent' and 'late' = any(r.chosen)
     and (u.is_superuser or 'npn_assign_task' = any(held.codes) and exists (
       select from task t where t.job_id = j.job_id and t.status <> 9
          and ('npn_view_all_tasks' = any(held.codes) or 'npn_view_all_' || lower(t.workstream) || '_tasks' = any(held.codes))))
   order by r.user_id;
  return null;
end $$;
create trigger mail_late_job_added after insert on job_forecast for each row when (new.at_risk) execute function mail_late_job();
create trigger mail_late_job after update of at_risk on job_forecast for each row
  when (new.at_risk and not old.at_risk) execute function mail_late_job();
