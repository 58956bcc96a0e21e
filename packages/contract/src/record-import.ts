import type { LockScreen } from '@darkroom/domain/lock/screens';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, EXPORT_LANGUAGES, importId, instant, oneOf, shownOnce, text } from './fields.ts';

/** Kinds of records that a file can add and change. */
export const IMPORT_KINDS = ['member', 'customer', 'price', 'category'] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];

/** Largest number of rows of an import. Each row is saved like a form. */
export const MAX_IMPORT_ROWS = 5000;

/** Permission for each kind. The endpoints of the forms then check each row. */
export const IMPORT_ACCESS = {
  member: anyOf('npn_add_member', 'npn_change_member'),
  customer: anyOf('npn_add_customer', 'npn_change_customer'),
  price: anyOf('npn_change_customer_price'),
  category: anyOf('npn_add_category', 'npn_change_category'),
} as const;

/** Screens whose lock stops each kind. */
export const IMPORT_LOCKS = {
  member: 'staff',
  customer: 'customer',
  price: 'price',
  category: 'category',
} as const satisfies Record<ImportKindName, LockScreen>;

const access = anyOf(
  'npn_add_member',
  'npn_change_member',
  'npn_add_customer',
  'npn_change_customer',
  'npn_change_customer_price',
  'npn_add_category',
  'npn_change_category',
);

const kind = () => oneOf(IMPORT_KINDS).describe('Kind of the records.');

const column = z.object({
  name: z.string().describe('Name of the field, the key of its cells.'),
  vi: z.string().describe('Vietnamese heading.'),
  en: z.string().describe('English heading.'),
  other_headings: z.array(z.string()).describe('Other headings that mean the column.'),
  required: z.boolean().describe('True if a new record needs it.'),
  is_text: z.boolean().describe('False for days and numbers.'),
  choices: z
    .array(z.string())
    .describe('Accepted values in the language of the request. Empty if any value is accepted.'),
});

/** One cell: text as typed, or a number of a spreadsheet. */
const cell = z.union([z.string({ error: () => 'invalid' }).max(2000, 'too_long'), z.number()]);

const checkedRow = z.object({
  action: z.enum(['add', 'update', 'same', 'error']).describe('Effect of the import on the row.'),
  seen: z
    .string()
    .describe('State of the record. Send it back, so that later changes of other users are not overwritten.'),
  changes: z
    .array(
      z.object({
        field: z.string().describe('Name of the column.'),
        before: z.string().describe('Saved value.'),
        after: z.string().describe('Value of the file.'),
        is_large: z.boolean().describe('True if a price becomes ten times its value or more, or a tenth or less.'),
      }),
    )
    .describe('Changed fields of an existing record, as text.'),
  errors: z
    .array(
      z.object({
        field: z.string().describe('Name of the column.'),
        code: z.string().describe('Error code of the reason.'),
        limit: z.int().optional().describe('Maximum number of characters, for `too_long`.'),
      }),
    )
    .describe('Errors by field. An empty field means the whole row.'),
});

const pastImport = z.object({
  import_id: z.string(),
  file_name: z.string().describe('Name of the file. Empty if the rows were pasted.'),
  created_by: z.int().nullable().describe('Account ID of the user.'),
  added_at: instant().describe('Time of the import.'),
  added: z.int().describe('Number of added records.'),
  updated: z.int().describe('Number of changed records.'),
  undone_at: instant().nullable().describe('Time of the undo. Null if not undone.'),
});

/** Adds and changes records from a file, all or nothing (decision 172). */
export const recordImportEndpoints = {
  columns: defineEndpoint({
    name: 'recordImport.columns',
    method: 'POST',
    path: '/api/import/columns',
    summary: 'List the columns of an import in both languages',
    access,
    lock: null,
    kind: 'read',
    input: body({ kind: kind(), language: oneOf(EXPORT_LANGUAGES).describe('Language of the choices.') }),
    output: z.object({ results: z.array(column) }),
    errors: ['forbidden'],
    topics: ['staff', 'team', 'group', 'customer', 'category'],
  }),
  run: defineEndpoint({
    name: 'recordImport.run',
    method: 'POST',
    path: '/api/import/run',
    summary: 'Check the rows of a file, or add and change all their records',
    description:
      'Rows follow the rules and permissions of the forms. If a row has an error, nothing is saved and every error is returned.',
    access,
    lock: null,
    kind: 'write',
    // The response contains the one-time passwords of new accounts, once.
    secret: true,
    bodyLimit: 4 * 1024 * 1024,
    input: body({
      import_id: importId(),
      kind: kind(),
      language: oneOf(EXPORT_LANGUAGES).describe('Language of the values in the response.'),
      file_name: text(200).default('').describe('Name of the file, for histories and the list of imports.'),
      check_only: z.boolean().describe('True: check the rows and save nothing.'),
      decimal_mark: oneOf(['.', ','])
        .optional()
        .describe('Decimal mark of amounts in texts. By default, the amounts that can be read in one way only decide.'),
      rows: z
        .array(
          body({
            cells: z
              .record(z.string().max(50, 'too_long'), cell)
              .describe('Cells by column. Empty cells change nothing.'),
            seen: text().optional().describe('`seen` of the check.'),
          }),
        )
        .min(1, 'required')
        .max(MAX_IMPORT_ROWS, 'too_many_items')
        .describe('Rows of the file.'),
    }),
    output: z.object({
      saved: z.boolean().describe('True if all rows were saved.'),
      rows: z.array(checkedRow).describe('Result of each row, in the order of the request.'),
      passwords: z
        .array(
          z.object({
            username: z.string(),
            full_name: z.string(),
            one_time_password: shownOnce(),
            sent_to: z.string().nullable().describe('Address of the invitation. Null if none was sent.'),
          }),
        )
        .describe('Sign-ins of new accounts.'),
    }),
    errors: ['forbidden', 'locked', 'import_added'],
  }),
  undo: defineEndpoint({
    name: 'recordImport.undo',
    method: 'POST',
    path: '/api/import/undo',
    summary: 'Remove the added records of an import and restore the changed ones',
    description: 'Records that were used or changed since the import stay.',
    access,
    lock: null,
    kind: 'write',
    person: true,
    input: body({ import_id: importId() }),
    output: z.object({
      removed: z.int().describe('Number of removed records.'),
      restored: z.int().describe('Number of restored records.'),
      kept: z
        .array(z.object({ name: z.string(), code: z.string().describe('Error code of the reason.') }))
        .describe('Records that stay as they are.'),
    }),
    errors: ['not_found', 'forbidden', 'locked', 'import_undone'],
  }),
  list: defineEndpoint({
    name: 'recordImport.list',
    method: 'POST',
    path: '/api/import/list',
    summary: 'List the newest imports of a kind of records',
    access,
    lock: null,
    kind: 'read',
    input: body({ kind: kind() }),
    output: z.object({ results: z.array(pastImport) }),
    errors: ['forbidden'],
    topics: ['staff', 'customer', 'price', 'category'],
  }),
};
