-- A number that is held for a step of another part.
select 1;
