import { anyOf, anyStaff, canViewTasks, type Access } from '@darkroom/domain/permission/access';
import { CAN_VIEW_REQUESTS } from '@darkroom/domain/request/access';
import { z } from 'zod';
import { defineEndpoint, showOnly, TOPICS } from './endpoint.ts';
import { body, id, instant, pageOf, oneOf, page, pageSize, requiredText } from './fields.ts';

interface History {
  /** Permission to read the history: the same as for the record (domain §7). */
  readonly access: Access;
  /** For a record that belongs to a person, its id begins with their user id. This permission lets that person read it, with all fields. */
  readonly own?: Access;
  /** Fields that a history leaves out, in addition to the record's keys: the last change, and records with their own history. */
  readonly leaveOut?: readonly string[];
}

/** Records with a readable history, by table name as in `audit`, with the permission to read them. The fields are in field-tables. */
export const HISTORIES = {
  service_type: { access: anyStaff },
  service_cat1: { access: anyStaff },
  service_cat2: { access: anyStaff },
  cus0: { access: anyOf('npn_view_customer') },
  cus1: { access: anyOf('npn_view_customer') },
  cus2: { access: anyOf('npn_view_customer') },
  customer_price: { access: anyOf('npn_view_customer') },
  customer_request: {
    access: CAN_VIEW_REQUESTS,
    // The entry itself has the person and the time. The job is named by its number. The thread has its own record.
    leaveOut: ['unread', 'last_message_at', 'status_since', 'moved_by', 'reviewed_by', 'reviewed_at'],
  },
  quote: {
    access: CAN_VIEW_REQUESTS,
    // The entry itself has the person and the time.
    leaveOut: ['created_by'],
  },
  staff: {
    access: anyOf('npn_view_member', 'npn_view_staff_info'),
    own: anyStaff,
  },
  team: { access: anyStaff },
  // The leave of a person, by account.
  leave: { access: anyOf('npn_change_member'), own: anyStaff },
  // A person's allowances of a month, by `<account> <month>`. The person and administrators of allowances can read them.
  allowance: { access: anyOf('npn_admin_allowance'), own: anyOf('npn_view_allowance') },
  allowance_month: { access: anyOf('npn_admin_allowance') },
  staff_group: { access: anyOf('npn_view_group') },
  permission: { access: anyOf('npn_view_permission') },
  metadata: { access: anyStaff },
  setting: { access: anyStaff },
  webhook: { access: anyOf('npn_admin') },
  system_lock: { access: anyStaff, leaveOut: ['screen_name', 'month', 'changed_by', 'changed_at'] },
  job: { access: anyOf('npn_view_job'), leaveOut: ['job_details'] },
  job_detail: { access: anyOf('npn_view_job'), leaveOut: ['tasks'] },
  task: { access: canViewTasks, leaveOut: ['task_id', 'status_since'] },
} as const satisfies Record<string, History>;
export type HistoryEntity = keyof typeof HISTORIES;

/** Returns the entry of an entity, with one type for all. */
export const getHistory = (entity: HistoryEntity): History => HISTORIES[entity];

interface HistoryRequest {
  entity: HistoryEntity;
  entity_id: number | string;
}

export const HISTORY_ENTITIES = Object.keys(HISTORIES) as [HistoryEntity, ...HistoryEntity[]];

/** An entry of the audit with its changed fields. */
export const historyEntry = z.object({
  id: z.int().describe('ID of the entry.'),
  at: instant().describe('Time of the change.'),
  actor: z.int().nullable().describe('Account ID of the person. Null if no one was signed in.'),
  named: z
    .record(z.string(), z.string())
    .describe('Names of customer accounts in the entry, by ID. Staff names are in `user.list`.'),
  action: z.string().describe('Name of the call, such as `job.update`.'),
  note: z.string().nullable().describe('Reason or note of the change. Null if there is none.'),
  token_name: z.string().nullable().describe('Name of the API token that was used. Null if none was used.'),
  changes: z
    .array(
      z.object({
        field: z.string().describe('Name of the field. Parts of a value follow after dots: `value.transport.A`.'),
        before: z.json().describe('Value before the change.'),
        after: z.json().describe('Value after the change.'),
      }),
    )
    .describe('Changed fields.'),
});

export const historyEndpoints = {
  list: defineEndpoint({
    name: 'history.list',
    method: 'POST',
    path: '/api/history/list',
    summary: 'List the changes of a record, newest first',
    description: 'Includes the values before and after. Requires access to the record.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({
      entity: oneOf(HISTORY_ENTITIES).describe('Type of the record, by table name.'),
      entity_id: z
        .union([id(), requiredText()], {
          error: (issue) => (issue.input === undefined ? 'required' : 'invalid'),
        })
        .describe(
          'ID of the record, as in the calls of the record. For allowances: account ID and month, such as `12 2026-11`.',
        ),
      page: page(),
      page_size: pageSize(20),
    }),
    output: pageOf(historyEntry),
    errors: ['forbidden'],
    // Any topic can concern some record. Only an open history is fetched again.
    topics: TOPICS,
    shows: {
      task: showOnly(({ entity, entity_id }: HistoryRequest) => (entity === 'task' ? [Number(entity_id)] : [])),
      // Changes of a detail are reported under its job.
      job: showOnly(({ entity, entity_id }: HistoryRequest) =>
        entity === 'job' ? [Number(entity_id)] : entity === 'job_detail' ? null : [],
      ),
    },
  }),
};

export type HistoryEntry = z.output<typeof historyEntry>;
