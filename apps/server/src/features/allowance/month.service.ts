import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { SystemLock } from '@darkroom/contract/setting';
import { LOOKUP_NAMES } from '@darkroom/domain/allowance/fees';
import { FORMULAS, sumOfFigures } from '@darkroom/domain/allowance/figures';
import { decideMonth, type MonthAction } from '@darkroom/domain/allowance/month';
import { dayOf, monthAt, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import { lockedFor } from '../../http/gates.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { lockOfMonth, updateMetadata, writeLock } from '../setting/setting.service.ts';
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
  type StandingMonth,
} from './month.queries.ts';
import {
  foundInMonth,
  lookupsBefore,
  monthRow,
  monthsAround,
  calculateWithExceptions,
  todaysLookups,
  unsettledIn,
  type MonthSummary,
} from './calculation.ts';

/** Prevents the closing of months until this transaction ends. Refuses closed months, which must be reopened first. */
export async function openMonths(ctx: Ctx, months: readonly Month[]): Promise<StandingMonth[]> {
  const found = await lockMonths(ctx.db, months);
  const closed = found.find(({ state }) => state === 'CLOSED');
  if (closed) throw closedFailure(closed);
  return found;
}

/** Marks months as changed: their versions become old and prepared months become open. The history of each prepared month says so. */
export async function undoPreparations(ctx: Ctx, months: readonly Month[]): Promise<void> {
  const prepared = await markChanged(ctx.db, months);
  await audit(
    ctx,
    prepared.map((month) => ({
      action: 'allowance.unprepared',
      entity: 'allowance_month' as const,
      entity_id: month,
      before: { state: 'PREPARED' },
      after: { state: 'OPEN' },
    })),
  );
}

const closedFailure = ({ month, closing }: StandingMonth) =>
  fail('locked', {
    detail: closing?.reason || [month, closing?.closed_by_name].filter(Boolean).join(' · '),
    current: {
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      closed_by: closing?.closed_by ?? null,
      closed_at: closing?.closed_at ?? null,
    },
  });

/** Prepares, closes or reopens a month by the rules of `decideMonth` (domain §4), in one transaction that excludes edits. */
export async function moveMonth(ctx: Ctx, input: InputFor<'allowance.moveMonth'>): Promise<AllowanceMonthRow> {
  const { version, action, reason } = input;
  const name = monthAt(input.year, input.month);
  const [before] = await lockMonths(ctx.db, [name]);
  if (!before) throw fail('not_found');
  const around = await monthsAround(ctx.db, name);
  const today = await todaysLookups(ctx.db);
  const rows = before.closing
    ? []
    : await calculateWithExceptions(ctx.db, name, {}, { today, before: around.before, now: ctx.now });
  const about = { today, before: lookupsBefore(before) };
  const exceptions = before.closing ? [] : await foundInMonth(ctx.db, name, about);
  const unsettled = unsettledIn(rows, exceptions);
  const kept: MonthSummary['kept'] = { exceptions, unsettled };
  if (before.version !== version) throw fail('stale', { current: monthRow(before, { ...about, kept }) });
  const refusal = decideMonth(action, {
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
    const by = { prepared_by, prepared_at, closed_by: ctx.actor.user_id, closed_at: ctx.now, reason };
    const people = rows.map((row) => ({ ...row, exceptions: [] }));
    await insertClosing(ctx.db, { month: name, ...by, ...today, formulas: FORMULAS }, people);
  }
  if (action === 'reopen' && before.closing)
    await reopenClosing(ctx.db, before.closing.id, {
      reopened_by: ctx.actor.user_id,
      reopened_at: ctx.now,
      reopen_reason: reason,
    });
  const state = STATE_AFTER[action];
  const prepares = action === 'prepare';
  await updateMonth(ctx.db, {
    month: name,
    state,
    prepared_by: prepares ? ctx.actor.user_id : null,
    prepared_at: prepares ? ctx.now : null,
  });
  if (action === 'close' || action === 'reopen')
    await writeLock(
      ctx,
      // All users can read locks, so the reason is stored with the closing, for users who manage allowances.
      { screen_name: 'allowance', month: name, locked: action === 'close', reason: '' },
      await lockOfMonth(ctx.db, 'allowance', name),
    );
  await audit(ctx, {
    action: `allowance.${action}`,
    entity: 'allowance_month',
    entity_id: name,
    before: { state: before.state },
    after: { state },
    ...(reason ? { note: reason } : {}),
  });
  await emit(ctx, 'allowance', []);
  const { month: after } = await monthsAround(ctx.db, name);
  return monthRow(after, { ...about, kept: action === 'close' ? { exceptions: [], unsettled: 0 } : kept });
}

const STATE_AFTER = {
  prepare: 'PREPARED',
  take_back: 'OPEN',
  close: 'CLOSED',
  reopen: 'OPEN',
} as const satisfies Record<MonthAction, StandingMonth['state']>;

/** Changes the allowance rates. Every month that is not closed becomes a draft again, unless only holidays changed. */
export async function changeAllowanceMetadata(
  ctx: Ctx,
  input: InputFor<'setting.updateMetadata'>,
): Promise<AnswerOf<'setting.updateMetadata'>> {
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
): Promise<AnswerOf<'allowance.closings'>> {
  const name = monthAt(input.year, input.month);
  const closings = await findClosings(ctx.db, name);
  const ids = closings.map(({ id }) => id);
  const totals = groupBy(await findClosedTotals(ctx.db, ids), (row) => row.closing_id);
  const sums = await findClosedSums(ctx.db, ids);
  const results = closings.map(({ lookups, ...closing }, i) => {
    const now = totals.get(closing.id) ?? [];
    const earlier = closings[i + 1];
    const was = earlier ? (totals.get(earlier.id) ?? []) : null;
    return {
      ...closing,
      people: now.length,
      total_allowance: sumOfFigures(
        [sums.get(closing.id)].flatMap((all) => all ?? []),
        { month: name, lookups },
      ).total_allowance,
      differences: was ? differencesBetween(was, now) : [],
    };
  });
  return { results };
}

type Total = { staff_id: number; full_name: string; total_allowance: number };

function differencesBetween(was: readonly Total[], now: readonly Total[]) {
  const before = new Map(was.map((row) => [row.staff_id, row]));
  const after = new Map(now.map((row) => [row.staff_id, row]));
  const everybody = new Map([...before, ...after]);
  return [...everybody.values()].flatMap(({ staff_id, full_name }) => {
    const [a, b] = [before.get(staff_id)?.total_allowance ?? null, after.get(staff_id)?.total_allowance ?? null];
    return a === b ? [] : [{ staff_id, full_name, before: a, after: b }];
  });
}

/** Changes the lock of a month from the list of locks. The rules are those of closing and reopening, and the screen's own lock stops it. */
export async function changeMonthLock(
  ctx: Ctx,
  { month, locked, reason, version }: InputFor<'setting.changeLock'> & { month: Month },
): Promise<SystemLock> {
  const reasonNow = ctx.locks.allowance;
  if (reasonNow !== undefined) throw lockedFor(ctx.actor, reasonNow);
  const [standing] = await lockMonths(ctx.db, [month]);
  const before = await lockOfMonth(ctx.db, 'allowance', month);
  if (before?.version !== version) throw fail('stale', { current: before ?? null });
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  await moveMonth(ctx, {
    year,
    month: number,
    version: standing!.version,
    action: locked ? 'close' : 'reopen',
    reason,
  });
  return (await lockOfMonth(ctx.db, 'allowance', month))!;
}
