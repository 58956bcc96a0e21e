-- Imports of orders (decision 084): staged in parts, added in one transaction, remembered so that they can be undone as a whole.
create table job_import (
  -- Named by whoever imports, so that a call whose answer was lost can be made again.
  import_id uuid primary key,
  created_by int not null constraint job_import_created_by_fk references user_account on delete cascade,
  touched_at timestamptz not null,
  file_name text not null default '' check (length(file_name) <= 200),
  -- What the caller was answered when it was added, for a repeated call; null while it is only staged.
  outcome json,
  jobs int not null default 0 check (jobs >= 0),
  details int not null default 0 check (details >= 0),
  skipped int not null default 0 check (skipped >= 0),
  added_at timestamptz,
  undone_at timestamptz,
  undone_by int constraint job_import_undone_by_fk references user_account on delete set null,
  check ((added_at is null) = (outcome is null))
);
create index job_import_by_age on job_import (added_at desc, import_id) where added_at is not null;
create index job_import_staged on job_import (created_by, touched_at desc) where added_at is null;

create table job_import_part (
  import_id uuid not null constraint job_import_part_import_fk references job_import on delete cascade,
  part int not null check (part >= 1),
  details int not null check (details >= 1),
  jobs json not null,
  primary key (import_id, part)
);

alter table job add column import_id uuid constraint job_import_fk references job_import on delete set null;
create index job_by_import on job (import_id) where import_id is not null;
