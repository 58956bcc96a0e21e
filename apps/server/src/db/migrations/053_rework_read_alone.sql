-- Lists of rework are narrowed and counted off their index alone: the few tasks that were ever sent there lie all over the table, so each that is
-- looked at for its workstream or its people costs a page of its own. It holds what those filters and everybody's sight ask.
drop index task_by_rework;
create index task_by_rework on task (rework_at desc, task_id desc)
  include (status, workstream, job_date, job_priority, customer2_id, service_cat2_id, editor, first_qc, second_qc, rework_qc_1, rework_qc_2,
    edited_by, fault_stage)
  where rework_at is not null;
