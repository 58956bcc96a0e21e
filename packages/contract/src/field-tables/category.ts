import type { z } from 'zod';
import type { cat1Record, cat2Record, serviceTypeRecord } from '../category.ts';
import type { FieldsOf } from './field.ts';

/** What a service type is made of. */
export const SERVICE_TYPE = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  workstream: { kind: 'word', words: 'status:workstream' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<z.output<typeof serviceTypeRecord>>;

/** What a category 1 is made of. */
export const CAT1 = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  service_type_id: { kind: 'record', of: 'service_type' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<z.output<typeof cat1Record>>;

/** What a category 2 is made of. */
export const CAT2 = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  enabled: { kind: 'flag', words: 'category:enabled' },
  level: { kind: 'count' },
  estimate_minutes: { kind: 'minutes' },
  version: { kind: 'key' },
  cat1_id: { kind: 'record', of: 'cat1', word: 'service_cat1_id' },
} as const satisfies FieldsOf<z.output<typeof cat2Record>>;
