-- What is read of many rows and of few of their columns stands in the index, so that the rows themselves need not be visited.

-- The open floor, job by job: where each task stands and what its job promised (decision 130). As small as what is open.
create index task_standing on task (job_id)
  include (task_id, workstream, status, status_since, due_at, job_priority, fault_stage, rework_qc_1, rework_qc_2,
           editor, first_qc, second_qc, created_at)
  where status <> 9;
-- Jobs as they were before they were changed: what was promised of them then.
create index audit_of_promises on audit (at) where entity = 'job' and before ? 'due_at';

-- Sums of quality (decision 131): a year by customer is thousands of them. What is past changes no more, and is read off the index alone
-- once it is vacuumed; so that is done after a fiftieth of them has changed.
alter table quality_sum drop constraint quality_sum_pkey;
alter table quality_sum add constraint quality_sum_pkey primary key (facet, span, first, workstream, a, b)
  include (qc1_first, qc1_passed, qc2_first, qc2_passed, judged, refused, pieces, faults, completed, reworked, complained);
-- Of two things that are both asked for, the second is found in the index too.
drop index quality_sum_of;
create index quality_sum_of on quality_sum (facet, span, a, first, b)
  include (workstream, qc1_first, qc1_passed, qc2_first, qc2_passed, judged, refused, pieces, faults, completed, reworked, complained)
  where a <> 0;
drop index quality_sum_with;
create index quality_sum_with on quality_sum (facet, span, b, first, a) where b <> 0;
alter table quality_sum set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Somebody's own figures of a category by customer: three things at once have no sums and are read of the facts.
create index quality_fact_by_editor_cat2 on quality_fact (editor, cat2, day, cus1) where editor is not null;
