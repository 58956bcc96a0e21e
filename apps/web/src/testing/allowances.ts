import type { AllowanceRow, DailyEntry, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { DEFAULT_LOOKUPS } from '@darkroom/domain/allowance/fees';
import { calculateAllowance, FORMULA_VERSION } from '@darkroom/domain/allowance/figures';

/** Creates a day's entry as an endpoint returns it. */
export const createDailyEntry = (entry: Partial<DailyEntry>): DailyEntry => ({
  id: 1,
  version: 1,
  staff_id: 1,
  date: '2026-11-02',
  parking_fee: null,
  meal_fee: null,
  online_fee: 0,
  ...entry,
});

/** Creates a person's November 2026. */
export const createAllowanceRow = (staff_id: number, full_name: string, days: readonly DailyEntry[]): AllowanceRow => ({
  staff_id,
  full_name,
  username: full_name.toLowerCase(),
  group_name: 'Editor',
  teams: [],
  workplace: null,
  start_time: null,
  end_time: null,
  daily_allowance: days.map(({ staff_id: _of, ...entry }) => entry),
  monthly_allowance: null,
  ...calculateAllowance({ month: '2026-11', days, parking: 0, lookups: DEFAULT_LOOKUPS }),
  exceptions: [],
});

export const createAllowanceMonth = (year: number, month: number): AllowanceMonthRow => ({
  year,
  month,
  state: 'OPEN',
  version: 1,
  closed: false,
  closed_by: null,
  closed_at: null,
  prepared_by: null,
  prepared_at: null,
  reason: '',
  formulas: FORMULA_VERSION,
  lookups: DEFAULT_LOOKUPS,
  lookups_changed: [],
  exceptions: [],
  holidays: [],
  unsettled: 0,
});
