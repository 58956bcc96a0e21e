-- Four eyes are about who acted (domain §2, decision 070): whoever made a task, checked it first or second since it last left
-- To Do, in whosever place. Kept with the task by the write that moves it, so that lists and pools read nothing more.
alter table task
  add column edited_by int[] not null default '{}',
  add column qc1_by int[] not null default '{}',
  add column qc2_by int[] not null default '{}';

with acted as (
  select h.task_id,
         array_agg(distinct h.user_id) filter (where h.action in ('start', 'set_quantity', 'done', 'resolve', 'rework_done')) as edited_by,
         array_agg(distinct h.user_id) filter (where h.action in ('qc1_done', 'qc1_fault')) as qc1_by,
         array_agg(distinct h.user_id) filter (where h.action in ('qc2_done', 'qc2_fault')) as qc2_by
    from task_history h
    left join (select task_id, max(id) as id from task_history where to_status = 1 group by task_id) left_to_do
      on left_to_do.task_id = h.task_id
   where h.user_id is not null and h.id > coalesce(left_to_do.id, 0)
   group by h.task_id)
update task t
   set edited_by = coalesce(a.edited_by, '{}'), qc1_by = coalesce(a.qc1_by, '{}'), qc2_by = coalesce(a.qc2_by, '{}')
  from acted a where a.task_id = t.task_id and t.status <> 1;
