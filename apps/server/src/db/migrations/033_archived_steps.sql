-- The steps of finished tasks can be moved into files (decision 120). One row for each file, and of each task what is still read of
-- its steps: the totals of later figures, who passed it, until when it was edited (four eyes of its supporters).
create table steps_archive (
  id int generated always as identity primary key,
  file text not null check (length(file) between 1 and 100),
  -- The month of the last step of each of its tasks.
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  sha256 text not null check (length(sha256) = 64),
  made_at timestamptz not null
);
create table archived_task (
  task_id int primary key constraint archived_task_task_fk references task on delete cascade,
  archive_id int not null constraint archived_task_archive_fk references steps_archive on delete restrict,
  steps int not null check (steps > 0),
  last_step bigint not null,
  completed int not null check (completed >= 0),
  faults int not null check (faults >= 0),
  edited_until timestamptz,
  qc1_passed_by int,
  qc2_passed_by int
);
create index archived_task_by_archive on archived_task (archive_id);
