-- Tables, functions, events and audit actions take the names of the glossary. The rows stay.
alter table backup_made rename to backup_run;
alter table blind_choice rename to blind_check_progress;
alter table blind_check_progress rename column one to only_row;
alter table complaint_task_taken_back rename to complaint_task_undone;
alter table floor_brief rename to shift_handover;
alter table shift_handover rename column made_by to saved_by;
alter table floor_kept rename to floor_progress;
alter table forecast_like rename to forecast_similar;
alter table forecast_tuning rename column one to only_row;
alter table job_promise rename to job_due_result;
alter table promise_month rename to due_date_month;
alter table notice rename to notification;
alter table quality_fold rename to quality_progress;
alter table quality_progress rename column one to only_row;
alter table quality_progress rename column folded_to to counted_to;
alter table settled_job rename to completed_job_queue;
alter table tally rename to list_counter;
alter table wall_link rename to tv_board_link;
alter table tv_board_link rename column made_at to created_at;
alter table tv_board_link rename column made_by to created_by;
alter table customer_request rename column rework_told to rework_notified;
alter table floor_slot rename column came_in to added;
alter table floor_slot rename column kept to on_time;
alter table due_date_month rename column kept to on_time;
alter table due_date_month rename column kept_first to first_on_time;
alter table job_due_result rename column kept to on_time;
alter table job_due_result rename column kept_first to first_on_time;
alter table job_due_result rename column learnt_until to known_until;
alter table forecast_score rename column judged to scored;
alter table forecast_score rename column first_judged to first_scored;
alter table forecast_log rename column made_at to calculated_at;
alter table job_forecast rename column made_at to calculated_at;
alter table forecast_tuning rename column looked_at to last_run_at;
alter table quality_sum rename column judged to checked;
alter table quality_progress rename column seen_to to latest_step;
alter table quality_progress rename column seen_by to latest_transaction;
alter table fault_appeal rename column made_at to created_at;
alter table fault_appeal rename column made_by to created_by;
alter table fault_appeal rename column barred to excluded_users;
alter table blind_check rename column barred to excluded_users;
alter table steps_archive rename column made_at to created_at;
alter table api_token rename column may_write to can_write;

alter function task_tally() rename to count_tasks;
alter function job_tally() rename to count_jobs;
alter function detail_tally() rename to count_details;
alter function tally_fold() rename to merge_list_counters;
alter function note_settled_job() rename to queue_completed_job;
alter function webhook_tell(text, timestamptz, text, int, jsonb) rename to webhook_add;

-- The texts of the functions use the new names, too.
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
  loop
    definition := regexp_replace(definition, '\mtally\M', 'list_counter', 'g');
    definition := regexp_replace(definition, '\msettled_job\M', 'completed_job_queue', 'g');
    definition := regexp_replace(definition, '\mwebhook_tell\M', 'webhook_add', 'g');
    definition := regexp_replace(definition, '''(job|request)\.made''', '''\1.created''', 'g');
    definition := replace(definition, '''was''', '''previous_status''');
    execute definition;
  end loop;
end $$;

update webhook set events = array_replace(array_replace(events, 'job.made', 'job.created'), 'request.made', 'request.created');
update webhook_event set type = replace(type, '.made', '.created') where type in ('job.made', 'request.made');
update metadata set key = 'blind_check' where data_type = 'JOB_TASK' and key = 'calibration';

-- Old entries of the audit take the new names of their actions. Nothing else in them changes.
alter table audit disable trigger audit_append_only;
update audit a set action = renamed.new_name
  from (values
    ('wall.make', 'tvBoard.create'), ('wall.withdraw', 'tvBoard.revoke'), ('calibration.answer', 'blindCheck.answer'),
    ('appeal.make', 'appeal.create'), ('floor.keepHandover', 'floor.saveHandover'), ('export.promises', 'export.dueDates')
  ) as renamed (old_name, new_name)
 where a.action = renamed.old_name;
update audit set after = after - 'may_write' || jsonb_build_object('can_write', after -> 'may_write')
 where action = 'token.add' and after ? 'may_write';
alter table audit enable trigger audit_append_only;
