import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { SystemLock } from '@darkroom/contract/setting';
import { LOOKUP_NAMES } from '@darkroom/domain/allowance/fees';
import { FORMULA_VERSION, sumAllowances } from '@darkroom/domain/allowance/figures';
import { findMonthRefusal, type MonthAction } from '@darkroom/domain/allowance/month';
import { dayOf, monthAt, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import { createLockedFailure } from '../../http/gates.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { findMonthLock, updateMetadata, writeLock } from '../setting/setting.service.ts';
import {
  findClosedSums,
  findClosedTotals,
  findClosings,
  insertClosing,
  lockMonths,
  lockMonthsNotClosed,
  markChanged,
  reopenClosing,
  updateMonth,
  type MonthRecord,
} from './month.queries.ts';
import {
  readMonthExceptions,
  getEarlierLookups,
  toMonthRow,
  findMonthWithEarlier,
  calculateWithExceptions,
  readTodaysLookups,
  countUnsettled,
  type MonthSummary,
} from './calculation.ts';

/** Prevents the closing of months until this transaction ends. Refuses closed months, which must be reopened first. */
export async function lockOpenMonths(ctx: Ctx, months: readonly Month[]): Promise<MonthRecord[]> {
  const found = await lockMonths(ctx.db, months);
  const closed = found.find(({ state }) => state === 'CLOSED');
  if (closed) throw createClosedError(closed);
  return found;
}

/** Marks months as changed: their versions become old and prepared months become open. The history of each prepared month says so. */
export async function undoPreparations(ctx: Ctx, months: readonly Month[]): Promise<void> {
  const prepared = await markChanged(ctx.db, months);
  await writeAudit(
    ctx,
    prepared.map((month) => ({
      action: 'allowance.preparationRemoved',
      entity: 'allowance_month' as const,
      entity_id: month,
      before: { state: 'PREPARED' },
      after: { state: 'OPEN' },
    })),
  );
}

const createClosedError = ({ month, closing }: MonthRecord) =>
  fail('locked', {
    detail: closing?.reason || [month, closing?.closed_by_name].filter(Boolean).join(' · '),
    current: {
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      closed_by: closing?.closed_by ?? null,
      closed_at: closing?.closed_at ?? null,
    },
  });

/** Prepares, closes or reopens a month by the rules of `findMonthRefusal` (domain §4), in one transaction that excludes edits. */
export async function changeMonthState(ctx: Ctx, input: InputFor<'allowance.moveMonth'>): Promise<AllowanceMonthRow> {
  const { version, action, reason } = input;
  const name = monthAt(input.year, input.month);
  const [before] = await lockMonths(ctx.db, [name]);
  if (!before) throw fail('not_found');
  const monthWithEarlier = await findMonthWithEarlier(ctx.db, name);
  const today = await readTodaysLookups(ctx.db);
  const rows = before.closing
    ? []
    : await calculateWithExceptions(ctx.db, name, {}, { today, before: monthWithEarlier.before, now: ctx.now });
  const summary = { today, before: getEarlierLookups(before) };
  const exceptions = before.closing ? [] : await readMonthExceptions(ctx.db, name, summary);
  const unsettled = countUnsettled(rows, exceptions);
  const findings: MonthSummary['findings'] = { exceptions, unsettled };
  if (before.version !== version) throw fail('stale', { current: toMonthRow(before, { ...summary, findings }) });
  const refusal = findMonthRefusal(action, {
    state: before.state,
    prepared_by: before.prepared_by,
    month: name,
    now: monthOf(dayOf(ctx.now)),
    unsettled,
    actor: ctx.actor,
    reason,
  });
  if (refusal === 'reason_required') throw fail('reason_required', { field: 'reason' });
  if (refusal) throw fail(refusal);

  const { prepared_by, prepared_at } = before;
  if (action === 'close') {
    const closingFields = { prepared_by, prepared_at, closed_by: ctx.actor.user_id, closed_at: ctx.now, reason };
    const people = rows.map((row) => ({ ...row, exceptions: [] }));
    await insertClosing(ctx.db, { month: name, ...closingFields, ...today, formulas: FORMULA_VERSION }, people);
  }
  if (action === 'reopen' && before.closing)
    await reopenClosing(ctx.db, before.closing.id, {
      reopened_by: ctx.actor.user_id,
      reopened_at: ctx.now,
      reopen_reason: reason,
    });
  const state = STATE_AFTER[action];
  const isPreparing = action === 'prepare';
  await updateMonth(ctx.db, {
    month: name,
    state,
    prepared_by: isPreparing ? ctx.actor.user_id : null,
    prepared_at: isPreparing ? ctx.now : null,
  });
  if (action === 'close' || action === 'reopen')
    await writeLock(
      ctx,
      // All users can read locks, so the reason is stored with the closing, for users who manage allowances.
      { screen_name: 'allowance', month: name, locked: action === 'close', reason: '' },
      await findMonthLock(ctx.db, 'allowance', name),
    );
  await writeAudit(ctx, {
    action: `allowance.${action}`,
    entity: 'allowance_month',
    entity_id: name,
    before: { state: before.state },
    after: { state },
    ...(reason ? { note: reason } : {}),
  });
  await emit(ctx, 'allowance', []);
  const { month: after } = await findMonthWithEarlier(ctx.db, name);
  return toMonthRow(after, { ...summary, findings: action === 'close' ? { exceptions: [], unsettled: 0 } : findings });
}

const STATE_AFTER = {
  prepare: 'PREPARED',
  undo_preparation: 'OPEN',
  close: 'CLOSED',
  reopen: 'OPEN',
} as const satisfies Record<MonthAction, MonthRecord['state']>;

/** Changes the allowance rates. Every month that is not closed becomes a draft again, unless only holidays changed. */
export async function changeAllowanceMetadata(
  ctx: Ctx,
  input: InputFor<'setting.updateMetadata'>,
): Promise<ResponseOf<'setting.updateMetadata'>> {
  const after = await updateMetadata(ctx, input);
  if (LOOKUP_NAMES.some((name) => name === input.key)) {
    await undoPreparations(ctx, await lockMonthsNotClosed(ctx.db));
    await emit(ctx, 'allowance', []);
  }
  return after;
}

/** Closings of a month with the changes since the previous closing, by person. */
export async function readClosings(
  ctx: Ctx,
  input: InputFor<'allowance.closings'>,
): Promise<ResponseOf<'allowance.closings'>> {
  const name = monthAt(input.year, input.month);
  const closings = await findClosings(ctx.db, name);
  const ids = closings.map(({ id }) => id);
  const totals = groupBy(await findClosedTotals(ctx.db, ids), (row) => row.closing_id);
  const sums = await findClosedSums(ctx.db, ids);
  const results = closings.map(({ lookups, ...closing }, i) => {
    const currentTotals = totals.get(closing.id) ?? [];
    const earlier = closings[i + 1];
    const earlierTotals = earlier ? (totals.get(earlier.id) ?? []) : null;
    return {
      ...closing,
      people: currentTotals.length,
      total_allowance: sumAllowances(
        [sums.get(closing.id)].flatMap((all) => all ?? []),
        { month: name, lookups },
      ).total_allowance,
      differences: earlierTotals ? compareTotals(earlierTotals, currentTotals) : [],
    };
  });
  return { results };
}

type Total = { staff_id: number; full_name: string; total_allowance: number };

function compareTotals(earlierTotals: readonly Total[], currentTotals: readonly Total[]) {
  const before = new Map(earlierTotals.map((row) => [row.staff_id, row]));
  const after = new Map(currentTotals.map((row) => [row.staff_id, row]));
  const allPeople = new Map([...before, ...after]);
  return [...allPeople.values()].flatMap(({ staff_id, full_name }) => {
    const [a, b] = [before.get(staff_id)?.total_allowance ?? null, after.get(staff_id)?.total_allowance ?? null];
    return a === b ? [] : [{ staff_id, full_name, before: a, after: b }];
  });
}

/** Changes the lock of a month from the list of locks. The rules are those of closing and reopening, and the screen's own lock stops it. */
export async function changeMonthLock(
  ctx: Ctx,
  { month, locked, reason, version }: InputFor<'setting.changeLock'> & { month: Month },
): Promise<SystemLock> {
  const lockReason = ctx.locks.allowance;
  if (lockReason !== undefined) throw createLockedFailure(ctx.actor, lockReason);
  const [lockedMonth] = await lockMonths(ctx.db, [month]);
  const before = await findMonthLock(ctx.db, 'allowance', month);
  if (before?.version !== version) throw fail('stale', { current: before ?? null });
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  await changeMonthState(ctx, {
    year,
    month: number,
    version: lockedMonth!.version,
    action: locked ? 'close' : 'reopen',
    reason,
  });
  return (await findMonthLock(ctx.db, 'allowance', month))!;
}
