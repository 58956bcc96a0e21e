-- Where somebody has signed in before: they are not counted among the strangers of an address (domain §6).
create table sign_in_place (
  user_id int not null constraint sign_in_place_user_fk references user_account on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (user_id, address)
);
create index sign_in_place_age on sign_in_place (at);
insert into sign_in_place (user_id, address, at)
  select user_id, address, max(created_at) from session where address is not null group by user_id, address;
