import type { DailyEntry, MonthlyEntry } from '@darkroom/contract/allowance/allowance';
import type { FieldError } from '@darkroom/contract/errors';
import { feesOf, isEmptyDay, type DayFees } from '@darkroom/domain/allowance/fees';
import { monthAt, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteDays,
  findDaysOf,
  findMonthlyOf,
  findNotStaff,
  insertDays,
  insertMonthly,
  findDaysById,
  findMonthlyById,
  updateDays,
  updateMonthly,
} from './allowance.queries.ts';
import { openMonths, undoPreparations } from './month.service.ts';

type Refused = Omit<FieldError, 'message'>;

/** Enters days without an entry, all or nothing. The refusal lists the days that have one, with their entries. */
export async function addDays(
  ctx: Ctx,
  { entries }: InputFor<'allowance.dailyAdd'>,
): Promise<AnswerOf<'allowance.dailyAdd'>> {
  const errors = [
    ...twice(
      entries.map(({ staff_id, date }) => `${staff_id} ${date}`),
      'date',
    ),
    ...entries.flatMap((entry, at) => (isEmptyDay(entry) ? [{ field: `entries.${at}`, code: 'nothing_chosen' }] : [])),
    ...(await strangers(ctx, entries)),
  ];
  if (errors.length) throw fail('validation', { errors });
  await openMonths(
    ctx,
    entries.map(({ date }) => monthOf(date)),
  );
  const results = await insertDays(ctx.db, entries);
  if (results.length < entries.length) {
    const keyOf = ({ staff_id, date }: Pick<DailyEntry, 'staff_id' | 'date'>) => `${staff_id} ${date}`;
    throw alreadyThere(entries.map(keyOf), results, await findDaysOf(ctx.db, entries), keyOf, 'date');
  }
  await keepDays(ctx, 'allowance.dailyAdd', [], results);
  return { results };
}

/** Changes days, all or nothing, and deletes entries without values. The refusal has the current state of changed entries. */
export async function updateDayEntries(
  ctx: Ctx,
  { entries }: InputFor<'allowance.dailyUpdate'>,
): Promise<AnswerOf<'allowance.dailyUpdate'>> {
  const errors = twice(
    entries.map(({ id }) => String(id)),
    'id',
  );
  if (errors.length) throw fail('validation', { errors });
  // The months are locked first, in the common order. An entry never leaves its month, so the entries read here stay valid.
  const ids = entries.map(({ id }) => id);
  const seen = await lockedWithMonths(ctx, ids, findDaysById, ({ date }) => monthOf(date));
  const before = asSeen(entries, seen);
  const wanted = entries.map(({ id, version: _version, ...change }) => ({
    ...feesOf(before.get(id)!),
    ...given(change),
    id,
  }));
  const removed = wanted.filter(isEmptyDay).map(({ id }) => id);
  const results = await updateDays(
    ctx.db,
    wanted.filter((entry) => !isEmptyDay(entry)),
  );
  await deleteDays(ctx.db, removed);
  await keepDays(ctx, 'allowance.dailyUpdate', seen, results);
  return { results, removed };
}

const given = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<DayFees>;

/** Enters the parking of people for a month, all or nothing. */
export async function addMonthly(
  ctx: Ctx,
  { entries }: InputFor<'allowance.monthlyAdd'>,
): Promise<AnswerOf<'allowance.monthlyAdd'>> {
  const named = entries.map(({ staff_id, year, month, parking }) => ({
    staff_id,
    month: monthAt(year, month),
    parking,
  }));
  const errors = [
    ...twice(
      named.map(({ staff_id, month }) => `${staff_id} ${month}`),
      'month',
    ),
    ...(await strangers(ctx, entries)),
  ];
  if (errors.length) throw fail('validation', { errors });
  await openMonths(
    ctx,
    named.map(({ month }) => month),
  );
  const results = await insertMonthly(ctx.db, named);
  if (results.length < named.length) {
    const keyOf = ({ staff_id, year, month }: MonthlyEntry) => `${staff_id} ${monthAt(year, month)}`;
    const asked = named.map(({ staff_id, month }) => `${staff_id} ${month}`);
    throw alreadyThere(asked, results, await findMonthlyOf(ctx.db, named), keyOf, 'month');
  }
  await keepMonthly(ctx, 'allowance.monthlyAdd', [], results);
  return { results };
}

/** Changes the parking of people for a month, all or nothing. Changes of other users are kept. */
export async function updateMonthlyEntries(
  ctx: Ctx,
  { entries }: InputFor<'allowance.monthlyUpdate'>,
): Promise<AnswerOf<'allowance.monthlyUpdate'>> {
  const errors = twice(
    entries.map(({ id }) => String(id)),
    'id',
  );
  if (errors.length) throw fail('validation', { errors });
  const seen = await lockedWithMonths(
    ctx,
    entries.map(({ id }) => id),
    findMonthlyById,
    ({ year, month }) => monthAt(year, month),
  );
  asSeen(entries, seen);
  const results = await updateMonthly(ctx.db, entries);
  await keepMonthly(ctx, 'allowance.monthlyUpdate', seen, results);
  return { results };
}

/** Entries by id under the locks of their months. All callers lock months before entries, and an entry never changes its month. */
async function lockedWithMonths<T>(
  ctx: Ctx,
  ids: readonly number[],
  find: (db: Ctx['db'], ids: readonly number[], how: 'plain' | 'alone') => Promise<T[]>,
  monthOfEntry: (entry: T) => Month,
): Promise<T[]> {
  const found = await find(ctx.db, ids, 'plain');
  if (found.length) await openMonths(ctx, found.map(monthOfEntry));
  return find(ctx.db, ids, 'alone');
}

/** Current entries by id. Refuses with them if one has changed or no longer exists. */
function asSeen<T extends { id: number; version: number }>(
  wanted: readonly { id: number; version: number }[],
  standing: readonly T[],
): Map<number, T> {
  const now = new Map(standing.map((entry) => [entry.id, entry]));
  const isGone = ({ id }: { id: number }) => !now.has(id);
  const isStale = ({ id, version }: { id: number; version: number }) => now.has(id) && now.get(id)?.version !== version;
  const gone = at(wanted, isGone, 'id', 'not_found');
  const stale = at(wanted, isStale, 'version', 'stale');
  if (gone.length + stale.length > 0)
    throw fail(gone.length > 0 ? 'not_found' : 'stale', {
      errors: [...gone, ...stale],
      current: wanted.filter(isStale).flatMap(({ id }) => now.get(id) ?? []),
    });
  return now;
}

/** Error for places that already have an entry, with the places and the entries. */
function alreadyThere<T extends { id: number }>(
  asked: readonly string[],
  written: readonly T[],
  standing: readonly T[],
  keyOf: (entry: T) => string,
  field: string,
) {
  const ours = new Set(written.map(({ id }) => id));
  const current = standing.filter(({ id }) => !ours.has(id));
  const taken = new Set(current.map(keyOf));
  return fail('exists', { errors: at(asked, (key) => taken.has(key), field, 'exists'), current });
}

const at = <T>(entries: readonly T[], is: (entry: T) => boolean, field: string, code: string): Refused[] =>
  entries.flatMap((entry, i) => (is(entry) ? [{ field: `entries.${i}.${field}`, code }] : []));

function twice(keys: readonly string[], field: string): Refused[] {
  const seen = new Set<string>();
  return keys.flatMap((key, i) => {
    if (seen.has(key)) return [{ field: `entries.${i}.${field}`, code: 'duplicate' }];
    seen.add(key);
    return [];
  });
}

async function strangers(ctx: Ctx, entries: readonly { staff_id: number }[]): Promise<Refused[]> {
  const unknown = new Set(await findNotStaff(ctx.db, [...new Set(entries.map(({ staff_id }) => staff_id))]));
  return at(entries, ({ staff_id }) => unknown.has(staff_id), 'staff_id', 'unknown');
}

/** Writes one history row with the changed days for each month of a person. */
async function keepDays(ctx: Ctx, action: string, before: readonly DailyEntry[], after: readonly DailyEntry[]) {
  const days = (entries: readonly DailyEntry[]) =>
    Object.fromEntries(entries.map((entry) => [entry.date, feesOf(entry)]));
  await keep(ctx, action, before, after, ({ date }) => monthOf(date), days);
}

async function keepMonthly(ctx: Ctx, action: string, before: readonly MonthlyEntry[], after: readonly MonthlyEntry[]) {
  const parking = (entries: readonly MonthlyEntry[]) => (entries[0] ? { parking: entries[0].parking } : {});
  await keep(ctx, action, before, after, ({ year, month }) => monthAt(year, month), parking);
}

async function keep<T extends { staff_id: number }>(
  ctx: Ctx,
  action: string,
  before: readonly T[],
  after: readonly T[],
  monthOfEntry: (entry: T) => Month,
  onRecord: (entries: readonly T[]) => object,
): Promise<void> {
  const keyOf = (entry: T) => `${entry.staff_id} ${monthOfEntry(entry)}`;
  const [was, is] = [groupBy(before, keyOf), groupBy(after, keyOf)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  await audit(
    ctx,
    keys.map((entity_id) => ({
      action,
      entity: 'allowance' as const,
      entity_id,
      subject_id: Number(entity_id.split(' ')[0]),
      before: onRecord(was.get(entity_id) ?? []),
      after: onRecord(is.get(entity_id) ?? []),
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
