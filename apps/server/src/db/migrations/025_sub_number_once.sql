-- A detail's number is given once in a job's life: what the deleted ones had is remembered, so that -02 never names two orders.
alter table job add column last_sub_number int not null default 0;
