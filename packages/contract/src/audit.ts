import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from './endpoint.ts';
import { body, day, EXPORT_ERRORS, exportInput, ids, oneOrMoreOf, page, pageOf, pageSize, text } from './fields.ts';
import { HISTORY_ENTITIES, historyEntry } from './history.ts';

/** Record kinds of the audit: the records with a history, named like their table, and others. */
export const AUDIT_ENTITIES = [
  ...HISTORY_ENTITIES,
  'user_account',
  'api_token',
  'saved_view',
  'export',
  'job_import',
  'record_import',
  'tv_board_link',
  'shift_handover',
  'blind_check',
] as const;
export type AuditEntity = (typeof AUDIT_ENTITIES)[number];

/** Kinds of actions. The function `audit_kind` of the database decides the kind of an entry. */
export const AUDIT_KINDS = ['sign_in', 'refused', 'add', 'change', 'delete', 'export', 'other'] as const;

const entry = historyEntry.extend({
  subject: z.int().nullable().describe('Account ID of the affected person. Null if there is none.'),
  kind: z.enum(AUDIT_KINDS).describe('Kind of the action. `refused` includes failed sign-ins.'),
  entity: z.enum(AUDIT_ENTITIES).nullable().describe('Type of the record, by table name. Null if there is none.'),
  entity_id: z.string().nullable().describe('ID of the record. Null if there is none.'),
  record_name: z.string().nullable().describe('Name of the record at that time. Null if the entry has none.'),
  parent_id: z
    .int()
    .nullable()
    .describe('ID of the job of a detail, of the customer of a price, or of the request of a quote.'),
  address: z.string().nullable().describe('Network address of the caller.'),
  hidden: z.boolean().describe('True if the caller cannot view the record, so that its values are left out.'),
});

const auditFilter = {
  actor: ids().optional().describe('Account IDs of the people.'),
  entity: oneOrMoreOf(AUDIT_ENTITIES).optional().describe('Types of the records.'),
  kind: oneOrMoreOf(AUDIT_KINDS).optional().describe('Kinds of the actions.'),
  at_from: day().optional().describe('First day.'),
  at_to: day().optional().describe('Last day.'),
  text: text()
    .optional()
    .describe('Three or more characters of a note, a whole record ID, or a whole network address.'),
};

export const auditEndpoints = {
  list: defineEndpoint({
    name: 'audit.list',
    method: 'POST',
    path: '/api/audit/list',
    summary: 'List all changes, sign-ins and refusals, newest first',
    description: 'Includes the values before and after of records that the caller can view.',
    access: anyOf('npn_admin'),
    lock: null,
    kind: 'read',
    input: body({ ...auditFilter, page: page(), page_size: pageSize() }),
    output: pageOf(entry),
    errors: [],
  }),
};

export type AuditEntry = z.output<typeof entry>;

/** Export of the audit. A changed field is a row. */
export const auditExport = defineDownload({
  name: 'export.audit',
  path: '/api/audit/export',
  summary: 'Export the audit, one row for each changed field',
  access: anyOf('npn_admin'),
  input: exportInput(auditFilter),
  errors: EXPORT_ERRORS,
});
