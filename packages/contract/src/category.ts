import { CATEGORY_TYPES, type CategoryType } from '@darkroom/domain/category/tree';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from './endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, count, id, ids, oneOf, requiredText, text, version } from './fields.ts';

/** Records of the three levels, as a refused change (`stale`) returns them. */
export const serviceTypeRecord = z.object({
  id: z.int().describe('ID of the service type.'),
  name: z.string(),
  workstream: z.enum(WORKSTREAMS),
  version: z.int(),
});
export const cat1Record = z.object({
  id: z.int().describe('ID of the category 1.'),
  name: z.string(),
  service_type_id: z.int(),
  version: z.int(),
});
const cat2Fields = {
  id: z.int().describe('ID of the category 2.'),
  name: z.string(),
  enabled: z.boolean().describe('True while the category is offered for new work.'),
  level: z.int().describe('Difficulty from 1 to 9.'),
  estimate_minutes: z.int().describe('Usual minutes per piece.'),
  version: z.int(),
};
export const cat2Record = z.object({ ...cat2Fields, cat1_id: z.int() });

/** Category collections, keyed as in spec §3: cat2 by `cat1name.cat2name`, the others by name. */
export const categoryCollections = z.object({
  service_type: z.record(z.string(), serviceTypeRecord).describe('Service types by name.'),
  cat1: z.record(z.string(), cat1Record).describe('Category 1 records by name.'),
  cat2: z
    .record(
      z.string(),
      z.object({
        ...cat2Fields,
        cat1: z.object({ id: z.int(), name: z.string() }).describe('Category 1 of the category 2.'),
      }),
    )
    .describe('Category 2 records by `cat1name.cat2name`.'),
});

/** Counts of the records that block a delete or a move of a category. The refusal returns it as `current`. */
export const categoryUses = z.object({
  cat1: z.int(),
  cat2: z.int(),
  job_details: z.int(),
  customer_prices: z.int(),
  customer_requests: z.int(),
  quotes: z.int(),
});
export type CategoryUses = z.output<typeof categoryUses>;

export const MAX_LEVEL = 9;

// The collections are objects keyed by name, and an object cannot have this key.
const name = () => requiredText().refine((value) => value !== '__proto__', 'invalid');
const level = () => count(1, MAX_LEVEL);
const minutes = () => count(0, 100_000);
const workstream = () => oneOf(WORKSTREAMS);

/** Creates a shape for each type. An unknown type is "Invalid category type" (spec §5). */
const createTypeUnion = <const T extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  shapes: T,
) =>
  z.discriminatedUnion('type', shapes, {
    error: (issue) => (issue.code === 'invalid_union' ? 'invalid_category_type' : undefined),
  });
const createTypeLiteral = <T extends CategoryType>(value: T) => z.literal(value);

/** An existing service type, or a new one with its workstream: exactly one of the two. */
const typeFields = {
  service_type_id: id().optional().describe('ID of an existing service type. Send this or `new_service_type`.'),
  new_service_type: name().optional().describe('Name of a new service type.'),
  workstream: workstream().optional().describe('Workstream of the new service type.'),
};

/** A new category 2 with its missing parents. */
export const cat2Input = body({
  type: createTypeLiteral('cat2').describe('Type of the record to add.'),
  name: name(),
  level: level().describe('Difficulty from 1 to 9.'),
  estimate_minutes: minutes().default(0).describe('Usual minutes per piece.'),
  enabled: z.boolean().default(true).describe('True if the category is offered for new work.'),
  cat1_id: id().optional().describe('ID of an existing category 1. Send this or `new_cat1`.'),
  new_cat1: name().optional().describe('Name of a new category 1 under the service type.'),
  ...typeFields,
});

/** Filters of the category tree and of its file. */
export const categoryFilter = {
  service_type_id: ids().optional().describe('Only categories of these service types.'),
  text: text().optional().describe('Text in the name of a category.'),
  enabled: z
    .boolean()
    .optional()
    .describe('True: only categories that are offered for new work. False: only the others.'),
};

export const categoryEndpoints = {
  list: defineEndpoint({
    name: 'category.list',
    method: 'GET',
    path: '/api/category',
    summary: 'List service types with their category 1 and category 2 names',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: categoryCollections,
    errors: [],
    topics: ['category'],
  }),
  add: defineEndpoint({
    name: 'category.add',
    method: 'POST',
    path: '/api/category/add',
    summary: 'Add a service type, a category 1 or a category 2',
    description: 'Missing levels above the new record are created in the same call.',
    access: anyOf('npn_add_category'),
    lock: 'category',
    kind: 'write',
    input: createTypeUnion([
      body({
        type: createTypeLiteral('service_type').describe('Type of the record to add.'),
        name: name(),
        workstream: workstream(),
      }),
      body({ type: createTypeLiteral('cat1').describe('Type of the record to add.'), name: name(), ...typeFields }),
      cat2Input,
    ]),
    output: categoryCollections,
    errors: ['exists', 'category_name_exists'],
  }),
  update: defineEndpoint({
    name: 'category.update',
    method: 'POST',
    path: '/api/category/update',
    summary: 'Change a category',
    description: 'A workstream can change only if no work has been ordered in the service type.',
    access: anyOf('npn_change_category'),
    lock: 'category',
    kind: 'write',
    input: createTypeUnion([
      body({
        type: createTypeLiteral('service_type').describe('Type of the record to change.'),
        id: id(),
        version: version(),
        name: name().optional(),
        workstream: workstream().optional(),
      }),
      body({
        type: createTypeLiteral('cat1').describe('Type of the record to change.'),
        id: id(),
        version: version(),
        name: name().optional(),
        service_type_id: id().optional().describe('ID of the service type that the category 1 belongs to.'),
      }),
      body({
        type: createTypeLiteral('cat2').describe('Type of the record to change.'),
        id: id(),
        version: version(),
        name: name().optional(),
        level: level().optional().describe('Difficulty from 1 to 9.'),
        estimate_minutes: minutes().optional().describe('Usual minutes per piece.'),
        enabled: z.boolean().optional().describe('True if the category is offered for new work.'),
        cat1_id: id().optional().describe('ID of the category 1 that the category 2 belongs to.'),
      }),
    ]),
    output: categoryCollections,
    errors: ['not_found', 'stale', 'exists', 'category_name_exists', 'no_fields_to_change', 'workstream_in_use'],
  }),
  delete: defineEndpoint({
    name: 'category.delete',
    method: 'POST',
    path: '/api/category/delete',
    summary: 'Delete an unused category',
    description: 'If the category is in use, `current` of the error has the number of records that use it.',
    access: anyOf('npn_delete_category'),
    lock: 'category',
    kind: 'write',
    input: body({
      type: z.enum(CATEGORY_TYPES, { error: () => 'invalid_category_type' }).describe('Type of the record to delete.'),
      id: id(),
      version: version().optional(),
    }),
    output: categoryCollections,
    errors: ['not_found', 'stale', 'in_use'],
  }),
};

export const categoryExport = defineDownload({
  name: 'export.categories',
  path: '/api/category/export',
  summary: 'Export the categories, one row for each category 2',
  access: anyOf('npn_view_category'),
  input: exportInput(categoryFilter),
  errors: EXPORT_ERRORS,
});
