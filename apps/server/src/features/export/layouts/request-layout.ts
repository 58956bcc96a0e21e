import type { RequestRow } from '@darkroom/contract/request';
import { layoutOf, type Cell, type CellKind, type Column, type Look } from '../files/cells.ts';

type Value = (row: RequestRow, look: Look) => Cell;

const column = (title: string, kind: CellKind, width: number, value: Value): Column<RequestRow> => ({
  title,
  kind,
  width,
  value,
});

const type: Value = (row, { words }) => words(`status:requestType.${row.type}`);
const board: Value = (row, { words }) => words(`status:board.${row.board}`);
const status: Value = (row, { words }) => words(`status:request.${row.status}`);
const customer: Value = (row, { names }) => names.level('cus1', row.cus_id1);
const person =
  (field: 'processing_by' | 'reviewed_by' | 'moved_by'): Value =>
  (row, { names }) =>
    names.user(row[field]);

/** Excel: everything the board and the drawer of a request show. */
export const requestSheet = layoutOf<RequestRow>(
  [
    column('field:request.id', 'number', 8, (row) => row.id),
    column('field:request.created_at', 'instant', 18, (row) => row.created_at),
    column('field:type', 'text', 20, type),
    column('field:board', 'text', 16, board),
    column('request:field.status', 'text', 16, status),
    column('field:status_since', 'instant', 18, (row) => row.status_since),
    column('field:customer', 'text', 30, customer),
    column('field:subject', 'text', 34, (row) => row.subject),
    column('field:request.full_name', 'text', 22, (row) => row.full_name),
    column('field:request.job_name', 'text', 26, (row) => row.job_name),
    column('field:request.prod_id', 'text', 14, (row) => row.prod_id),
    column(
      'field:request.service_type_id',
      'text',
      20,
      (row, { names }) => row.service_type_id && names.level('type', row.service_type_id),
    ),
    column('field:shared_link', 'link', 30, (row) => row.shared_link),
    column('field:image_link', 'link', 30, (row) => row.image_link),
    column('field:description', 'text', 44, (row) => row.description),
    column('field:reply', 'text', 34, (row) => row.reply),
    column('field:processing_by', 'text', 16, person('processing_by')),
    column('field:reviewed_by', 'text', 16, person('reviewed_by')),
    column('field:reviewed_at', 'instant', 18, (row) => row.reviewed_at),
    column('field:moved_by', 'text', 16, person('moved_by')),
  ],
  (row) => [row],
);

/** Paper: what the list shows. */
export const requestPrint = layoutOf<RequestRow>(
  [
    column('field:request.created_at', 'instant', 15, (row) => row.created_at),
    column('field:type', 'text', 16, type),
    column('field:board', 'text', 12, board),
    column('request:field.status', 'text', 13, status),
    column('field:customer', 'text', 22, customer),
    column('field:subject', 'text', 24, (row) => row.subject),
    column('field:request.prod_id', 'text', 13, (row) => row.prod_id),
    column('field:description', 'text', 40, (row) => row.description),
    column('field:processing_by', 'text', 14, person('processing_by')),
    column('field:reply', 'text', 24, (row) => row.reply),
  ],
  (row) => [row],
);
