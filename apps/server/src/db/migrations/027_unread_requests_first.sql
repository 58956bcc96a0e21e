-- A column of a board shows what has unread messages of its customer first; the done ones, which only grow, are read backwards.
create index customer_request_by_unread on customer_request (board, status, (bureau_unread > 0), status_since, id);
