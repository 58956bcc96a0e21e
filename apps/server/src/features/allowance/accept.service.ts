import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { monthAt, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { audit } from '../../audit/audit.ts';
import { fail } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { putAccepted } from './allowance.queries.ts';
import { openMonths, undoPreparations } from './month.service.ts';
import { foundInMonth, lookupsBefore, monthsAround, calculateWithExceptions, todaysLookups } from './calculation.ts';

type Found = InputFor<'allowance.accept'>['found'][number];

/**
 * Accepts unchanged findings of a month or revokes the acceptance, all or nothing.
 * Only the history of the month has the reason.
 */
export async function acceptExceptions(
  ctx: Ctx,
  input: InputFor<'allowance.accept'>,
): Promise<AnswerOf<'allowance.accept'>> {
  const name = monthAt(input.year, input.month);
  await openMonths(ctx, [name]);
  const { note } = input;
  const asked = [...new Map(input.found.map((one) => [keyOf(one), one])).values()];
  const places = await placesOf(ctx, name, asked);
  const found = asked.map((one) => {
    const there = places.get(one.staff_id)?.exceptions.find(({ kind, day }) => kind === one.kind && day === one.day);
    const at = `found.${input.found.indexOf(one)}`;
    if (!there) throw fail('not_found', { field: `${at}.kind` });
    if (there.basis !== one.basis) throw fail('stale', { field: `${at}.basis`, current: there });
    return { ...one, accepted: there.accepted };
  });
  const word = { note, accepted_by: ctx.actor.user_id, accepted_at: ctx.now };
  await putAccepted(ctx.db, name, asked, word);
  // The preparation relied on the acceptance.
  if (!note) await undoPreparations(ctx, [name]);
  const said = [...groupBy(found, ({ staff_id }) => staff_id)].map(([staff_id, ones]) => {
    const full_name = places.get(staff_id)?.full_name;
    return {
      action: note ? 'allowance.accept' : 'allowance.acceptTakenBack',
      entity: 'allowance_month' as const,
      entity_id: name,
      ...(staff_id === null ? {} : { subject_id: staff_id }),
      before: inWords(full_name, ones, (one) => one.accepted?.note),
      after: inWords(full_name, ones, () => note),
    };
  });
  await audit(ctx, said);
  await emit(ctx, 'allowance', [...new Set(asked.flatMap(({ staff_id }) => staff_id ?? []))]);
  return { results: asked.map(({ kind, day, basis }) => ({ kind, day, basis, accepted: note ? word : null })) };
}

const keyOf = ({ staff_id, kind, day }: Found): string => `${staff_id ?? ''} ${kind} ${day ?? ''}`;

/** Notes as the history shows them, by kind, person and day. */
function inWords<One extends Found>(
  full_name: string | undefined,
  ones: readonly One[],
  said: (one: One) => string | undefined,
): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const one of ones) {
    const where = [full_name, one.day].filter(Boolean).join(' ');
    const text = said(one) || null;
    words[one.kind] = where ? { ...(words[one.kind] as object | undefined), [where]: text } : text;
  }
  return words;
}

type Place = Pick<AllowanceRow, 'exceptions'> & { full_name?: string };

/** Months of the people with findings, with all their findings, by person. The key null is the month itself. */
async function placesOf(ctx: Ctx, name: Month, asked: readonly Found[]): Promise<ReadonlyMap<number | null, Place>> {
  const today = await todaysLookups(ctx.db);
  const { month, before } = await monthsAround(ctx.db, name);
  const people = [...new Set(asked.flatMap(({ staff_id }) => staff_id ?? []))];
  const places = new Map<number | null, Place>();
  const [only, ...others] = people;
  if (only !== undefined) {
    const filter = others.length === 0 ? { staff_id: only } : {};
    for (const row of await calculateWithExceptions(ctx.db, name, filter, { today, before, now: ctx.now }))
      places.set(row.staff_id, row);
  }
  if (asked.some(({ staff_id }) => staff_id === null))
    places.set(null, {
      exceptions: await foundInMonth(ctx.db, name, { today, before: lookupsBefore(month) }),
    });
  return places;
}
