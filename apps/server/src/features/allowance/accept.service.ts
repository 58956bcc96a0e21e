import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { monthAt, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { writeAudit } from '../../audit/audit.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { writeAcceptances } from './allowance.queries.ts';
import { lockOpenMonths, undoPreparations } from './month.service.ts';
import {
  readMonthExceptions,
  getEarlierLookups,
  findMonthWithEarlier,
  calculateWithExceptions,
  readTodaysLookups,
} from './calculation.ts';

type FindingRef = InputFor<'allowance.accept'>['found'][number];

/**
 * Accepts unchanged findings of a month or revokes the acceptance, all or nothing.
 * Only the history of the month has the reason.
 */
export async function acceptExceptions(
  ctx: Ctx,
  input: InputFor<'allowance.accept'>,
): Promise<ResponseOf<'allowance.accept'>> {
  const name = monthAt(input.year, input.month);
  await lockOpenMonths(ctx, [name]);
  const { note } = input;
  const requested = [...new Map(input.found.map((item) => [keyOf(item), item])).values()];
  const personMonths = await findMonthsWithFindings(ctx, name, requested);
  const findings = requested.map((item) => {
    const current = personMonths
      .get(item.staff_id)
      ?.exceptions.find(({ kind, day }) => kind === item.kind && day === item.day);
    const at = `exception.${input.found.indexOf(item)}`;
    if (!current) throw fail('not_found', { field: `${at}.kind` });
    if (current.basis !== item.basis) throw fail('stale', { field: `${at}.basis`, current });
    return { ...item, accepted: current.accepted };
  });
  const acceptance = { note, accepted_by: ctx.actor.user_id, accepted_at: ctx.now };
  await writeAcceptances(ctx.db, name, requested, acceptance);
  // The preparation was based on the acceptance, so it is undone.
  if (!note) await undoPreparations(ctx, [name]);
  const auditEntries = [...groupBy(findings, ({ staff_id }) => staff_id)].map(([staff_id, ones]) => {
    const full_name = personMonths.get(staff_id)?.full_name;
    return {
      action: note ? 'allowance.accept' : 'allowance.undoAccept',
      entity: 'allowance_month' as const,
      entity_id: name,
      ...(staff_id === null ? {} : { subject_id: staff_id }),
      before: toAuditNotes(full_name, ones, (item) => item.accepted?.note),
      after: toAuditNotes(full_name, ones, () => note),
    };
  });
  await writeAudit(ctx, auditEntries);
  await emit(ctx, 'allowance', [...new Set(requested.flatMap(({ staff_id }) => staff_id ?? []))]);
  return {
    results: requested.map(({ kind, day, basis }) => ({ kind, day, basis, accepted: note ? acceptance : null })),
  };
}

const keyOf = ({ staff_id, kind, day }: FindingRef): string => `${staff_id ?? ''} ${kind} ${day ?? ''}`;

/** Returns notes in the form that the history shows, by kind, person and day. */
function toAuditNotes<One extends FindingRef>(
  full_name: string | undefined,
  ones: readonly One[],
  getNote: (one: One) => string | undefined,
): Record<string, unknown> {
  const notes: Record<string, unknown> = {};
  for (const item of ones) {
    const label = [full_name, item.day].filter(Boolean).join(' ');
    const text = getNote(item) || null;
    notes[item.kind] = label ? { ...(notes[item.kind] as object | undefined), [label]: text } : text;
  }
  return notes;
}

type PersonMonth = Pick<AllowanceRow, 'exceptions'> & { full_name?: string };

/** Finds the months of people with findings, with all their findings, by person. The key null is the month itself. */
async function findMonthsWithFindings(
  ctx: Ctx,
  name: Month,
  requested: readonly FindingRef[],
): Promise<ReadonlyMap<number | null, PersonMonth>> {
  const today = await readTodaysLookups(ctx.db);
  const { month, before } = await findMonthWithEarlier(ctx.db, name);
  const people = [...new Set(requested.flatMap(({ staff_id }) => staff_id ?? []))];
  const personMonths = new Map<number | null, PersonMonth>();
  const [firstPerson, ...others] = people;
  if (firstPerson !== undefined) {
    const filter = others.length === 0 ? { staff_id: firstPerson } : {};
    for (const row of await calculateWithExceptions(ctx.db, name, filter, { today, before, now: ctx.now }))
      personMonths.set(row.staff_id, row);
  }
  if (requested.some(({ staff_id }) => staff_id === null))
    personMonths.set(null, {
      exceptions: await readMonthExceptions(ctx.db, name, { today, before: getEarlierLookups(month) }),
    });
  return personMonths;
}
