-- A small bureau in the schema of the first Darkroom (migrations 001 to 006), which an upgrade must preserve. The password of every account is
-- "a quiet darkroom". 120 jobs with one detail and one task each, a quarter in each of four statuses.
insert into permission (codename, description, built_in) values ('npn_view_task', 'Tasks', true), ('npn_editor_pte', 'Editor', true), ('npn_qc_pte', 'Checker', true);
insert into staff_group (group_name) values ('Floor');
insert into group_permission select 1, id from permission;
insert into user_account (username, full_name, account, is_superuser, password_hash)
select username, full_name, account, username = 'boss',
       '$argon2id$v=19$m=19456,t=2,p=1$s8ibvGn/njG+vFKw4ED3Sg$b6oJrbk//Bqpq0yTnpk3Hj30CzSr4vQsX87ZLBf01NA'
  from (values ('boss', 'Boss', 'staff'), ('editor', 'Trần Thị Ánh', 'staff'), ('checker', 'Đỗ Văn Ơn', 'staff'), ('lumen', 'Lumen', 'customer'))
       as a (username, full_name, account);
insert into staff (id, staff_id, group_id, first_name, birthday, working_status, salary_1, avatar, avatar_type)
select id, 'NV-00' || id, 1, full_name, '1990-02-28', 'Working', 1200.5, '\x89504e47', 'image/png' from user_account where account = 'staff';
insert into session (token_hash, user_id, created_at, last_used_at, expires_at)
values ('\x00', 2, '2025-03-01', '2025-03-01', '2025-04-01');
insert into team (team_name, leader_id) values ('North', 1);
insert into team_member values (1, 2), (1, 3);

insert into service_type (name, workstream) values ('Retouching', 'PTE'), ('Data', 'OTS');
insert into service_cat1 (name, service_type_id) values ('People', 1), ('Lists', 2);
insert into service_cat2 (name, cat1_id, level, estimate_minutes) values ('Ảnh cưới', 1, 3, 20), ('Sheets', 2, 1, 5);
insert into cus0 (name) values ('Lumen');
insert into cus1 (cus_id0, name, billing_email) values (1, 'Sydney', 'pay@lumen.example');
insert into cus2 (cus_id1, name) values (1, 'Studio');
insert into customer_account (user_id, cus_id1) values (4, 1);
insert into customer_price (cus_id1, service_cat2_id, retail_price, wholesale_price) values (1, 1, 1.255, 0.9);

insert into job (job_date, prod_id, job_name, job_status, customer2_id, job_priority, created_by)
select date '2025-03-01' + n % 25, 'P' || n, 'Job ' || n, (array['TO_DO', 'TO_DO', 'PENDING', 'COMPLETED'])[n % 4 + 1], 1,
       case when n % 10 = 0 then 'Urgent' end, 1
  from generate_series(1, 120) n order by n;
insert into job_detail (job_id, sub_number, sub_prod_id, service_cat1_id, service_cat2_id, quantity, status, unit_price)
select job_id, 1, prod_id || '_1', 1, 1, 3, (array[1, 2, 13, 9])[job_id % 4 + 1], 1.255 from job order by job_id;
insert into task (job_detail_id, status, x1, editor, first_qc, start_time, end_time, rework_quantity, rework_notes, status_since, version, created_by)
select job_detail_id, status, case when status > 2 then 3 else 0 end, case when status > 1 then 2 end, case when status > 2 then 3 end,
       case when status > 2 then timestamptz '2025-03-02 02:00Z' end, case when status > 2 then timestamptz '2025-03-02 05:00Z' end,
       case when status = 13 then 2 end, case when status = 13 then 'Too dark' end, '2025-03-02 09:00Z', 9, 1
  from job_detail order by job_detail_id;
-- The history of each task, step by step.
insert into task_history (task_id, action, event, from_status, to_status, user_id, at, x1, x2, x3, editor, first_qc)
select t.task_id, m.action, null, m.from_status, m.to_status, m.user_id, timestamptz '2025-03-02 01:00Z' + m.n * interval '1 hour', 3, 0, 0, 2, 3
  from task t join (values
    (1, 'assign', 1, 2, 1), (2, 'start', 2, 3, 2), (3, 'done', 3, 4, 2), (4, 'start_qc1', 4, 5, 3), (5, 'qc1_done', 5, 6, 3),
    (6, 'complete', 6, 9, 1), (7, 'rework', 9, 13, 1)) as m (n, action, from_status, to_status, user_id)
    on m.n <= case t.status when 1 then 0 when 2 then 1 when 9 then 6 else 7 end
 order by t.task_id, m.n;
insert into task_supporter (task_id, user_id, note) select task_id, 1, 'helped' from task where task_id <= 5;

insert into customer_request (cus_id1, created_by, type, board, status, subject, full_name, job_id, description, reply)
values (1, 4, 'FAULTS', 'CS_BOARD', 'TODO', 'Too dark', 'Ada', 3, 'The sky', 'Mended'),
       (1, 4, 'QUOTES', 'ADMIN_BOARD', 'NEED_REVIEW', 'A price', 'Ada', null, '', null);
insert into daily_allowance (staff_id, date, parking_fee, meal_fee) values (2, '2025-03-03', 'A', 2), (3, '2025-04-03', 'BC', 1);
insert into monthly_allowance (staff_id, month, parking) values (2, '2025-03', 12.5);
insert into system_lock (screen_name, month, locked, reason, changed_by, changed_at)
values ('job', null, false, 'counted', 1, '2025-03-10');
insert into audit (at, actor_id, action, entity, entity_id, after)
select timestamptz '2025-03-01 09:00Z', 1, 'job.add', 'job', job_id::text, jsonb_build_object('job_name', job_name) from job order by job_id;
