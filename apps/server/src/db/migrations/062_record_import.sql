-- Imports of members, customers, prices and categories (decision 172). `records` has the id, the version after the import and the former
-- values of each record, for the undo.
create table record_import (
  import_id uuid primary key,
  kind text not null check (kind in ('member', 'customer', 'price', 'category')),
  file_name text not null check (length(file_name) <= 200),
  created_by int constraint record_import_created_by_fk references user_account on delete set null,
  added_at timestamptz not null,
  added int not null,
  updated int not null,
  records jsonb not null,
  undone_at timestamptz,
  undone_by int constraint record_import_undone_by_fk references user_account on delete set null
);
create index record_import_newest on record_import (kind, added_at desc);
