import type { Member, TasksInHand, WholeMember } from '@darkroom/contract/staff/staff';
import { dayOf } from '@darkroom/domain/calendar/day';
import { lockSeenRow } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { handOverLost, tasksInHand } from '../task/handover.service.ts';
import { handOverTeams, teamsLedBy } from '../team/team.service.ts';
import { closeAccount, reopenAccount } from '../user/account.service.ts';
import { findMembers, updateStaff } from './staff.queries.ts';
import { MEMBER, recordMember } from './staff.service.ts';

/** What somebody leaves behind when they go: tasks in hand, teams they lead. */
export async function readInHand(ctx: Ctx, { staff_id }: InputFor<'staff.inHand'>): Promise<TasksInHand> {
  const [member] = await findMembers(ctx.db, [staff_id], false);
  if (!member) throw fail('not_found', { field: 'staff_id' });
  return { tasks: await tasksInHand(ctx, staff_id), teams: await teamsLedBy(ctx.db, staff_id) };
}

/** Deactivates a leaver (decision 067): ends sessions and hands tasks and teams over in one transaction. What is handed over must be as shown. */
export async function deactivateMember(ctx: Ctx, input: InputFor<'staff.delete'>): Promise<Member> {
  const { staff_id } = input;
  if (staff_id === ctx.actor.user_id) throw fail('not_yourself', { field: 'staff_id' });
  const before = await lockSeenRow(ctx, MEMBER, staff_id, input.version, { field: 'staff_id' });
  if (input.end_time && before.start_time && input.end_time < before.start_time) {
    throw fail('validation', { errors: [{ field: 'end_time', code: 'before_start' }] });
  }
  await closeAccount(ctx, staff_id);
  await handOverLost(ctx, staff_id, input, await teamsLedBy(ctx.db, staff_id));
  await handOverTeams(ctx, staff_id, new Map(input.leaders.map((one) => [one.team_id, one.leader_id])));
  const end_time = input.end_time ?? before.end_time ?? dayOf(ctx.now);
  await updateStaff(ctx.db, staff_id, { working_status: 'Left', end_time });
  return recordMember(ctx, 'staff.delete', before, teamsOf(before));
}

/** Lets somebody who had left in again: with the group they had, a one-time password, and no end. */
export async function activateMember(ctx: Ctx, input: InputFor<'staff.activate'>): Promise<AnswerOf<'staff.activate'>> {
  const { staff_id } = input;
  const before = await lockSeenRow(ctx, MEMBER, staff_id, input.version, { field: 'staff_id' });
  const oneTime = await reopenAccount(ctx, staff_id);
  await updateStaff(ctx.db, staff_id, { working_status: 'Working', end_time: null });
  return { member: await recordMember(ctx, 'staff.activate', before, teamsOf(before)), ...oneTime };
}

const teamsOf = ({ teams }: WholeMember): number[] => teams.map((team) => team.id);
