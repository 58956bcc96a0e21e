import type { TasksInHand } from '@darkroom/contract/floor/hand-over';
import type { Member, WholeMember } from '@darkroom/contract/staff/staff';
import { dayOf } from '@darkroom/domain/calendar/day';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { handOverLost, tasksInHand } from '../task/handover.service.ts';
import { handOverTeams, teamsLedBy } from '../team/team.service.ts';
import { closeAccount, reopenAccount } from '../user/account.service.ts';
import { findMembers, lockMember, updateStaff } from './staff.queries.ts';
import { announce, memberFor, recordOf } from './staff.service.ts';

/** What somebody leaves behind when they go: tasks in hand, teams they lead. */
export async function readInHand(ctx: Ctx, { staff_id }: InputFor<'staff.inHand'>): Promise<TasksInHand> {
  const [member] = await findMembers(ctx.db, [staff_id], false);
  if (!member) throw fail('not_found', { field: 'staff_id' });
  return { tasks: await tasksInHand(ctx, staff_id), teams: await teamsLedBy(ctx.db, staff_id) };
}

/**
 * Somebody leaves (decision 067): the account is closed and its sessions end, tasks in hand and teams go to others, all in
 * one transaction; nothing of their history is touched. What is handed over is what the caller was shown, or they are shown
 * it anew.
 */
export async function deactivateMember(ctx: Ctx, input: InputFor<'staff.delete'>): Promise<Member> {
  const { staff_id } = input;
  if (staff_id === ctx.actor.user_id) throw fail('not_yourself', { field: 'staff_id' });
  const before = await lockMember(ctx.db, staff_id);
  if (!before) throw fail('not_found', { field: 'staff_id' });
  if (input.version !== undefined && input.version !== before.version) {
    throw fail('stale', { current: await memberFor(ctx, staff_id) });
  }
  if (input.end_time && before.start_time && input.end_time < before.start_time) {
    throw fail('validation', { errors: [{ field: 'end_time', code: 'before_start' }] });
  }
  await closeAccount(ctx, staff_id);
  await handOverLost(ctx, staff_id, input, await teamsLedBy(ctx.db, staff_id));
  await handOverTeams(ctx, staff_id, new Map(input.leaders.map((one) => [one.team_id, one.leader_id])));
  const end_time = input.end_time ?? before.end_time ?? dayOf(ctx.now);
  await updateStaff(ctx.db, staff_id, { working_status: 'Left', end_time });
  await keep(ctx, 'staff.delete', before);
  return memberFor(ctx, staff_id);
}

/** Lets somebody who had left in again: with the group they had, a one-time password, and no end. */
export async function activateMember(ctx: Ctx, input: InputFor<'staff.activate'>): Promise<AnswerOf<'staff.activate'>> {
  const { staff_id } = input;
  const before = await lockMember(ctx.db, staff_id);
  if (!before) throw fail('not_found', { field: 'staff_id' });
  if (input.version !== before.version) throw fail('stale', { current: await memberFor(ctx, staff_id) });
  const oneTime = await reopenAccount(ctx, staff_id);
  await updateStaff(ctx.db, staff_id, { working_status: 'Working', end_time: null });
  await keep(ctx, 'staff.activate', before);
  return { member: await memberFor(ctx, staff_id), ...oneTime };
}

async function keep(ctx: Ctx, action: string, before: WholeMember): Promise<void> {
  const [after] = (await findMembers(ctx.db, [before.id], true)) as [WholeMember];
  await audit(ctx, { action, ...recordOf(before, after) });
  await announce(
    ctx,
    before.id,
    before.teams.map((team) => team.id),
  );
}
