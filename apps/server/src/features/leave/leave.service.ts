import type { Leave } from '@darkroom/contract/staff/leave';
import { canManageLeave, canViewLeave, findLeaveError, type LeaveDays } from '@darkroom/domain/staff/leave';
import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion, type LockedKind } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  deleteLeave,
  findLeave,
  findPeople,
  insertLeave,
  lockLeave,
  updateLeave,
  type LeavePerson,
  type LeaveRow,
} from './leave.queries.ts';

const LEAVE: LockedKind<LeaveRow> = { lock: lockLeave };

const toPerson = ({ user_id, is_superuser, codes }: LeavePerson) => ({
  user_id,
  account: 'staff' as const,
  is_superuser,
  permissions: new Set(codes),
});

/** Lists the leave that the caller sees (decision 173). The kind is only for users who can enter the leave. */
export async function listLeave(ctx: Ctx, input: InputFor<'leave.list'>): Promise<ResponseOf<'leave.list'>> {
  const people = new Map((await findPeople(ctx.db, input.member_id)).map((row) => [row.user_id, toPerson(row)]));
  const results = (await findLeave(ctx.db, input)).flatMap((row): Leave[] => {
    const person = people.get(row.member_id);
    if (!person || !canViewLeave(ctx.actor, person)) return [];
    return [canManageLeave(ctx.actor, person) ? row : { ...row, kind: null }];
  });
  return { results };
}

/** Adds the leave of a member. The database refuses days that overlap with other leave of the member. */
export async function addLeave(ctx: Ctx, input: InputFor<'leave.add'>): Promise<Leave> {
  await checkPerson(ctx, input.member_id);
  validateDays(input);
  return recordLeave(ctx, 'leave.add', undefined, await insertLeave(ctx.db, input));
}

/** Changes days or kind of a leave. */
export async function changeLeave(ctx: Ctx, { id, version, ...change }: InputFor<'leave.update'>): Promise<Leave> {
  rejectEmptyPatch(change);
  const before = await lockRowVersion(ctx, LEAVE, id, version, { check: (row) => checkPerson(ctx, row.member_id) });
  validateDays({ ...before, ...change });
  return recordLeave(ctx, 'leave.update', before, await updateLeave(ctx.db, id, change));
}

/** Removes a leave. */
export async function removeLeave(
  ctx: Ctx,
  { id, version }: InputFor<'leave.delete'>,
): Promise<ResponseOf<'leave.delete'>> {
  const before = await lockRowVersion(ctx, LEAVE, id, version, { check: (row) => checkPerson(ctx, row.member_id) });
  await deleteLeave(ctx.db, id);
  await recordLeave(ctx, 'leave.delete', before, undefined);
  return { id };
}

async function checkPerson(ctx: Ctx, member_id: number): Promise<void> {
  const [person] = await findPeople(ctx.db, member_id);
  if (!person || !canManageLeave(ctx.actor, toPerson(person))) throw fail('forbidden', { field: 'member_id' });
}

function validateDays(days: LeaveDays): void {
  const error = findLeaveError(days);
  if (error) throw fail('validation', { errors: [error] });
}

async function recordLeave<After extends LeaveRow | undefined>(
  ctx: Ctx,
  action: string,
  before: LeaveRow | undefined,
  after: After,
): Promise<After> {
  const { id, member_id } = (after ?? before)!;
  // The history of a leave is that of the person, who can read it.
  const entry = { entity: 'leave' as const, entity_id: member_id, subject_id: member_id };
  await writeAudit(ctx, { action, ...entry, before, after });
  await emit(ctx, 'leave', [id]);
  return after;
}
