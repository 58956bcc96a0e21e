import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body } from './fields.ts';

/** The category collections, keyed as spec §3 says: cat2 by `cat1name.cat2name`, the others by name. */
export const categoryCollections = z.object({
  service_type: z.record(z.string(), z.object({ id: z.int(), name: z.string(), workstream: z.enum(WORKSTREAMS) })),
  cat1: z.record(z.string(), z.object({ id: z.int(), name: z.string(), service_type_id: z.int() })),
  cat2: z.record(
    z.string(),
    z.object({
      id: z.int(),
      name: z.string(),
      enabled: z.boolean(),
      level: z.int(),
      estimate_minutes: z.int(),
      cat1: z.object({ id: z.int(), name: z.string() }),
    }),
  ),
});

export const categoryEndpoints = {
  list: defineEndpoint({
    name: 'category.list',
    method: 'GET',
    path: '/api/category',
    summary: 'Service types, categories 1 and 2',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: categoryCollections,
    errors: [],
    topics: ['category'],
  }),
};
