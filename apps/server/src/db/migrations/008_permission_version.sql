-- A permission is described anew by whoever saw its present description (optimistic concurrency, as everywhere).
alter table permission add column version int not null default 1;
