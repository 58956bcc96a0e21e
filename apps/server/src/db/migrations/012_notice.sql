-- What came back to a person: a fault, rework, work handed to them, a note, a request (decision 092). Told in the change's own
-- transaction. A notice names its tasks as they were called then, so that it can be read when they are gone.
create table notice (
  id int generated always as identity primary key,
  user_id int not null constraint notice_user_fk references user_account on delete cascade,
  event text not null check (event in ('fault', 'recheck_fault', 'rework', 'assigned', 'task_note', 'request_on_board', 'request_linked', 'request_moved')),
  at timestamptz not null,
  actor_id int constraint notice_actor_fk references user_account on delete set null,
  task_ids int[] not null default '{}',
  request_id int constraint notice_request_fk references customer_request on delete set null,
  title text not null check (length(title) between 1 and 200),
  note text check (length(note) <= 2000),
  fault_kinds text[],
  quantity int,
  seen_at timestamptz
);
create index notice_by_user on notice (user_id, at, id);
create index notice_unseen on notice (user_id) where seen_at is null;
create index notice_by_request on notice (request_id) where request_id is not null;
create index notice_by_actor on notice (actor_id) where actor_id is not null;
create index notice_age on notice (at);
