import { daysBetween } from '@darkroom/domain/calendar/day';
import { anyStaff } from '@darkroom/domain/permission/access';
import { LEAVE_KINDS, LEAVE_PARTS } from '@darkroom/domain/staff/leave';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, dateRangeRule, day, id, oneOf, version, whenValid } from '../fields.ts';

/** Days off of a member (decision 173). */
export const leave = z.object({
  id: z.int().describe('ID of the leave.'),
  version: z.int(),
  member_id: z.int().describe('Account ID of the member.'),
  first_day: z.string().describe('First day off, `YYYY-MM-DD`.'),
  last_day: z.string().describe('Last day off, `YYYY-MM-DD`.'),
  part: z.enum(LEAVE_PARTS).describe('Whole days, or the morning or afternoon of one day.'),
  kind: z.enum(LEAVE_KINDS).nullable().describe('Null if the caller cannot enter the member’s leave.'),
});

/** Longest period of a list. */
const MAX_DAYS = 366;

const fields = {
  first_day: day().describe('First day off, `YYYY-MM-DD`.'),
  last_day: day().describe('Last day off, `YYYY-MM-DD`.'),
  part: oneOf(LEAVE_PARTS).describe('Whole days, or the morning or afternoon of one day.'),
  kind: oneOf(LEAVE_KINDS).describe('Reason.'),
};
const errors = ['forbidden', 'leave_overlaps'] as const;

export const leaveEndpoints = {
  list: defineEndpoint({
    name: 'leave.list',
    method: 'POST',
    path: '/api/leave/list',
    summary: 'List the days off of members in a period',
    description:
      'The caller’s own, and those of members whose leave the caller can enter. `npn_view_member` also lists the others, without the kind.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({
      date_from: day().describe('First day of the period, `YYYY-MM-DD`.'),
      date_to: day().describe('Last day of the period, `YYYY-MM-DD`.'),
      member_id: id().optional().describe('Account ID of a member. Default: all.'),
    })
      .refine(...dateRangeRule)
      .refine(({ date_from, date_to }) => daysBetween(date_from, date_to) <= MAX_DAYS, {
        path: ['date_to'],
        error: 'period_too_long',
        when: whenValid('date_from', 'date_to'),
      }),
    output: z.object({ results: z.array(leave) }),
    errors: [],
    topics: ['leave', 'user'],
  }),
  add: defineEndpoint({
    name: 'leave.add',
    method: 'POST',
    path: '/api/leave/add',
    summary: 'Add days off of a member',
    description:
      'Members enter their own. Others need `npn_assign_task` in a workstream of the member, or `npn_change_member`. Days of one member cannot overlap.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({
      member_id: id().describe('Account ID of the member.'),
      ...fields,
      part: fields.part.default('day'),
    }),
    output: leave,
    errors,
  }),
  update: defineEndpoint({
    name: 'leave.update',
    method: 'POST',
    path: '/api/leave/update',
    summary: 'Change days off',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({
      id: id().describe('ID of the leave.'),
      version: version(),
      ...z.strictObject(fields).partial().shape,
    }),
    output: leave,
    errors: ['not_found', 'stale', 'no_fields_to_change', ...errors],
  }),
  delete: defineEndpoint({
    name: 'leave.delete',
    method: 'POST',
    path: '/api/leave/delete',
    summary: 'Remove days off',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({ id: id().describe('ID of the leave.'), version: version() }),
    output: z.object({ id: z.int().describe('ID of the leave.') }),
    errors: ['not_found', 'stale', 'forbidden'],
  }),
};

export type Leave = z.output<typeof leave>;
