import type { DailyEntry, MonthlyEntry } from '@darkroom/contract/allowance/allowance';
import type { FieldError } from '@darkroom/contract/errors';
import { pickFees, isEmptyDay, type DayFees } from '@darkroom/domain/allowance/fees';
import { monthAt, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteDays,
  findDaysByKeys,
  findMonthlyByKeys,
  findUnknownStaffIds,
  insertDays,
  insertMonthly,
  findDaysById,
  findMonthlyById,
  updateDays,
  updateMonthly,
} from './allowance.queries.ts';
import { lockOpenMonths, undoPreparations } from './month.service.ts';

type RefusedField = Omit<FieldError, 'message'>;

/** Enters days without an entry, all or nothing. The refusal lists the days that have one, with their entries. */
export async function addAllowanceDays(
  ctx: Ctx,
  { entries }: InputFor<'allowance.dailyAdd'>,
): Promise<ResponseOf<'allowance.dailyAdd'>> {
  const errors = [
    ...findDuplicates(
      entries.map(({ staff_id, date }) => `${staff_id} ${date}`),
      'date',
    ),
    ...entries.flatMap((entry, index) =>
      isEmptyDay(entry) ? [{ field: `entries.${index}`, code: 'no_fields_to_change' }] : [],
    ),
    ...(await findUnknownStaff(ctx, entries)),
  ];
  if (errors.length) throw fail('validation', { errors });
  await lockOpenMonths(
    ctx,
    entries.map(({ date }) => monthOf(date)),
  );
  const results = await insertDays(ctx.db, entries);
  if (results.length < entries.length) {
    const keyOf = ({ staff_id, date }: Pick<DailyEntry, 'staff_id' | 'date'>) => `${staff_id} ${date}`;
    throw createExistsError(entries.map(keyOf), results, await findDaysByKeys(ctx.db, entries), keyOf, 'date');
  }
  await recordDays(ctx, 'allowance.dailyAdd', [], results);
  return { results };
}

/** Changes days, all or nothing, and deletes entries without values. The refusal has the current state of changed entries. */
export async function updateDayEntries(
  ctx: Ctx,
  { entries }: InputFor<'allowance.dailyUpdate'>,
): Promise<ResponseOf<'allowance.dailyUpdate'>> {
  const errors = findDuplicates(
    entries.map(({ id }) => String(id)),
    'id',
  );
  if (errors.length) throw fail('validation', { errors });
  // The months are locked first, in the common order. An entry never leaves its month, so the entries read here stay valid.
  const ids = entries.map(({ id }) => id);
  const lockedEntries = await lockEntriesWithMonths(ctx, ids, findDaysById, ({ date }) => monthOf(date));
  const before = checkVersions(entries, lockedEntries);
  const wanted = entries.map(({ id, version: _version, ...change }) => ({
    ...pickFees(before.get(id)!),
    ...omitUndefined(change),
    id,
  }));
  const removed = wanted.filter(isEmptyDay).map(({ id }) => id);
  const results = await updateDays(
    ctx.db,
    wanted.filter((entry) => !isEmptyDay(entry)),
  );
  await deleteDays(ctx.db, removed);
  await recordDays(ctx, 'allowance.dailyUpdate', lockedEntries, results);
  return { results, removed };
}

const omitUndefined = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<DayFees>;

/** Enters the parking of people for a month, all or nothing. */
export async function addMonthly(
  ctx: Ctx,
  { entries }: InputFor<'allowance.monthlyAdd'>,
): Promise<ResponseOf<'allowance.monthlyAdd'>> {
  const withMonths = entries.map(({ staff_id, year, month, parking }) => ({
    staff_id,
    month: monthAt(year, month),
    parking,
  }));
  const errors = [
    ...findDuplicates(
      withMonths.map(({ staff_id, month }) => `${staff_id} ${month}`),
      'month',
    ),
    ...(await findUnknownStaff(ctx, entries)),
  ];
  if (errors.length) throw fail('validation', { errors });
  await lockOpenMonths(
    ctx,
    withMonths.map(({ month }) => month),
  );
  const results = await insertMonthly(ctx.db, withMonths);
  if (results.length < withMonths.length) {
    const keyOf = ({ staff_id, year, month }: MonthlyEntry) => `${staff_id} ${monthAt(year, month)}`;
    const requested = withMonths.map(({ staff_id, month }) => `${staff_id} ${month}`);
    throw createExistsError(requested, results, await findMonthlyByKeys(ctx.db, withMonths), keyOf, 'month');
  }
  await recordMonthly(ctx, 'allowance.monthlyAdd', [], results);
  return { results };
}

/** Changes the parking of people for a month, all or nothing. Changes of other users stay. */
export async function updateMonthlyEntries(
  ctx: Ctx,
  { entries }: InputFor<'allowance.monthlyUpdate'>,
): Promise<ResponseOf<'allowance.monthlyUpdate'>> {
  const errors = findDuplicates(
    entries.map(({ id }) => String(id)),
    'id',
  );
  if (errors.length) throw fail('validation', { errors });
  const lockedEntries = await lockEntriesWithMonths(
    ctx,
    entries.map(({ id }) => id),
    findMonthlyById,
    ({ year, month }) => monthAt(year, month),
  );
  checkVersions(entries, lockedEntries);
  const results = await updateMonthly(ctx.db, entries);
  await recordMonthly(ctx, 'allowance.monthlyUpdate', lockedEntries, results);
  return { results };
}

/**
 * Reads entries by id under the locks of their months. All callers lock months before entries, and an entry never
 * changes its month.
 */
async function lockEntriesWithMonths<T>(
  ctx: Ctx,
  ids: readonly number[],
  find: (db: Ctx['db'], ids: readonly number[], lock: 'plain' | 'alone') => Promise<T[]>,
  monthOfEntry: (entry: T) => Month,
): Promise<T[]> {
  const found = await find(ctx.db, ids, 'plain');
  if (found.length) await lockOpenMonths(ctx, found.map(monthOfEntry));
  return find(ctx.db, ids, 'alone');
}

/** Returns the current entries by id. Throws them as a conflict if one has changed or no longer exists. */
function checkVersions<T extends { id: number; version: number }>(
  wanted: readonly { id: number; version: number }[],
  stored: readonly T[],
): Map<number, T> {
  const now = new Map(stored.map((entry) => [entry.id, entry]));
  const isMissing = ({ id }: { id: number }) => !now.has(id);
  const isStale = ({ id, version }: { id: number; version: number }) => now.has(id) && now.get(id)?.version !== version;
  const missing = toFieldErrors(wanted, isMissing, 'id', 'not_found');
  const stale = toFieldErrors(wanted, isStale, 'version', 'stale');
  if (missing.length + stale.length > 0)
    throw fail(missing.length > 0 ? 'not_found' : 'stale', {
      errors: [...missing, ...stale],
      current: wanted.filter(isStale).flatMap(({ id }) => now.get(id) ?? []),
    });
  return now;
}

/** Creates the error for cells that already have an entry. It contains the cells and the entries. */
function createExistsError<T extends { id: number }>(
  requested: readonly string[],
  written: readonly T[],
  stored: readonly T[],
  keyOf: (entry: T) => string,
  field: string,
) {
  const insertedIds = new Set(written.map(({ id }) => id));
  const current = stored.filter(({ id }) => !insertedIds.has(id));
  const taken = new Set(current.map(keyOf));
  return fail('exists', { errors: toFieldErrors(requested, (key) => taken.has(key), field, 'exists'), current });
}

const toFieldErrors = <T>(
  entries: readonly T[],
  matches: (entry: T) => boolean,
  field: string,
  code: string,
): RefusedField[] => entries.flatMap((entry, i) => (matches(entry) ? [{ field: `entries.${i}.${field}`, code }] : []));

function findDuplicates(keys: readonly string[], field: string): RefusedField[] {
  const seen = new Set<string>();
  return keys.flatMap((key, i) => {
    if (seen.has(key)) return [{ field: `entries.${i}.${field}`, code: 'duplicate' }];
    seen.add(key);
    return [];
  });
}

async function findUnknownStaff(ctx: Ctx, entries: readonly { staff_id: number }[]): Promise<RefusedField[]> {
  const unknown = new Set(await findUnknownStaffIds(ctx.db, [...new Set(entries.map(({ staff_id }) => staff_id))]));
  return toFieldErrors(entries, ({ staff_id }) => unknown.has(staff_id), 'staff_id', 'unknown');
}

/** Writes one history row with the changed days for each month of a person. */
async function recordDays(ctx: Ctx, action: string, before: readonly DailyEntry[], after: readonly DailyEntry[]) {
  const days = (entries: readonly DailyEntry[]) =>
    Object.fromEntries(entries.map((entry) => [entry.date, pickFees(entry)]));
  await recordEntries(ctx, action, before, after, ({ date }) => monthOf(date), days);
}

async function recordMonthly(
  ctx: Ctx,
  action: string,
  before: readonly MonthlyEntry[],
  after: readonly MonthlyEntry[],
) {
  const parking = (entries: readonly MonthlyEntry[]) => (entries[0] ? { parking: entries[0].parking } : {});
  await recordEntries(ctx, action, before, after, ({ year, month }) => monthAt(year, month), parking);
}

async function recordEntries<T extends { staff_id: number }>(
  ctx: Ctx,
  action: string,
  before: readonly T[],
  after: readonly T[],
  monthOfEntry: (entry: T) => Month,
  toHistoryFields: (entries: readonly T[]) => object,
): Promise<void> {
  const keyOf = (entry: T) => `${entry.staff_id} ${monthOfEntry(entry)}`;
  const [beforeByKey, afterByKey] = [groupBy(before, keyOf), groupBy(after, keyOf)];
  const keys = [...new Set([...beforeByKey.keys(), ...afterByKey.keys()])];
  await writeAudit(
    ctx,
    keys.map((entity_id) => ({
      action,
      entity: 'allowance' as const,
      entity_id,
      subject_id: Number(entity_id.split(' ')[0]),
      before: toHistoryFields(beforeByKey.get(entity_id) ?? []),
      after: toHistoryFields(afterByKey.get(entity_id) ?? []),
    })),
  );
  // Earlier versions and preparations do not match the new figures.
  await undoPreparations(ctx, [...new Set(keys.map((key) => key.split(' ')[1]!))]);
  await emit(
    ctx,
    'allowance',
    [...before, ...after].map(({ staff_id }) => staff_id),
  );
}
