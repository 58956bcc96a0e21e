import { anyOf, anyStaff, viewsTasks, type Access } from '@darkroom/domain/permission/access';
import { VIEWS_REQUESTS } from '@darkroom/domain/request/access';
import { z } from 'zod';
import { defineEndpoint, onlyOf, TOPICS } from './endpoint.ts';
import { body, id, instant, listOf, oneOf, page, pageSize, requiredText } from './fields.ts';

interface History {
  /** Who may read it: whoever may read the record (domain §7). */
  readonly access: Access;
  /** The record is a person's own, its id begins with their user id: who of them may read it, with all its fields. */
  readonly own?: Access;
  /** Fields a history leaves out beside the record's keys: who changed it and when, records with a history of their own. */
  readonly leaveOut?: readonly string[];
}

/**
 * The records whose history can be read, by the name of their table: what `audit` rows call them, and who may read it. What their
 * fields are, and which of them only some of those readers see, stands in field-tables/histories. Adding a record is adding a row.
 */
export const HISTORIES = {
  service_type: { access: anyStaff },
  service_cat1: { access: anyStaff },
  service_cat2: { access: anyStaff },
  cus0: { access: anyOf('npn_view_customer') },
  cus1: { access: anyOf('npn_view_customer') },
  cus2: { access: anyOf('npn_view_customer') },
  customer_price: { access: anyOf('npn_view_customer') },
  customer_request: {
    access: VIEWS_REQUESTS,
    // The entry itself says who and when; the job is named by its number; the thread is its own record.
    leaveOut: ['unread', 'last_message_at', 'status_since', 'moved_by', 'reviewed_by', 'reviewed_at'],
  },
  quote: {
    access: VIEWS_REQUESTS,
    // The entry itself says who and when.
    leaveOut: ['created_by'],
  },
  staff: {
    access: anyOf('npn_view_member', 'npn_view_staff_info'),
    own: anyStaff,
  },
  team: { access: anyStaff },
  // A person's allowances of a month, by `<account> <month>`: theirs to read who see them.
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
  task: { access: viewsTasks, leaveOut: ['task_id', 'status_since'] },
} as const satisfies Record<string, History>;
export type HistoryEntity = keyof typeof HISTORIES;

/** The row of an entity, read as any other. */
export const historyOf = (entity: HistoryEntity): History => HISTORIES[entity];

interface Asked {
  entity: HistoryEntity;
  entity_id: number | string;
}

const ENTITIES = Object.keys(HISTORIES) as [HistoryEntity, ...HistoryEntity[]];

const entry = z.object({
  id: z.int(),
  at: instant(),
  /** Who did it; null when nobody was signed in. */
  actor: z.int().nullable(),
  /** The names of customers' accounts that did it or stand in it, by their ids: of staff everybody knows the names. */
  named: z.record(z.string(), z.string()),
  /** `noun.verb`, as the call that did it. */
  action: z.string(),
  note: z.string().nullable(),
  /** The API token it was done through. */
  through: z.string().nullable(),
  /** Parts of a value stand after dots: `value.transport.A`. */
  changes: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
});

export const historyEndpoints = {
  list: defineEndpoint({
    name: 'history.list',
    method: 'POST',
    path: '/api/history/list',
    summary:
      'List the changes of a record, newest first, with the values before and after. Takes access to the record.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({
      entity: oneOf(ENTITIES),
      /** The record's id, as its own calls have it. */
      entity_id: z.union([id(), requiredText()], {
        error: (issue) => (issue.input === undefined ? 'required' : 'invalid'),
      }),
      page: page(),
      page_size: pageSize(20),
    }),
    output: listOf(entry),
    errors: ['forbidden'],
    // Any topic may concern some record; only an open history is refetched.
    topics: TOPICS,
    shows: {
      task: onlyOf(({ entity, entity_id }: Asked) => (entity === 'task' ? [Number(entity_id)] : [])),
      // A detail's changes are told as its job's.
      job: onlyOf(({ entity, entity_id }: Asked) =>
        entity === 'job' ? [Number(entity_id)] : entity === 'job_detail' ? null : [],
      ),
    },
  }),
};

export type HistoryEntry = z.output<typeof entry>;
