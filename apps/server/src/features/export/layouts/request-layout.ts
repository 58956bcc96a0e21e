import { REQUEST } from '@darkroom/contract/field-tables/customer';
import type { RequestRow } from '@darkroom/contract/request/request';
import { column, layoutOf } from '../files/cells.ts';
import { columnsOf } from './field-columns.ts';

const field = columnsOf(REQUEST);

/** Excel: everything the board and the drawer of a request show. */
export const requestSheet = layoutOf<RequestRow>(
  [
    field('id', 8),
    field('created_at', 18),
    field('type', 20),
    field('board', 16),
    field('status', 16),
    field('status_since', 18),
    field('cus_id1', 30),
    field('subject', 34),
    field('full_name', 22),
    field('job_name', 26),
    field('prod_id', 14),
    field('service_type_id', 20),
    field('shared_link', 30),
    field('image_link', 30),
    field('description', 44),
    field('reply', 34),
    field('processing_by', 16),
    field('reviewed_by', 16),
    field('reviewed_at', 18),
    column('field:moved_by', 'text', 16, (row, { names }) => row.moved_by_name ?? names.user(row.moved_by)),
  ],
  (row) => [row],
);

/** Paper: what the list shows. */
export const requestPrint = layoutOf<RequestRow>(
  [
    field('created_at', 15),
    field('type', 16),
    field('board', 12),
    field('status', 13),
    field('cus_id1', 22),
    field('subject', 24),
    field('prod_id', 13),
    field('description', 40),
    field('processing_by', 14),
    field('reply', 24),
  ],
  (row) => [row],
);
