import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';

/**
 * Adds the quality checks of the demo bureau: appeals in each status, blind checks that are done and that wait, and
 * choices with suggestions. All follow from its history.
 */
export async function seedBlindChecks(db: Database, now: Instant): Promise<void> {
  await sql`
    insert into fault_appeal (fault_id, task_id, workstream, reason, created_by, created_at, excluded_users, state, decided_by, decided_at, decision)
    select f.id, f.task_id, f.workstream, 'The job notes ask for exactly this. Please look at the reference image.', f.editor,
           f.at + interval '20 minutes', f.excluded_users, f.state, case when f.state <> 'OPEN' then f.decider end,
           case when f.state <> 'OPEN' then least(f.at + interval '3 hours', ${now}::timestamptz) end,
           case f.state when 'UPHELD' then 'Agreed: the customer asked for it.' when 'DISMISSED' then 'The reference shows it otherwise.' end
      from (
        select h.id, h.task_id, t.workstream, h.editor, h.at, b.excluded_users,
               (select s.id from staff s join user_account u on u.id = s.id join group_permission gp on gp.group_id = s.group_id
                  join permission p on p.id = gp.permission_id
                 where u.active and p.codename = case t.workstream when 'PTE' then 'npn_qc_pte' else 'npn_qc_ots' end and s.id <> all(b.excluded_users)
                 order by s.id limit 1) as decider,
               case when row_number() over w <= 4 then 'OPEN' when row_number() over w % 2 = 0 then 'UPHELD' else 'DISMISSED' end as state
          from task_history h join task t on t.task_id = h.task_id
          cross join lateral (select array(select distinct u from unnest(array[h.user_id, h.editor, h.first_qc, h.second_qc, t.editor, t.first_qc, t.second_qc,
                 t.rework_qc_1, t.rework_qc_2] || t.edited_by_ids || t.qc1_by_ids || t.qc2_by_ids) u where u is not null) as excluded_users) b
         where h.action in ('qc1_fault', 'qc2_fault') and h.editor is not null and h.at < ${now}::timestamptz - interval '30 minutes'
        window w as (partition by t.workstream order by h.id desc)
         order by h.id desc limit 24) f
     where f.state = 'OPEN' or f.decider is not null`.execute(db);
  await sql`
    insert into quality_excluded (history_id, task_id, kinds) select fault_id, task_id, null from fault_appeal where state = 'UPHELD'`.execute(
    db,
  );
  await sql`
    insert into blind_check (task_id, pass_id, workstream, chosen_at, expires_at, qc_1, qc_2, excluded_users, x1, x2, x3, checked_by, checked_at, passed, fault_kinds, note)
    select c.task_id, c.id, c.workstream, c.chosen_at, c.chosen_at + interval '14 days', c.first_qc, c.second_qc, c.excluded_users, c.x1, c.x2, c.x3,
           c.decider, case when c.decider is not null then c.chosen_at + interval '2 hours' end, case when c.decider is not null then c.n % 7 <> 0 end,
           case when c.decider is not null and c.n % 7 = 0 then array['rough_cut'] else '{}'::text[] end,
           case when c.decider is not null and c.n % 7 = 0 then 'The left edge shows a fringe.' else '' end
      from (
        select h.id, h.task_id, t.workstream, h.at + interval '6 minutes' as chosen_at, h.first_qc, h.second_qc, b.excluded_users, h.x1, h.x2, h.x3,
               row_number() over (order by h.id desc) as n,
               case when row_number() over (order by h.id desc) > 30 then
                 (select s.id from staff s join user_account u on u.id = s.id join group_permission gp on gp.group_id = s.group_id
                    join permission p on p.id = gp.permission_id
                   where u.active and p.codename = case t.workstream when 'PTE' then 'npn_qc_pte' else 'npn_qc_ots' end and s.id <> all(b.excluded_users)
                   order by (s.id * 7919 + h.id) % 101 limit 1) end as decider
          from task_history h join task t on t.task_id = h.task_id
          cross join lateral (select array(select distinct u from unnest(array[h.user_id, h.editor, h.first_qc, h.second_qc, t.editor, t.first_qc, t.second_qc,
                 t.rework_qc_1, t.rework_qc_2] || t.edited_by_ids || t.qc1_by_ids || t.qc2_by_ids) u where u is not null) as excluded_users) b
         where h.action = 'qc2_done' and h.id % 11 = 0 and h.at < ${now}::timestamptz - interval '3 hours'
         order by h.id desc limit 150) c`.execute(db);
  await sql`update blind_check_progress set chosen_to = (select coalesce(max(id), 0) from task_history)`.execute(db);
  await sql`
    insert into assign_advice (task_id, at, workstream, chosen_by, chosen, advised, rank, candidates, advised_facts)
    select h.task_id, h.at, t.workstream, h.user_id, h.editor, case when h.id % 5 < 3 then h.editor else h.user_id end,
           case when h.id % 5 < 3 then 1 when h.id % 5 = 3 then 2 + (h.id % 2)::int end, 8, '{}'
      from task_history h join task t on t.task_id = h.task_id
     where h.action = 'assign' and h.editor is not null and h.user_id is distinct from h.editor and h.user_id is not null
       and h.at > ${now}::timestamptz - interval '60 days'`.execute(db);
}
