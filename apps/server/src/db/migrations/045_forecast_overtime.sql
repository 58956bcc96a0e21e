-- What is completed outside the bureau's hours tells nothing of how long like work takes within them: its forecasts are closed
-- without being judged, and counted apart (decision 126).
alter table forecast_log drop constraint forecast_log_judged;
alter table forecast_log add constraint forecast_log_judged check (off_minutes is null or completed_at is not null);
alter table forecast_score add column outside_hours int not null default 0;
