-- Placeholder: the import branch has this migration. Migrations have no gaps in their numbers.
select 1;
