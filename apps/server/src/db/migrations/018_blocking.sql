-- The floor's list in the order in which work blocks: open before completed, urgent before the rest, the oldest day first;
-- of what is completed, the newest. One index read, like the other orders (features/task/task.filter.ts, `BLOCKING`).
create index task_blocking on task (
  (status = 9),
  (status = 9 or job_priority is distinct from 'Urgent'),
  (case when status = 9 then date '2000-01-01' - job_date else job_date - date '2000-01-01' end),
  task_id
);

-- Few details have no price; the list of unpriced jobs reads these alone.
create index job_detail_unpriced on job_detail (job_id) where unit_price is null;
