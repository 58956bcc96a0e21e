import { anyOf } from '@darkroom/domain/permission/access';
import { TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { z } from 'zod';
import { defineEndpoint, figure } from './endpoint.ts';
import { body, day, id, instant, seenTasks, version } from './fields.ts';
import { member, newMember, newMemberOf } from './staff.ts';
import { toldOnce } from './told-once.ts';

/** A one-time password, shown once. */
const oneTime = { one_time_password: toldOnce(), expires_at: instant() };

/**
 * Work somebody has in hand, and teams they lead: what has to go to others before they leave. A task the caller may not see
 * has no number and no name here: where it stands, and what its hand-over asks for, is all.
 */
const tasksInHand = z.object({
  tasks: z.array(
    z.object({
      task_id: z.int(),
      version: z.int(),
      sub_prod_id: z.string().nullable(),
      job_name: z.string().nullable(),
      status: z.literal([...TASK_STATUSES] as [TaskStatus, ...TaskStatus[]]),
      workstream: z.enum(WORKSTREAMS),
      part: z.enum(['editor', 'qc', 'supporter']),
      /** Work that is past To Do and Processing cannot go back to the pool: somebody has to take it over. */
      needs_successor: z.boolean(),
    }),
  ),
  teams: z.array(z.object({ id: z.int(), version: z.int(), team_name: z.string() })),
});

/** Who takes over: an editor for each workstream, or null, back to the pool; a leader for a team, or null, nobody. */
const successor = id().nullable();

export const staffAccountEndpoints = {
  add: defineEndpoint({
    name: 'staff.add',
    method: 'POST',
    path: '/api/staff/add',
    summary: 'Add a member with an account; the one-time password is shown once',
    access: anyOf('npn_add_member'),
    lock: 'staff',
    kind: 'write',
    secret: true,
    input: body(newMember),
    inputFor: newMemberOf,
    output: z.object({ member, ...oneTime }),
    errors: ['exists', 'username_exists', 'beyond_own_rights', 'private_fields'],
  }),
  inHand: defineEndpoint({
    name: 'staff.inHand',
    method: 'POST',
    path: '/api/staff/in-hand',
    summary: 'The tasks a member has in hand and the teams they lead: what a deactivation hands over',
    access: anyOf('npn_delete_member'),
    lock: null,
    kind: 'read',
    input: body({ staff_id: id() }),
    output: tasksInHand,
    errors: ['not_found'],
    topics: ['task', 'team', 'staff'],
    shows: { task: figure },
  }),
  delete: defineEndpoint({
    name: 'staff.delete',
    method: 'POST',
    path: '/api/staff/delete',
    summary:
      'Deactivate a member: sessions end, history stays, work in hand goes to others (with assign_task). `tasks` are those that were seen',
    access: anyOf('npn_delete_member'),
    lock: 'staff',
    kind: 'write',
    person: true,
    input: body({
      staff_id: id(),
      version: version().optional(),
      end_time: day().optional(),
      tasks: seenTasks().max(2000, 'too_many_items').default([]),
      editors: z
        .strictObject({ OTS: successor.default(null), PTE: successor.default(null) })
        .default({ OTS: null, PTE: null }),
      leaders: z
        .array(z.strictObject({ team_id: id(), leader_id: successor }))
        .max(200, 'too_many_items')
        .default([]),
    }),
    output: member,
    errors: [
      'not_found',
      'stale',
      'forbidden',
      'not_yourself',
      'not_active',
      'last_superuser',
      'beyond_own_rights',
      'editor_required',
      'editor_not_of_workstream',
      'four_eyes',
    ],
  }),
  activate: defineEndpoint({
    name: 'staff.activate',
    method: 'POST',
    path: '/api/staff/activate',
    summary: 'Let a member who had left sign in again, with a one-time password that is shown once',
    access: anyOf('npn_delete_member'),
    lock: 'staff',
    kind: 'write',
    secret: true,
    input: body({ staff_id: id(), version: version() }),
    output: z.object({ member, ...oneTime }),
    errors: ['not_found', 'stale', 'already_active', 'beyond_own_rights'],
  }),
};

export type TasksInHand = z.output<typeof tasksInHand>;
