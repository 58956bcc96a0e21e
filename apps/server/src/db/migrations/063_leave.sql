-- Days and half days on which people are off (decision 173).
create table leave (
  id int generated always as identity primary key,
  version int not null default 1,
  member_id int not null constraint leave_member_fk references staff on delete cascade,
  first_day date not null,
  last_day date not null,
  part text not null check (part in ('day', 'morning', 'afternoon')),
  kind text not null check (kind in ('planned', 'ill')),
  constraint leave_order check (first_day <= last_day and (part = 'day' or first_day = last_day)),
  -- Each person has a range of half days of their own, so that the index needs no extension. Overlapping days of a person are refused.
  constraint leave_no_overlap exclude using gist (int8range(
    member_id * 1000000::bigint + (first_day - date '1990-01-01') * 2 + case part when 'afternoon' then 1 else 0 end,
    member_id * 1000000::bigint + (last_day - date '1990-01-01') * 2 + case part when 'morning' then 1 else 2 end) with &&)
);
create index leave_by_day on leave (member_id, last_day);
