-- Placeholder: the leave branch has this migration. Migrations have no gaps in their numbers.
select 1;
