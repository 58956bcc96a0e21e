-- What a task counted when it was sent to rework: its customer has that, whatever its editor counts meanwhile (decision 102).
alter table task add column rework_of int check (rework_of >= 0);
update task t
   set rework_of = coalesce(
         (select h.x1 + h.x2 + h.x3 from task_history h
           where h.task_id = t.task_id and h.to_status = 13 and h.action <> 'undo'
             and h.from_status is distinct from 13 and h.from_status is distinct from 14
           order by h.id desc limit 1),
         t.x1 + t.x2 + t.x3)
 where t.rework_at is not null;
