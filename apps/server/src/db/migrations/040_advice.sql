-- Whoever hands work out is advised who should take it (decision 135). What they chose is kept beside what was advised, so that the
-- advice can be judged: written with the step that hands the task over, and gone with it when that is taken back.
create table assign_advice (
  task_id int not null constraint assign_advice_task_fk references task on delete cascade,
  at timestamptz not null,
  workstream text not null check (workstream in ('OTS', 'PTE')),
  chosen_by int not null constraint assign_advice_chosen_by_fk references user_account on delete restrict,
  chosen int not null constraint assign_advice_chosen_fk references user_account on delete restrict,
  -- Who was advised first, and the place of the chosen one; null: not among the advised.
  advised int not null constraint assign_advice_advised_fk references user_account on delete restrict,
  place int check (place >= 1),
  among int not null check (among >= 1),
  -- What was known of the two: domain/advice, EditorFacts with the score.
  chosen_facts jsonb,
  advised_facts jsonb not null,
  primary key (task_id, at)
);
create index assign_advice_by_day on assign_advice (workstream, at);
create index assign_advice_by_chooser on assign_advice (chosen_by);
create index assign_advice_by_chosen on assign_advice (chosen);
create index assign_advice_by_advised on assign_advice (advised);
