-- What changes with every step is cleaned up while little of it is dead, not after a fifth of all there ever was (decision 159).
alter table task set (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_threshold = 1000);
alter table job_detail set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
alter table job set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
alter table customer_request set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
-- Folded every few seconds: what it holds is few rows, what dies of them many.
alter table tally set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
