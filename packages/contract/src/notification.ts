import { NOTIFICATION_EVENT_NAMES, NOTIFICATION_KINDS } from '@darkroom/domain/notification/notification';
import { isTimeOfDay } from '@darkroom/domain/notification/quiet-hours';
import { anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, id, instant, pageOf, oneOf, page, pageSize } from './fields.ts';

/** One notification to a person: the facts of its sentence, and its link. */
export const notification = z.object({
  id: z.int().describe('ID of the notification.'),
  event: z.enum(NOTIFICATION_EVENT_NAMES).describe('Event that the notification reports.'),
  at: instant().describe('Time of the event.'),
  seen: z.boolean().describe('True if the caller has seen the notification.'),
  actor_id: z
    .int()
    .nullable()
    .describe(
      'Account ID of the person who acted. Null if the account was deleted, or if the caller can no longer view that customer.',
    ),
  actor_name: z.string().nullable().describe('Name of the customer account that acted. Null for staff.'),
  title: z.string().describe('Name at that time: a sub prod ID, or the subject of a request.'),
  count: z.int().describe('Number of tasks. Tasks that were assigned together are in one notification.'),
  task_id: z
    .int()
    .nullable()
    .describe('ID of the single task. Null for several tasks, or if the caller can no longer view the task.'),
  job_name: z.string().nullable().describe('Name of the job. Null if there is no task.'),
  request_id: z.int().nullable().describe('ID of the request. Null if there is none.'),
  note: z.string().nullable().describe('Note of the event. Null if there is none.'),
  fault_kinds: z.array(z.string()).nullable().describe('Keys of the fault types. Null if there are no faults.'),
  quantity: z.int().nullable().describe('Number of pieces. Null if the event has no quantity.'),
});

const time = () => z.string({ error: () => 'required' }).refine(isTimeOfDay, 'invalid');

const preferences = z.object({
  off: z.array(z.enum(NOTIFICATION_KINDS)).describe('Types of notifications that are turned off.'),
  quiet: z
    .object({ from: z.string().describe('Start, `HH:MM`.'), to: z.string().describe('End, `HH:MM`.') })
    .nullable()
    .describe(
      'Quiet hours in Vietnam time (UTC+7). Notifications do not pop up but are still listed. Null: no quiet hours.',
    ),
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
    output: pageOf(notification).extend({ unseen: z.int().describe('Number of unseen notifications.') }),
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
    input: body({
      ids: z.array(id()).min(1, 'required').max(200, 'too_many_items').describe('IDs of the notifications.'),
    }),
    output: z.object({ unseen: z.int().describe('Number of unseen notifications that remain.') }),
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
      off: z
        .array(oneOf(NOTIFICATION_KINDS))
        .max(NOTIFICATION_KINDS.length, 'too_many_items')
        .describe('Types of notifications to turn off. All others are on.'),
      quiet: body({ from: time().describe('Start, `HH:MM`.'), to: time().describe('End, `HH:MM`.') })
        .nullable()
        .describe('Quiet hours in Vietnam time (UTC+7). Null: none.'),
    }),
    output: preferences,
    errors: [],
  }),
};

export type Notification = z.output<typeof notification>;
export type NotificationPreferences = z.output<typeof preferences>;
