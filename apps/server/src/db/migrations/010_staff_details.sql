-- Where a member lives now, beside the address on the residence card (spec §5), and the version of their picture.
alter table staff add column address text check (length(address) <= 2000);
alter table staff add column avatar_key text generated always as (left(encode(sha256(avatar), 'hex'), 32)) stored;
alter table staff add constraint staff_working_status_known
  check (working_status in ('Working', 'Probation', 'On leave', 'Left'));
