import { NOTIFICATION_EVENT_NAMES, NOTIFICATION_KINDS } from '@darkroom/domain/notification/notification';
import { isTimeOfDay } from '@darkroom/domain/notification/quiet-hours';
import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, id, instant, pageOf, oneOf, page, pageSize } from './fields.ts';

/** One notification to a person: the facts of its sentence, and its link. */
export const notification = z.object({
  id: z.int(),
  event: z.enum(NOTIFICATION_EVENT_NAMES),
  at: instant(),
  seen: z.boolean(),
  /** User id of the actor. Null when the account is gone, or when the reader cannot see that customer any more. */
  actor_id: z.int().nullable(),
  /** Name of the customer account that acted. Null for staff. */
  actor_name: z.string().nullable(),
  /** Name at that time: a sub prod ID, or the subject of a request. */
  title: z.string(),
  /** Number of tasks. Work assigned together is reported together. */
  count: z.int(),
  /** The single task, while the reader can see it. A task that the reader cannot see any more is named without details. */
  task_id: z.int().nullable(),
  job_name: z.string().nullable(),
  request_id: z.int().nullable(),
  note: z.string().nullable(),
  fault_kinds: z.array(z.string()).nullable(),
  quantity: z.int().nullable(),
});

const time = () => z.string({ error: () => 'required' }).refine(isTimeOfDay, 'invalid');

const preferences = z.object({
  /** Kinds that are switched off. */
  off: z.array(z.enum(NOTIFICATION_KINDS)),
  /** Quiet hours in Bangkok time. Nothing pops up, and the bell still counts. */
  quiet: z.object({ from: z.string(), to: z.string() }).nullable(),
});

export const notificationEndpoints = {
  list: defineEndpoint({
    name: 'notification.list',
    method: 'POST',
    path: '/api/notification/list',
    summary: 'List the caller’s notifications, newest first, with the number of unseen ones',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({ page: page(), page_size: pageSize(20) }),
    output: pageOf(notification).extend({ unseen: z.int() }),
    errors: [],
    topics: ['notification'],
  }),
  seen: defineEndpoint({
    name: 'notification.seen',
    method: 'POST',
    path: '/api/notification/seen',
    summary: 'Mark notifications of the caller as seen',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({ ids: z.array(id()).min(1, 'required').max(200, 'too_many_items') }),
    output: z.object({ unseen: z.int() }),
    errors: [],
  }),
  preferences: defineEndpoint({
    name: 'notification.preferences',
    method: 'GET',
    path: '/api/notification/preferences',
    summary: 'Get the caller’s notification settings and quiet hours',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: preferences,
    errors: [],
    topics: ['notification'],
  }),
  setPreferences: defineEndpoint({
    name: 'notification.setPreferences',
    method: 'POST',
    path: '/api/notification/preferences',
    summary: 'Set the caller’s notification settings and quiet hours',
    description: 'Quiet hours are in Vietnam time (UTC+7).',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({
      off: z.array(oneOf(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length, 'too_many_items'),
      quiet: body({ from: time(), to: time() }).nullable(),
    }),
    output: preferences,
    errors: [],
  }),
};

export type Notification = z.output<typeof notification>;
export type NotificationPreferences = z.output<typeof preferences>;
