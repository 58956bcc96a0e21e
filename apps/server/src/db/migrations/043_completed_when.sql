-- A job was completed when the last of its tasks ended (decision 124), also where somebody has corrected that end since. What was corrected
-- before it was followed is put right here; the trigger of 035 has the promises of those jobs reckoned anew.
update job j
   set completed_at = t.done_at
  from (select job_id, coalesce(max(end_time), max(status_since)) as done_at from task group by job_id) t
 where t.job_id = j.job_id and j.job_status = 'COMPLETED' and j.completed_at is distinct from t.done_at;

-- Until when a job's steps have told how like work goes: an end that was corrected is not when that was. Null: until it was completed.
alter table job_promise add column learnt_until timestamptz;
