import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { LOCK_SCREENS } from '@darkroom/domain/lock/screens';
import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, instant, oneOf } from './fields.ts';

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

export const customerEndpoints = {
  list: defineEndpoint({
    name: 'customer.list',
    method: 'GET',
    path: '/api/customer/list',
    summary: 'The customer hierarchy in three lists',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      cus0_list: z.array(z.object({ id: z.int(), name: z.string() })),
      cus1_list: z.array(z.object({ id: z.int(), cus_id0: z.int(), name: z.string() })),
      cus2_list: z.array(z.object({ id: z.int(), cus_id1: z.int(), name: z.string() })),
    }),
    errors: [],
    topics: ['customer'],
  }),
};

/** A fault kind as QC picks it: a key for history, a digit for the keyboard, words in both languages. */
export const faultKind = z.object({
  key: z.string(),
  vi: z.string(),
  en: z.string(),
  severity: z.enum(['minor', 'major', 'critical']),
});

export const settingEndpoints = {
  xToggle: defineEndpoint({
    name: 'setting.xToggle',
    method: 'GET',
    path: '/api/settings/x-toggle',
    summary: 'Which of x1, x2, x3 are in use',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ x1: z.boolean(), x2: z.boolean(), x3: z.boolean() }),
    errors: [],
    topics: ['setting'],
  }),
  metadata: defineEndpoint({
    name: 'setting.metadata',
    method: 'POST',
    path: '/api/metadata/list',
    summary: 'Metadata of one type: JOB_TASK holds `fault_kinds` ({key, vi, en, severity}[])',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ data_type: oneOf(['ALLOWANCE', 'JOB_TASK', 'INFO_HUB']) }),
    output: z.object({
      results: z.array(z.object({ id: z.int(), key: z.string(), value: z.json(), version: z.int() })),
    }),
    errors: [],
    topics: ['setting'],
  }),
  locks: defineEndpoint({
    name: 'setting.locks',
    method: 'POST',
    path: '/api/settings/system-lock/list',
    summary: 'Locks, of one screen or of all',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ screen_name: oneOf(LOCK_SCREENS).optional() }),
    output: z.object({
      results: z.array(
        z.object({
          screen_name: z.enum(LOCK_SCREENS),
          month: z.string().nullable(),
          locked: z.boolean(),
          reason: z.string(),
          changed_by: z.int().nullable(),
          changed_at: instant(),
          version: z.int(),
        }),
      ),
    }),
    errors: [],
    topics: ['lock'],
  }),
};
