-- An admin update can find a fault: its reason is the row's note, what is wrong stands beside it (domain §2, decision 071).
alter table task_history add column fault_note text check (length(fault_note) <= 2000);

-- Tasks that earlier admin updates left without what their status lives by can go on again.
update task set fault_stage = case when status = 11 or (status = 12 and second_qc is not null) then 2 else 1 end
 where status in (10, 11, 12) and fault_stage is null;
update task t
   set rework_at = coalesce(rework_at, status_since), rework_quantity = coalesce(rework_quantity, x1 + x2 + x3),
       rework_notes = coalesce(rework_notes, (select h.note from task_history h where h.task_id = t.task_id and h.action = 'admin_update'
                                               order by h.id desc limit 1))
 where status in (13, 14) and rework_quantity is null and x1 + x2 + x3 > 0;
