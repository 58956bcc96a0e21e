-- When backups were made, so that a server can tell how old the newest one is, wherever it was written to.
create table backup_made (
  at timestamptz primary key,
  bytes bigint not null check (bytes > 0)
);
