-- A complaint that the review sends back is answered by the reply. Only a complaint that was accepted is reported as resolved.
drop trigger mail_complaint_done on customer_request;
create trigger mail_complaint_done after update of status on customer_request for each row
  when (new.type = 'FAULTS' and new.status = 'DONE' and old.status not in ('DONE', 'NEED_REVIEW')) execute function mail_complaint_done();
