-- How many requests stand in which column, and how many of those hold something unread, is read off the index alone.
create index customer_request_columns on customer_request (board, status) include (bureau_unread);
drop index customer_request_by_board;
-- Every order of the list of all columns, as it is read: from its beginning.
create index customer_request_by_since on customer_request (status_since desc, id desc);
create index customer_request_by_subject on customer_request (subject desc, id desc);
create index customer_request_by_answer on customer_request ((bureau_unread > 0) desc, created_at desc, id desc);
