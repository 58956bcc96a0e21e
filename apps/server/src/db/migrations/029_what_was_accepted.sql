-- What somebody let stand is kept with it: found in something else later, it is to be looked at again. What was let stand
-- before today has none, and so is looked at once more (decision 107).
alter table allowance_accepted
  add column basis text not null default '' check (length(basis) <= 2000),
  -- Nobody's: it is of the month itself.
  alter column staff_id drop not null;
create unique index allowance_accepted_of_month on allowance_accepted (month, kind) where staff_id is null;

-- Every month with entries has a row, whose version says that they changed.
insert into allowance_month (month)
select to_char(date, 'YYYY-MM') from daily_allowance union select month from monthly_allowance
on conflict do nothing;

-- Why a month was closed stands with its closing, for those who keep allowances; locks are read by everybody.
update system_lock set reason = '' where month is not null;
