import type { FieldError } from '@darkroom/contract/errors';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { RowRefusal } from '../draft.ts';

const COLUMN_OF_FIELD: Record<string, OrderField> = {
  job_date: 'job_date',
  customer2_id: 'customer2',
  prod_id: 'prod_id',
  job_name: 'job_name',
  job_link: 'job_link',
  job_priority: 'job_priority',
  job_notes: 'job_notes',
  service_cat1_id: 'category1',
  service_cat2_id: 'category2',
  quantity: 'quantity',
  note: 'note',
};

/**
 * Maps field errors of the server to rows: `jobs.3.job_details.0.quantity` to the row of that detail, `jobs.3.job_name` to the first row
 * of that job.
 */
export function findRefusedRows(
  errors: readonly FieldError[],
  rows: readonly SheetRow[],
  detail_rows: readonly (readonly number[])[],
): ReadonlyMap<number, readonly RowRefusal[]> {
  const refused = new Map<number, RowRefusal[]>();
  for (const { field, code, message } of errors) {
    const path = /^jobs\.(\d+)(?:\.job_details(?:\.(\d+))?)?(?:\.(\w+))?$/.exec(field);
    const index = path && detail_rows[Number(path[1])]?.[Number(path[2] ?? 0)];
    const row = typeof index === 'number' ? rows[index]?.row : undefined;
    if (row === undefined) continue;
    const refusal = { field: COLUMN_OF_FIELD[path?.[3] ?? ''] ?? ('row' as const), code, message };
    refused.set(row, [...(refused.get(row) ?? []), refusal]);
  }
  return refused;
}
