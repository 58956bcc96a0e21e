-- What a complaint had sent to rework and somebody took back: for a while that can be undone, and the rework is the complaint's again (decision 106).
create table complaint_task_taken_back (
  request_id int not null constraint complaint_task_taken_back_request_fk references customer_request on delete cascade,
  task_id int not null constraint complaint_task_taken_back_task_fk references task on delete cascade,
  sent_at timestamptz not null,
  sent_by int constraint complaint_task_taken_back_user_fk references user_account on delete set null,
  -- Pieces, as the rework had them.
  quantity int not null check (quantity >= 1),
  fault_kinds text[] not null,
  primary key (request_id, task_id, sent_at)
);
create index complaint_task_taken_back_by_task on complaint_task_taken_back (task_id, sent_at);
