-- An editor answers a fault: "not a fault, because …" (decision 133). Once for each fault, which is a row of the task's history; the
-- fault stays there whatever becomes of the answer. Steps of an appealed task are not archived (archive/steps-archive).
create table fault_appeal (
  id int generated always as identity primary key,
  fault_id bigint not null constraint fault_appeal_fault_key unique
    constraint fault_appeal_fault_fk references task_history on delete cascade,
  task_id int not null constraint fault_appeal_task_fk references task on delete cascade,
  -- Of the task as it was ordered, which keeps its workstream: lists read this table alone.
  workstream text not null check (workstream in ('OTS', 'PTE')),
  state text not null default 'OPEN' check (state in ('OPEN', 'UPHELD', 'DISMISSED', 'WITHDRAWN')),
  reason text not null check (length(reason) between 1 and 2000),
  made_by int not null constraint fault_appeal_made_by_fk references user_account on delete restrict,
  made_at timestamptz not null,
  -- Who had any part in the task when it was appealed: they do not decide (four eyes).
  barred int[] not null,
  decided_by int constraint fault_appeal_decided_by_fk references user_account on delete restrict,
  decided_at timestamptz,
  decision text check (length(decision) between 1 and 2000),
  version int not null default 1,
  constraint fault_appeal_decided check (
    (state in ('UPHELD', 'DISMISSED')) = (decided_by is not null and decided_at is not null and decision is not null)),
  constraint fault_appeal_four_eyes check (decided_by is null or decided_by <> all (barred))
);
create index fault_appeal_by_task on fault_appeal (task_id);
create index fault_appeal_open on fault_appeal (workstream, made_at, id) where state = 'OPEN';
create index fault_appeal_decided on fault_appeal (workstream, decided_at desc, id desc) where state in ('UPHELD', 'DISMISSED');
create index fault_appeal_by_maker on fault_appeal (made_by);
create index fault_appeal_by_decider on fault_appeal (decided_by, task_id) where decided_by is not null;

alter table notice drop constraint notice_event_check;
alter table notice add constraint notice_event_check check (event in ('fault', 'recheck_fault', 'rework', 'assigned', 'task_note',
  'request_on_board', 'request_linked', 'request_moved', 'quote_accepted', 'quote_declined', 'request_redone',
  'appeal_upheld', 'appeal_dismissed'));
