-- What became of somebody's work, whoever moved it: completed, faults found, sent to rework. A person's own moves have an index.
create index task_history_of_editor on task_history (editor, at) where to_status in (9, 10, 11, 13);
