-- Complaints that find their cause (decision 106): which tasks a request sent to rework, when, and what was named as wrong. The
-- instant is the task's own `rework_at`: by it the request knows whether the task's rework is still the one it asked for.
create table complaint_task (
  request_id int not null constraint complaint_task_request_fk references customer_request on delete cascade,
  task_id int not null constraint complaint_task_task_fk references task on delete cascade,
  sent_at timestamptz not null,
  sent_by int constraint complaint_task_user_fk references user_account on delete set null,
  -- Pieces, as the rework has them.
  quantity int not null check (quantity >= 1),
  fault_kinds text[] not null default '{}',
  primary key (request_id, task_id, sent_at)
);
create index complaint_task_by_task on complaint_task (task_id, sent_at);
create index customer_request_faults on customer_request (created_at, id) where type = 'FAULTS';

alter table notice drop constraint notice_event_check;
alter table notice add constraint notice_event_check check (event in ('fault', 'recheck_fault', 'rework', 'assigned', 'task_note',
  'request_on_board', 'request_linked', 'request_moved', 'quote_accepted', 'quote_declined', 'request_redone'));
