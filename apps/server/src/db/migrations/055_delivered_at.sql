-- When a task was first completed (decision 151): what the price report may count by, so that work that was late is in the period it came in.
-- A rework leaves it as it is; a completion that a correction took away is none.
alter table task add column delivered_at timestamptz;
update task t
   set delivered_at = coalesce(
         (select h.at from task_history h
           where h.task_id = t.task_id and h.to_status = 9 and h.action <> 'undo' and h.from_status is distinct from 9
             and h.from_status is distinct from 13 and h.from_status is distinct from 14
           order by h.id desc limit 1),
         t.end_time, t.status_since)
 where t.status in (9, 13, 14);
-- Completed once and never sent back: the end that stands there, which may have been corrected.
update task set delivered_at = end_time where status = 9 and rework_at is null and end_time is not null and delivered_at <> end_time;
create index task_by_delivery on task (delivered_at) where delivered_at is not null;
create index task_by_customer_delivery on task (customer2_id, delivered_at) where delivered_at is not null;

create function keep_delivered_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.delivered_at := coalesce(new.delivered_at, new.end_time, new.status_since);
  elsif old.status = 9 then
    new.delivered_at := coalesce(new.end_time, old.delivered_at);
  -- Back from a rework of what was delivered, or a move that is undone: only that takes `status_since` back.
  elsif (old.status in (13, 14) and old.rework_of > 0) or new.status_since < old.status_since then
    new.delivered_at := coalesce(old.delivered_at, new.end_time, new.status_since);
  else
    new.delivered_at := coalesce(new.end_time, new.status_since);
  end if;
  return new;
end $$;
create trigger task_delivered before insert on task for each row when (new.status in (9, 13, 14)) execute function keep_delivered_at();
create trigger task_delivered_again before update of status on task for each row when (new.status = 9 and old.status <> 9)
  execute function keep_delivered_at();
create trigger task_end_corrected before update of end_time on task for each row
  when (new.status = 9 and old.status = 9 and old.delivered_at = old.end_time and new.end_time is distinct from old.end_time)
  execute function keep_delivered_at();
