-- Who rechecks a task is mostly one of its checkers and sees it as that. Those who are not are few: what they see besides is read off these,
-- not off all that they ever rechecked.
create index task_rechecked_1 on task (rework_qc_1)
  where rework_qc_1 is not null and rework_qc_1 is distinct from first_qc and rework_qc_1 is distinct from second_qc;
create index task_rechecked_2 on task (rework_qc_2)
  where rework_qc_2 is not null and rework_qc_2 is distinct from first_qc and rework_qc_2 is distinct from second_qc;

-- Who was asked to find another editor for a task is asked no more once one is found: those notices are few among all.
create index notice_no_editor on notice (at) where event = 'no_editor';
