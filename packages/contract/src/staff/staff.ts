import type { Day } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { type Subject, anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { GENDERS, WORKING_STATUSES, findMemberErrors, canViewPrivate } from '@darkroom/domain/staff/staff';
import { TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  count,
  day,
  email,
  id,
  ids,
  personalDay,
  pageOf,
  whenValid,
  oneOf,
  page,
  pageSize,
  phone,
  requiredText,
  taskVersions,
  oneOrMore,
  oneOrMoreOf,
  sortBy,
  text,
  username,
  version,
} from '../fields.ts';

/**
 * A person's open tasks and the teams they lead, which must be handed over before the person leaves or loses their permissions. A task
 * that the caller cannot see has only its status and the needs of the hand-over.
 */
export const memberWork = z.object({
  tasks: z
    .array(
      z.object({
        task_id: z.int(),
        version: z.int(),
        sub_prod_id: z.string().nullable().describe('Sub prod ID. Null if the caller cannot view the task.'),
        job_name: z.string().nullable().describe('Name of the job. Null if the caller cannot view the task.'),
        status: z.literal([...TASK_STATUSES] as [TaskStatus, ...TaskStatus[]]).describe('Status number.'),
        workstream: z.enum(WORKSTREAMS),
        part: z.enum(['editor', 'qc', 'supporter']).describe('Role of the member in the task.'),
        needs_successor: z
          .boolean()
          .describe(
            'True for the editor of a task past Processing. It cannot return to the pool, so another editor must take it over.',
          ),
      }),
    )
    .describe('Open tasks of the member.'),
  teams: z
    .array(z.object({ id: z.int(), version: z.int(), team_name: z.string() }))
    .describe('Teams that the member leads.'),
});

/** Returns the schema of the successor: an editor for each workstream, or null for the pool. A leader for a team, or null for none. */
export const successor = () => id().nullable();

/** Input of an endpoint that moves a person's work: the tasks that the caller saw, and the new editor. */
export const handOverFields = {
  tasks: taskVersions()
    .max(2000, 'too_many_items')
    .default([])
    .describe('The member’s tasks in progress, each in the version that you read.'),
  editors: z
    .strictObject({ OTS: successor().default(null), PTE: successor().default(null) })
    .default({ OTS: null, PTE: null })
    .describe('Editor who takes over the tasks of each workstream.'),
};

/** Refusals of a hand-over. `has_tasks` (no task was named) and `stale` return the current tasks. */
export const HAND_OVER_ERRORS = [
  'has_tasks',
  'stale',
  'forbidden',
  'editor_required',
  'editor_not_of_workstream',
  'editor_cannot_continue',
  'four_eyes',
] as const;

export type MemberWork = z.output<typeof memberWork>;

/** A picture has at most 1 MB, and this many pixels in width and height. The web sends much smaller pictures. */
export const MAX_AVATAR_BYTES = 1_048_576;
export const MAX_AVATAR_PIXELS = 1024;

/** Ten billion VND: above any monthly pay, below most typing errors. Salaries are whole VND. */
export const MAX_SALARY = 10_000_000_000;

/** A member for all readers of members (spec §3, Member/staff). */
const basicMember = z.object({
  id: z.int().describe('Account ID of the member.'),
  version: z.int(),
  staff_id: z.string(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  active: z.boolean().describe('False if the account is deactivated.'),
  is_superuser: z.boolean().describe('True for a superuser, who has every permission.'),
  second_factor: z.boolean().describe('True if the account has a second factor.'),
  group_id: z.int().nullable(),
  group_name: z.string().describe('`Unknown` if the member has no group.'),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
  birthday: z.string().nullable(),
  avatar: z
    .string()
    .nullable()
    .describe('Version of the picture: the last part of its URL. Null if there is no picture.'),
  teams: z.array(z.object({ id: z.int(), team_name: z.string() })),
  position: z.string().nullable(),
  department: z.string().nullable(),
  workplace: z.string().nullable(),
  working_status: z.enum(WORKING_STATUSES),
  start_time: z.string().nullable().describe('First working day.'),
  end_time: z.string().nullable().describe('Last working day. Null if not set.'),
});

/** Member with pay and residence, for callers with permission (domain §1). Other callers never receive these fields. */
const wholeMember = basicMember.extend({
  salary_1: z.number().nullable().describe('Per month.'),
  salary_2: z.number().nullable().describe('Per month.'),
  address: z.string().nullable(),
  residence_id: z.string().nullable(),
  residence_address: z.string().nullable(),
  residence_created_at: z.string().nullable(),
  residence_created_by: z.string().nullable(),
});

/** A member in one of the two shapes. The order matters: the complete one is tried first. */
export const member = z.union([wholeMember, basicMember]);

const teams = () =>
  z
    .array(id(), { error: (issue) => (issue.input === undefined ? 'team_required' : 'invalid') })
    .min(1, 'team_required')
    .max(50, 'too_many_items');
const optional = (max = 100) => text(max).nullable();

/** Written fields of a member. Pay and residence are refused (403) without permission to see everyone's. */
export const memberFields = {
  staff_id: requiredText(),
  full_name: requiredText(),
  first_name: text(),
  last_name: text(),
  username: username(),
  group_id: id().nullable(),
  is_superuser: z.boolean(),
  email: email(),
  phone_number: phone(),
  gender: oneOf(GENDERS),
  birthday: personalDay(),
  teams: teams().describe('IDs of the teams.'),
  position: optional(),
  department: optional(),
  workplace: optional(),
  working_status: oneOf(WORKING_STATUSES),
  start_time: day().nullable().describe('First working day, `YYYY-MM-DD`.'),
  end_time: day().nullable().describe('Last working day, `YYYY-MM-DD`. Null if not set.'),
  salary_1: count(0, MAX_SALARY).nullable().describe('Whole đồng (VND) per month. Requires `npn_view_staff_info`.'),
  salary_2: count(0, MAX_SALARY).nullable().describe('Whole đồng (VND) per month. Requires `npn_view_staff_info`.'),
  address: requiredText(2000).describe('Address. Requires `npn_view_staff_info`.'),
  residence_id: requiredText().describe('Number of the residence document. Requires `npn_view_staff_info`.'),
  residence_address: requiredText(2000).describe('Registered address. Requires `npn_view_staff_info`.'),
  residence_created_at: personalDay()
    .nullable()
    .describe('Date of the residence document, `YYYY-MM-DD`. Requires `npn_view_staff_info`.'),
  residence_created_by: optional().describe('Issuer of the residence document. Requires `npn_view_staff_info`.'),
};

const {
  staff_id,
  full_name,
  username: name,
  email: mail,
  phone_number,
  gender,
  birthday,
  teams: optionalTeams,
} = memberFields;
const partialMember = z.strictObject(memberFields).partial().shape;

/** Sort columns of the member list. Pay needs its permission. */
export const MEMBER_SORTS = [
  'staff_id',
  'full_name',
  'username',
  'group_name',
  'birthday',
  'start_time',
  'salary_1',
  'salary_2',
] as const;

const splitMembers = () => oneOrMore(text(), 50);

export const memberFilter = {
  text: text().optional().describe('Text in the name, username, staff ID, email or phone number.'),
  group_id: ids().optional(),
  team_id: ids().optional().describe('Only members of these teams.'),
  working_status: oneOrMoreOf(WORKING_STATUSES).optional(),
  active: z.boolean().optional().describe('True: only active accounts. False: only deactivated ones.'),
  gender: oneOf(GENDERS).optional(),
  department: splitMembers().optional(),
  workplace: splitMembers().optional(),
};

export const staffEndpoints = {
  info: defineEndpoint({
    name: 'staff.info',
    method: 'GET',
    path: '/api/staff/info/{id}',
    summary: 'Get a member',
    description:
      'The caller’s own record. Other records require `npn_view_member` or `npn_view_staff_info`. Salary and residence need their own permission.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ id: id().describe('Account ID of the member.') }),
    output: member,
    errors: ['not_found', 'forbidden'],
    topics: ['staff', 'team', 'user', 'group'],
  }),
  list: defineEndpoint({
    name: 'staff.list',
    method: 'POST',
    path: '/api/staff/list',
    summary: 'List members, one page at a time',
    description: 'Salary and residence require `npn_view_staff_info`.',
    access: anyOf('npn_view_member'),
    lock: null,
    kind: 'read',
    input: body({
      ...memberFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(MEMBER_SORTS).default('staff_id'),
    }),
    output: pageOf(member),
    errors: ['private_fields'],
    topics: ['staff', 'team', 'user', 'group'],
  }),
  choices: defineEndpoint({
    name: 'staff.choices',
    method: 'GET',
    path: '/api/staff/choices',
    summary: 'Get the choices of the member form and of the list filters',
    description: '`within` is true if the caller holds every permission of the group.',
    access: anyOf('npn_view_member', 'npn_add_member', 'npn_change_member'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      groups: z
        .array(
          z.object({
            id: z.int(),
            group_name: z.string(),
            within: z.boolean().describe('True if the caller holds every permission of the group.'),
          }),
        )
        .describe('Groups that a member can have.'),
      positions: z.array(z.string()).describe('Positions in use.'),
      departments: z.array(z.string()).describe('Departments in use.'),
      workplaces: z.array(z.string()).describe('Workplaces in use.'),
    }),
    errors: [],
    topics: ['staff', 'group'],
  }),
  update: defineEndpoint({
    name: 'staff.update',
    method: 'POST',
    path: '/api/staff/update',
    summary: 'Change a member',
    description:
      'Only the fields sent are changed. Tasks in progress that the member’s new permissions do not cover are reassigned, as in `staff.delete`.',
    access: anyOf('npn_change_member'),
    lock: 'staff',
    kind: 'write',
    person: true,
    input: body({
      id: id().describe('Account ID of the member.'),
      version: version(),
      ...partialMember,
      ...handOverFields,
    }),
    output: member,
    errors: [
      'not_found',
      'no_fields_to_change',
      'exists',
      'username_exists',
      'beyond_own_rights',
      'private_fields',
      'last_superuser',
      ...HAND_OVER_ERRORS,
    ],
  }),
  setAvatar: defineEndpoint({
    name: 'staff.setAvatar',
    method: 'POST',
    path: '/api/staff/avatar',
    summary: 'Set or remove a member’s picture',
    description:
      'PNG, JPEG or WebP in base64, or null to remove the picture. Other members’ pictures require `npn_change_member`.',
    access: anyStaff,
    lock: 'staff',
    kind: 'write',
    input: body({
      id: id().describe('Account ID of the member.'),
      version: version(),
      avatar: z
        .string({ error: () => 'not_an_image' })
        .max(1_400_000, 'image_too_large')
        .nullable()
        .describe('Picture in base64, at most 1 MB. Null removes it.'),
    }),
    output: member,
    errors: ['not_found', 'stale', 'forbidden'],
    bodyLimit: 1_500_000,
  }),
  avatar: defineDownload({
    name: 'staff.avatar',
    method: 'GET',
    path: '/api/staff/avatar/{id}/{key}',
    summary: 'Get a member’s picture',
    description: 'The URL changes with the picture.',
    access: anyStaff,
    input: body({
      id: id().describe('Account ID of the member.'),
      key: z
        .string({ error: () => 'invalid' })
        .regex(/^[0-9a-f]{32}$/, 'invalid')
        .describe('`avatar` of the member record.'),
    }),
    errors: ['not_found'],
  }),
};

/** Required fields of a new member for every caller. `getNewMemberSchema` adds the rest. */
export const newMember = {
  ...partialMember,
  staff_id,
  full_name,
  username: name,
  email: mail,
  phone_number,
  gender,
  birthday,
  teams: optionalTeams,
};

/** Returns the input of a new member for this caller today: residence with permission, and fields that fit together. */
export const getNewMemberSchema = (caller: Subject, today: Day) =>
  body({
    ...newMember,
    ...(canViewPrivate(caller)
      ? {
          address: memberFields.address,
          residence_id: memberFields.residence_id,
          residence_address: memberFields.residence_address,
        }
      : {}),
  }).superRefine(
    (member, { addIssue }) => {
      for (const { field, code } of findMemberErrors(member, null, today))
        addIssue({ code: 'custom', path: [field], message: code });
    },
    // Each of its rules names the fields that it reads.
    { when: whenValid() },
  );

export type Member = z.output<typeof member>;
export type WholeMember = z.output<typeof wholeMember>;

export const staffExport = defineDownload({
  name: 'export.staff',
  path: '/api/staff/export',
  summary: 'Export the member list',
  description: 'Salary and residence require `npn_view_staff_info`.',
  access: anyOf('npn_view_member'),
  input: exportInput({ ...memberFilter, sort: sortBy(MEMBER_SORTS).default('staff_id') }),
  errors: [...EXPORT_ERRORS, 'private_fields'],
});
