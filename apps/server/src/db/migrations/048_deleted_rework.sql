-- A rework that was deleted counts for nothing: what was kept of those deleted before this is made anew.
insert into quality_stale (task_id) select distinct task_id from task_history where action = 'redo_delete';
