import type { SystemLock } from '@darkroom/contract/setting';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance-month';
import { FORMULAS } from '@darkroom/domain/allowance/figures';
import { decideMonth, type MonthAction } from '@darkroom/domain/allowance/month';
import { dayOf, monthAt, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { toThousandths } from '@darkroom/domain/money/money';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { lockOfMonth, writeLock } from '../setting/setting.service.ts';
import { findAccepted, putAccepted } from './allowance.queries.ts';
import { keepsAllowances } from './allowance.service.ts';
import {
  findClosedTotals,
  findClosings,
  insertClosing,
  lockMonths,
  reopenClosing,
  updateMonth,
  type StandingMonth,
} from './month.queries.ts';
import { monthRow, monthsAround, reckonWithExceptions, todaysLookups, unsettledIn } from './reckoning.ts';

/**
 * The months of some entries, kept from being closed until this transaction ends: an edit comes in before a closing, or is refused
 * with who closed the month and when. A closed month opens for nobody but by reopening it, a superuser included.
 */
export async function openMonths(ctx: Ctx, months: readonly Month[]): Promise<StandingMonth[]> {
  const found = await lockMonths(ctx.db, months);
  const closed = found.find(({ state }) => state === 'CLOSED');
  if (closed) throw closedFailure(closed);
  return found;
}

const closedFailure = ({ month, closing }: StandingMonth) =>
  fail('month_closed', {
    detail: [month, closing?.closed_by_name].filter(Boolean).join(' · '),
    current: {
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      closed_by: closing?.closed_by ?? null,
      closed_at: closing?.closed_at ?? null,
    },
  });

/** Prepares, closes or reopens a month (domain §4): what `decideMonth` says, in one transaction that no edit gets into. */
export async function moveMonth(ctx: Ctx, input: InputFor<'allowance.moveMonth'>): Promise<AllowanceMonthRow> {
  const { version, action, reason } = input;
  const name = monthAt(input.year, input.month);
  const [before] = await lockMonths(ctx.db, [name]);
  if (!before) throw fail('not_found');
  const around = await monthsAround(ctx.db, name);
  const today = await todaysLookups(ctx.db);
  const rows = before.closing ? [] : await reckonWithExceptions(ctx.db, name, {}, today, around.before);
  const unsettled = unsettledIn(rows);
  if (before.version !== version)
    throw fail('stale', { current: monthRow(before, today, around.before.at(-1), unsettled) });
  const refusal = decideMonth(action, {
    state: before.state,
    prepared_by: before.prepared_by,
    month: name,
    now: monthOf(dayOf(ctx.now)),
    unsettled,
    actor: { user_id: ctx.actor.user_id, is_superuser: ctx.actor.is_superuser, admin_allowance: keepsAllowances(ctx) },
    reason,
  });
  if (refusal === 'reason_required') throw fail('reason_required', { field: 'reason' });
  if (refusal) throw fail(refusal);

  const { prepared_by, prepared_at } = before;
  if (action === 'close') {
    const by = { prepared_by, prepared_at, closed_by: ctx.actor.user_id, closed_at: ctx.now, reason };
    const kept = rows.map((row) => ({ ...row, exceptions: [] }));
    await insertClosing(ctx.db, { month: name, ...by, ...today, formulas: FORMULAS }, kept);
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
      { screen_name: 'allowance', month: name, locked: action === 'close', reason },
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
  return monthRow(after, today, around.before.at(-1), action === 'close' ? 0 : unsettled);
}

const STATE_AFTER = {
  prepare: 'PREPARED',
  take_back: 'OPEN',
  close: 'CLOSED',
  reopen: 'OPEN',
} as const satisfies Record<MonthAction, StandingMonth['state']>;

/** Lets something stand that was found, or takes that back; only what is found can be let stand. */
export async function acceptException(
  ctx: Ctx,
  input: InputFor<'allowance.accept'>,
): Promise<AnswerOf<'allowance.accept'>> {
  const name = monthAt(input.year, input.month);
  await openMonths(ctx, [name]);
  const { staff_id, kind, day, note } = input;
  const around = await monthsAround(ctx.db, name);
  const [row] = await reckonWithExceptions(ctx.db, name, { staff_id }, await todaysLookups(ctx.db), around.before);
  const found = row?.exceptions.find((one) => one.kind === kind && one.day === day);
  if (!found) throw fail('not_found', { field: 'kind' });
  await putAccepted(ctx.db, name, { staff_id, kind, day, note, accepted_by: ctx.actor.user_id, accepted_at: ctx.now });
  await audit(ctx, {
    action: 'allowance.accept',
    entity: 'allowance',
    entity_id: `${staff_id} ${name}`,
    subject_id: staff_id,
    before: { [kind]: found.accepted?.note ?? null },
    after: { [kind]: note || null },
  });
  await emit(ctx, 'allowance', [staff_id]);
  const kept = (await findAccepted(ctx.db, name)).find(
    (one) => one.staff_id === staff_id && one.kind === kind && one.day === day,
  );
  return {
    kind,
    day,
    accepted: kept ? { note: kept.note, accepted_by: kept.accepted_by, accepted_at: kept.accepted_at } : null,
  };
}

/** Each time a month was closed, with what changed since the time before, person by person. */
export async function readClosings(
  ctx: Ctx,
  input: InputFor<'allowance.closings'>,
): Promise<AnswerOf<'allowance.closings'>> {
  const closings = await findClosings(ctx.db, monthAt(input.year, input.month));
  const totals = groupBy(
    await findClosedTotals(
      ctx.db,
      closings.map(({ id }) => id),
    ),
    (row) => row.closing_id,
  );
  const results = closings.map((closing, i) => {
    const now = totals.get(closing.id) ?? [];
    const earlier = closings[i + 1];
    const was = earlier ? (totals.get(earlier.id) ?? []) : null;
    return {
      ...closing,
      people: now.length,
      total_allowance: now.reduce((all, row) => all + toThousandths(row.total_allowance), 0) / 1000,
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

/** A month of the screen's lock, as the list of locks changes it: closing and reopening are the same there (domain §4). */
export async function changeMonthLock(
  ctx: Ctx,
  { month, locked, reason, version }: InputFor<'setting.changeLock'> & { month: Month },
): Promise<SystemLock> {
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
