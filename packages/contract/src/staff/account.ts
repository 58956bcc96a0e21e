import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, showFigure } from '../endpoint.ts';
import { body, day, id, instant, text, shownOnce, version } from '../fields.ts';
import { sentTo } from '../user/account.ts';
import {
  HAND_OVER_ERRORS,
  handOverFields,
  member,
  newMember,
  getNewMemberSchema,
  successor,
  memberWork,
} from './staff.ts';

/** A one-time password, shown once. */
const oneTimeResponse = {
  one_time_password: shownOnce(),
  expires_at: instant().describe('Expiry of the one-time password.'),
  sent_to: sentTo(),
};

export const staffAccountEndpoints = {
  add: defineEndpoint({
    name: 'staff.add',
    method: 'POST',
    path: '/api/staff/add',
    summary: 'Add a member with an account',
    description: 'The one-time password is returned only once.',
    access: anyOf('npn_add_member'),
    lock: 'staff',
    kind: 'write',
    secret: true,
    input: body(newMember),
    inputFor: getNewMemberSchema,
    output: z.object({ member, ...oneTimeResponse }),
    errors: ['exists', 'username_exists', 'beyond_own_rights', 'private_fields'],
  }),
  suggest: defineEndpoint({
    name: 'staff.suggest',
    method: 'POST',
    path: '/api/staff/suggest',
    summary: 'Suggest the next free staff ID and a free username for a new member',
    access: anyOf('npn_add_member'),
    lock: null,
    kind: 'read',
    input: body({ full_name: text().describe('Full name of the new member.') }),
    output: z.object({
      staff_id: z.string().describe('Next free staff ID.'),
      username: z.string().describe('Free username.'),
    }),
    errors: [],
    topics: ['staff', 'user'],
  }),
  tasksInProgress: defineEndpoint({
    name: 'staff.tasksInProgress',
    method: 'POST',
    path: '/api/staff/tasks-in-progress',
    summary: 'List a member’s tasks in progress and the teams they lead',
    description: 'For the handover when the member is deactivated or on leave.',
    access: anyOf('npn_delete_member', 'npn_assign_task'),
    lock: null,
    kind: 'read',
    input: body({ staff_id: id().describe('Account ID of the member.') }),
    output: memberWork,
    errors: ['not_found'],
    topics: ['task', 'team', 'staff'],
    shows: { task: showFigure },
  }),
  delete: defineEndpoint({
    name: 'staff.delete',
    method: 'POST',
    path: '/api/staff/delete',
    summary: 'Deactivate a member and reassign their tasks in progress',
    description:
      'Ends the sessions and keeps the history. `tasks`: the open tasks that the caller has seen. Reassigning requires `npn_assign_task`.',
    access: anyOf('npn_delete_member'),
    lock: 'staff',
    kind: 'write',
    person: true,
    input: body({
      staff_id: id().describe('Account ID of the member.'),
      version: version().optional(),
      end_time: day().optional().describe('Last working day, `YYYY-MM-DD`. Absent: the stored one, otherwise today.'),
      ...handOverFields,
      leaders: z
        .array(
          z.strictObject({
            team_id: id().describe('ID of the team.'),
            leader_id: successor().describe('Account ID of the new leader. Null: none.'),
          }),
        )
        .max(200, 'too_many_items')
        .default([])
        .describe('New leader for each team that the member leads.'),
    }),
    output: member,
    errors: ['not_found', 'not_yourself', 'not_active', 'last_superuser', 'beyond_own_rights', ...HAND_OVER_ERRORS],
  }),
  activate: defineEndpoint({
    name: 'staff.activate',
    method: 'POST',
    path: '/api/staff/activate',
    summary: 'Reactivate a former member with a one-time password',
    description: 'The password is returned only once.',
    access: anyOf('npn_delete_member'),
    lock: 'staff',
    kind: 'write',
    secret: true,
    input: body({ staff_id: id().describe('Account ID of the member.'), version: version() }),
    output: z.object({ member, ...oneTimeResponse }),
    errors: ['not_found', 'stale', 'already_active', 'beyond_own_rights'],
  }),
};
