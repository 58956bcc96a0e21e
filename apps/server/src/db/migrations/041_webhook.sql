-- What other programs are told (decision 136): who wants to hear of what, what happened, and what was delivered.
create table webhook (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) <= 500 and url ~* '^https?://'),
  events text[] not null check (cardinality(events) > 0),
  -- Only what concerns this customer; null: everybody's. It goes with its customer: without one it would tell of all.
  cus_id1 int constraint webhook_cus1_fk references cus1 on delete cascade,
  enabled boolean not null default true,
  -- The key of the signatures, and the one before it while both sign.
  secret bytea not null check (length(secret) between 24 and 64),
  earlier_secret bytea check (length(earlier_secret) between 24 and 64),
  earlier_until timestamptz,
  -- Since when nothing arrives, and when that switched it off.
  failing_since timestamptz,
  stopped_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  created_by int constraint webhook_created_by_fk references user_account on delete set null,
  constraint webhook_earlier check ((earlier_secret is null) = (earlier_until is null)),
  constraint webhook_stopped check (stopped_at is null or not enabled)
);
create unique index webhook_name_key on webhook (lower(name));
create index webhook_by_customer on webhook (cus_id1) where cus_id1 is not null;
create index webhook_by_creator on webhook (created_by) where created_by is not null;

-- What happened, as it is told: written in the change's own transaction, and only where some webhook wants it.
create table webhook_event (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid(),
  type text not null check (length(type) between 1 and 60),
  at timestamptz not null,
  data jsonb not null
);
create index webhook_event_age on webhook_event (at);

-- The queue and the log: one row for each event and each webhook that gets it.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id int not null constraint webhook_delivery_webhook_fk references webhook on delete cascade,
  event_id bigint not null constraint webhook_delivery_event_fk references webhook_event on delete cascade,
  -- What is told in order: the job, or the request. A later one waits for an earlier one of the same webhook.
  order_key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts int not null default 0,
  -- Not before; and given up once it fails after this.
  next_at timestamptz not null default '-infinity',
  give_up_at timestamptz,
  -- Whoever is at it, and until when nobody else takes it.
  taken_by uuid,
  taken_until timestamptz,
  -- How the last attempt went.
  tried_at timestamptz,
  status smallint,
  duration_ms int,
  answer text check (length(answer) <= 1000),
  error text check (length(error) <= 200),
  ended_at timestamptz,
  constraint webhook_delivery_once unique (webhook_id, event_id),
  constraint webhook_delivery_ended check ((ended_at is null) = (state = 'waiting'))
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at, id) where state = 'waiting';
create index webhook_delivery_order on webhook_delivery (webhook_id, order_key, id) where state = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_state on webhook_delivery (webhook_id, state, id desc);
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_age on webhook_delivery (ended_at) where ended_at is not null;

create function webhook_wanted(type text) returns boolean language sql stable as
  'select exists (select from webhook where enabled and events @> array[type])';

-- Tells one thing to those who want it. What is already held back holds this back too: it does not become due before.
create function webhook_tell(type text, at timestamptz, order_key text, cus1 int, data jsonb) returns void language plpgsql as $$
declare
  event bigint;
begin
  insert into webhook_event (type, at, data) values ($1, $2, $5) returning id into event;
  insert into webhook_delivery (webhook_id, event_id, order_key, next_at)
  select h.id, event, $3,
         coalesce((select max(d.next_at) from webhook_delivery d
                    where d.webhook_id = h.id and d.order_key = $3 and d.state = 'waiting'), '-infinity')
    from webhook h
   where h.enabled and h.events @> array[$1] and (h.cus_id1 is null or h.cus_id1 = $4)
   order by h.id;
  -- The only one who wants such events wants another customer's.
  if not found then delete from webhook_event where id = event; end if;
end $$;

create function webhook_job(j job) returns jsonb language sql stable as $$
  select jsonb_build_object('job_id', j.job_id, 'prod_id', j.prod_id, 'job_name', j.job_name, 'job_date', j.job_date,
    'job_priority', j.job_priority, 'job_status', j.job_status, 'customer2_id', j.customer2_id, 'cus_id1', c2.cus_id1, 'cus_id0', c1.cus_id0)
    from cus2 c2 join cus1 c1 on c1.id = c2.cus_id1 where c2.id = j.customer2_id
$$;

create function webhook_of_job_made() returns trigger language plpgsql as $$
declare
  data jsonb;
begin
  if webhook_wanted('job.made') then
    data := webhook_job(new);
    perform webhook_tell('job.made', new.created_at, 'job ' || new.job_id, (data ->> 'cus_id1')::int, data);
  end if;
  return null;
end $$;
create trigger webhook_job_made after insert on job for each row execute function webhook_of_job_made();

-- A job's status follows from its tasks': it changed when the last of them did.
create function webhook_of_job_status() returns trigger language plpgsql as $$
declare
  data jsonb;
  changed timestamptz;
begin
  if webhook_wanted('job.status_changed') or (new.job_status = 'COMPLETED' and webhook_wanted('job.completed')) then
    data := webhook_job(new) || jsonb_build_object('was', old.job_status);
    select coalesce(max(status_since), now()) into changed from task where job_id = new.job_id;
    if webhook_wanted('job.status_changed') then
      perform webhook_tell('job.status_changed', changed, 'job ' || new.job_id, (data ->> 'cus_id1')::int, data);
    end if;
    if new.job_status = 'COMPLETED' and webhook_wanted('job.completed') then
      perform webhook_tell('job.completed', changed, 'job ' || new.job_id, (data ->> 'cus_id1')::int, data - 'was');
    end if;
  end if;
  return null;
end $$;
create trigger webhook_job_status after update of job_status on job for each row
  when (old.job_status <> new.job_status) execute function webhook_of_job_status();

-- Every move of a task writes a row of its history, whichever call makes it.
create function webhook_of_task_status() returns trigger language plpgsql as $$
declare
  told record;
begin
  if webhook_wanted('task.status_changed') then
    select jsonb_build_object('task_id', t.task_id, 'job_detail_id', t.job_detail_id, 'sub_prod_id', d.sub_prod_id, 'job_id', t.job_id,
             'workstream', t.workstream, 'status', new.to_status, 'was', new.from_status, 'quantity', new.x1 + new.x2 + new.x3,
             'customer2_id', t.customer2_id, 'cus_id1', c2.cus_id1, 'cus_id0', c1.cus_id0) as data, t.job_id, c2.cus_id1
      into told
      from task t join job_detail d on d.job_detail_id = t.job_detail_id
      join cus2 c2 on c2.id = t.customer2_id join cus1 c1 on c1.id = c2.cus_id1
     where t.task_id = new.task_id;
    perform webhook_tell('task.status_changed', new.at, 'job ' || told.job_id, told.cus_id1, told.data);
  end if;
  return null;
end $$;
create trigger webhook_task_status after insert on task_history for each row
  when (new.from_status <> new.to_status) execute function webhook_of_task_status();

create function webhook_of_request_made() returns trigger language plpgsql as $$
begin
  if webhook_wanted('request.made') then
    perform webhook_tell('request.made', new.created_at, 'request ' || new.id, new.cus_id1,
      jsonb_build_object('request_id', new.id, 'type', new.type, 'board', new.board, 'subject', new.subject, 'job_id', new.job_id,
        'cus_id1', new.cus_id1, 'cus_id0', (select cus_id0 from cus1 where id = new.cus_id1)));
  end if;
  return null;
end $$;
create trigger webhook_request_made after insert on customer_request for each row execute function webhook_of_request_made();

create function webhook_of_quote_accepted() returns trigger language plpgsql as $$
declare
  data jsonb;
begin
  if webhook_wanted('quote.accepted') then
    select jsonb_build_object('quote_id', new.id, 'request_id', new.request_id, 'job_id', new.job_id, 'customer2_id', new.customer2_id,
             'cus_id1', r.cus_id1, 'cus_id0', c1.cus_id0,
             'amount', (select sum(quantity * unit_price) from quote_line where quote_id = new.id))
      into data from customer_request r join cus1 c1 on c1.id = r.cus_id1 where r.id = new.request_id;
    perform webhook_tell('quote.accepted', new.decided_at, coalesce('job ' || new.job_id, 'request ' || new.request_id),
      (data ->> 'cus_id1')::int, data);
  end if;
  return null;
end $$;
create trigger webhook_quote_accepted after update of status on quote for each row
  when (new.status = 'ACCEPTED' and old.status <> 'ACCEPTED') execute function webhook_of_quote_accepted();

-- Which events people are told of is the domain's to say.
alter table notice drop constraint notice_event_check;
alter table notice add constraint notice_event_check check (event ~ '^[a-z][a-z0-9_]{0,39}$');
