import { COUNT_COLUMNS, hasNonZero, selectFaultSums, STORED_FACTS, selectSums } from '../features/quality/sums.ts';
import type { DatabaseCheck } from './database-check.ts';

// Different SQL than that of the rollup (domain/quality/facts) calculates the quality facts, with equal results. Tasks
// that wait for the rollup and archived steps are left out.
const CALCULATED = `
  with marked as (
    select h.*, lead(action) over (partition by task_id order by id) is not distinct from 'undo' as undone from task_history h),
  numbered as (
    select *, count(*) filter (where to_status not in (13, 14)) over (partition by task_id order by id desc) as ends
      from marked where action <> 'undo' and not undone),
  -- A step belongs to the next completion. Steps of a deleted rework do not count.
  current as (
    select * from (select *, bool_or(action = 'redo_delete') over (partition by task_id, ends) as deleted from numbered) o
     where not (deleted and to_status in (13, 14))),
  classified as (
    select s.*,
           case when action in ('qc1_done', 'qc1_fault') or finds and to_status = 10 then 'qc1'
                when action in ('qc2_done', 'qc2_fault') or finds and to_status = 11 then 'qc2'
                when action in ('recheck', 'recheck_fault') then 'recheck'
                when to_status = 9 and from_status is distinct from 9 then 'completed'
                when to_status = 13 and from_status = 9 then 'rework' end as kind,
           action in ('qc1_fault', 'qc2_fault', 'recheck_fault') or finds and to_status in (10, 11) as found
      from (select *, action = 'admin_update' and from_status is distinct from to_status and cardinality(fault_kinds) > 0 as finds from current) s),
  ranked as (
    select t.*, a.task_id is null and row_number() over (partition by t.task_id, kind order by id) = 1 as first_of_kind,
           a.task_id is null and kind in ('qc1', 'qc2') and row_number() over (partition by t.task_id, kind in ('qc1', 'qc2') order by id) = 1 as first_check
      from classified t left join archived_task a on a.task_id = t.task_id where kind is not null),
  with_fault_types as (
    select p.*, case when found then coalesce((
        select c.fault_kinds from current c
         where c.task_id = p.task_id and c.id > p.id and c.action = 'admin_update' and cardinality(c.fault_kinds) > 0
           and c.from_status = p.to_status and c.to_status = p.to_status
           and not exists (select from current n where n.task_id = p.task_id and n.id > p.id and n.id < c.id
                              and (n.from_status is distinct from p.to_status or n.to_status <> p.to_status))
         order by c.id desc limit 1), p.fault_kinds) end as kinds
      from ranked p)
  select n.id as history_id, n.task_id, n.kind, n.at, (n.at at time zone 'Asia/Bangkok')::date as day, t.workstream, n.editor,
         case when n.kind in ('qc1', 'qc2', 'recheck') then n.user_id end as checker, t.service_cat2_id as cat2, c.cus_id1 as cus1,
         n.x1 + n.x2 + n.x3 as pieces, case when n.kind in ('qc1', 'qc2', 'recheck') then not n.found or cardinality(k.faults) = 0 end as passed,
         n.kind = 'rework' or n.first_of_kind as first_of_kind, coalesce(n.first_check, false) as first_check, k.faults,
         n.kind = 'rework' and exists (select from complaint_task ct where ct.task_id = n.task_id and ct.sent_at = n.at) as complaint
    from with_fault_types n join task t on t.task_id = n.task_id join cus2 c on c.id = t.customer2_id
   cross join lateral (
     select coalesce(array_agg(distinct kind order by kind), '{}') as faults from unnest(n.kinds) kind
      where not exists (select from quality_excluded e where e.history_id = n.id and (e.kinds is null or kind = any(e.kinds)))) k
   where n.kind <> 'completed' or n.first_of_kind`;

const COMPARED_COLUMNS = `task_id, kind, at, day, workstream, editor, checker, cat2, cus1, pieces, passed, first_of_kind, first_check, faults, complaint`;

export const QUALITY_CHECKS: readonly DatabaseCheck[] = [
  {
    name: 'stored quality facts equal a new calculation (131)',
    broken: `
      with calculated as (${CALCULATED}),
      pending as (
        select task_id from task_history where id > (select counted_to from quality_progress) union select task_id from quality_stale),
      stored as (
        select history_id, task_id, kind, at, day, workstream, editor, checker, cat2, cus1, pieces, passed, first_of_kind, first_check,
               array(select kind from unnest(faults) kind order by 1) as faults, complaint
          from quality_fact f
         where not exists (select from archived_task a where a.task_id = f.task_id and f.history_id <= a.last_step))
      select history_id as id
        from ((select history_id, ${COMPARED_COLUMNS} from stored except select history_id, ${COMPARED_COLUMNS} from calculated)
              union all (select history_id, ${COMPARED_COLUMNS} from calculated except select history_id, ${COMPARED_COLUMNS} from stored)) differ
       where task_id not in (select task_id from pending) group by 1 order by 1`,
  },
  {
    name: 'quality totals equal the quality facts (131)',
    broken: `
      with stored as (select facet, span, starts_on, workstream, key_1, key_2, ${COUNT_COLUMNS} from quality_sum),
           counted as (${selectSums(STORED_FACTS)})
      select concat_ws(' ', facet, span, starts_on, workstream, key_1, key_2) as id
        from ((select * from stored where ${hasNonZero} except select * from counted)
              union all (select * from counted except select * from stored)) differ
       group by facet, span, starts_on, workstream, key_1, key_2 order by 1`,
  },
  {
    name: 'fault totals by type equal the quality facts (131)',
    broken: `
      with counted as (${selectFaultSums(STORED_FACTS)})
      select concat_ws(' ', facet, span, starts_on, workstream, key_1, key_2, kind) as id
        from ((select * from quality_fault_sum where n <> 0 except select * from counted)
              union all (select * from counted except select * from quality_fault_sum)) differ
       group by facet, span, starts_on, workstream, key_1, key_2, kind order by 1`,
  },
];
