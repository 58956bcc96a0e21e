import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { PERMISSION_DESCRIPTIONS } from '@darkroom/domain/permission/descriptions';

/** What a QC can find, in the order of the digits that pick it. */
export const FAULT_KINDS = [
  { key: 'colour_cast', en: 'Colour cast', vi: 'Ám màu', severity: 'major' },
  { key: 'exposure', en: 'Wrong exposure', vi: 'Sai sáng', severity: 'major' },
  { key: 'verticals', en: 'Crooked verticals', vi: 'Lệch phương đứng', severity: 'minor' },
  { key: 'halo', en: 'Halo or ghosting', vi: 'Viền sáng, bóng ma', severity: 'major' },
  { key: 'rough_cut', en: 'Rough cut-out edge', vi: 'Cắt viền không sạch', severity: 'major' },
  { key: 'leftover', en: 'Object left behind', vi: 'Sót vật thể cần xoá', severity: 'major' },
  { key: 'over_retouched', en: 'Over-retouched', vi: 'Chỉnh quá tay', severity: 'minor' },
  { key: 'brief_missed', en: 'Brief not followed', vi: 'Không theo yêu cầu khách', severity: 'critical' },
  { key: 'file_missing', en: 'File missing or misnamed', vi: 'Thiếu file hoặc sai tên', severity: 'critical' },
] as const;

const PRIORITIES = [
  { key: 'Urgent', en: 'Urgent', vi: 'Gấp' },
  { key: 'Carefully', en: 'Carefully', vi: 'Làm kỹ' },
] as const;

/** Domain §3. */
const FIRST_CURRENCY = 'USD';

const METADATA = [
  { data_type: 'JOB_TASK', key: 'fault_kinds', value: FAULT_KINDS },
  { data_type: 'JOB_TASK', key: 'priorities', value: PRIORITIES },
  { data_type: 'JOB_TASK', key: 'currency', value: FIRST_CURRENCY },
  { data_type: 'JOB_TASK', key: 'display', value: { density: 'compact' } },
  // Spec §9; domain §4.
  { data_type: 'ALLOWANCE', key: 'transport', value: { A: 5000, B: 8000, C: 50000, AB: 13000, BC: 58000, ABC: 63000 } },
  { data_type: 'ALLOWANCE', key: 'meal', value: { 1: 30000, 2: 60000, 3: 90000 } },
  { data_type: 'ALLOWANCE', key: 'internet', value: 100_000 },
  { data_type: 'ALLOWANCE', key: 'electricity', value: 250_000 },
] as const;

/**
 * Puts in place what the product itself needs in every bureau: its permission codes and the lookups it starts with. What is
 * there already stays as the bureau changed it, so it may run at every start.
 */
export async function seedBuiltIn(db: Database): Promise<void> {
  await db
    .insertInto('permission')
    .values(
      PERMISSION_CODES.map((codename) => ({
        codename,
        description: PERMISSION_DESCRIPTIONS[codename],
        built_in: true,
      })),
    )
    .onConflict((conflict) =>
      // A code the bureau made itself before the product took the name becomes the product's.
      conflict.column('codename').doUpdateSet({ built_in: true }).where('permission.built_in', '=', false),
    )
    .execute();
  await db
    .insertInto('metadata')
    .values(
      METADATA.map(({ data_type, key, value }) => ({
        data_type,
        key,
        value: sql<never>`${JSON.stringify(value)}::jsonb`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['data_type', 'key']).doNothing())
    .execute();
}
