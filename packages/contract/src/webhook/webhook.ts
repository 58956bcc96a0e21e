import { anyOf } from '@darkroom/domain/permission/access';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '@darkroom/domain/webhook/events';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  body,
  uniqueList,
  exactText,
  id,
  instant,
  pageOf,
  oneOf,
  page,
  pageSize,
  requiredText,
  shownOnce,
  version,
} from '../fields.ts';

/** A program that receives events (decision 136). Only the response that creates its secret contains the secret. */
export const webhook = z.object({
  id: z.int().describe('ID of the webhook.'),
  version: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).describe('Types of the events that the webhook receives.'),
  cus_id1: z.int().nullable().describe('Only events of this customer. Null: all customers.'),
  enabled: z.boolean().describe('False if the webhook is turned off.'),
  earlier_until: instant()
    .nullable()
    .describe('Time until which the previous secret also signs. Null: only the current one signs.'),
  failing_since: instant().nullable().describe('Time since which deliveries fail. Null if they arrive.'),
  stopped_at: instant()
    .nullable()
    .describe('Time at which the webhook was turned off automatically because no delivery arrived. Null if not.'),
  created_at: instant().describe('Time of creation, ISO 8601 in UTC.'),
  created_by: z.int().nullable().describe('Account ID of the creator. Null if unknown.'),
  waiting: z.int().describe('Number of waiting deliveries without tests, up to 10,000.'),
  dead: z.int().describe('Number of failed deliveries without tests, up to 10,000.'),
  delivered_at: instant().nullable().describe('Time of the last delivery that arrived. Null if none has arrived.'),
});

/** One event for one webhook, and the result of its last attempt. */
export const delivery = z.object({
  id: z.int().describe('ID of the delivery.'),
  event: z.string().describe('`webhook-id` of the event, the same for each attempt.'),
  type: z.string().describe('Type of the event.'),
  at: instant().describe('Time of the event.'),
  data: z.json().describe('`data` of the message.'),
  state: z.enum(DELIVERY_STATES).describe('`waiting`, `delivered`, or failed (`dead`).'),
  attempts: z.int().describe('Number of attempts.'),
  next_at: instant()
    .nullable()
    .describe('Time of the next attempt. Null: at once, or after an earlier event of the same job has arrived.'),
  tried_at: instant().nullable().describe('Time of the last attempt. Null: none yet.'),
  status: z.int().nullable().describe('HTTP status of the response. Null if there was none.'),
  duration_ms: z.int().nullable().describe('Duration of the last attempt in milliseconds. Null if there was none.'),
  response: z.string().nullable().describe('Beginning of the response. Null if there was none.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Reason without a response: a code, and details after a colon (`timed_out: 10`). Otherwise the message of the system. Null with a response.',
    ),
  ended_at: instant().nullable().describe('Time at which the delivery arrived or failed. Null while waiting.'),
});

/** Returns the schema of a target address: http or https, without a name and password. */
const url = () =>
  exactText(500)
    .refine((text) => /^https?:\/\/[^\s/?#\\]+([/?]\S*)?$/i.test(text), { error: 'not_http', abort: true })
    .refine((text) => !/^https?:\/\/[^/?]*@|#/i.test(text), 'url_has_credentials');

const events = () => uniqueList(oneOf(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length).min(1, 'required');

/** With the key of its signatures. */
const withSecret = webhook.extend({ secret: shownOnce() });

export const MAX_WEBHOOKS = 50;

const admin = { access: anyOf('npn_admin'), lock: null, method: 'POST' } as const;

export const webhookEndpoints = {
  list: defineEndpoint({
    ...admin,
    name: 'webhook.list',
    path: '/api/webhook/list',
    summary: 'List webhooks',
    description: 'Each webhook has its URL, its events and its state.',
    kind: 'read',
    input: body({}),
    output: z.object({
      results: z.array(webhook),
      private_allowed: z
        .boolean()
        .describe('True if the configuration allows addresses of the bureau’s own network, and plain http to them.'),
    }),
    errors: [],
    topics: ['webhook'],
  }),
  add: defineEndpoint({
    ...admin,
    name: 'webhook.add',
    path: '/api/webhook/add',
    summary: 'Add a webhook',
    description: 'The secret is returned only once.',
    kind: 'write',
    secret: true,
    input: body({
      name: requiredText().describe('Name of the webhook.'),
      url: url(),
      events: events().describe('Types of the events to receive.'),
      cus_id1: id().nullable().default(null).describe('Only events of this customer. Null: all customers.'),
      enabled: z
        .boolean({ error: () => 'invalid' })
        .default(true)
        .describe('False to create the webhook turned off.'),
    }),
    output: withSecret,
    errors: ['exists', 'limit_reached'],
  }),
  update: defineEndpoint({
    ...admin,
    name: 'webhook.update',
    path: '/api/webhook/update',
    summary: 'Change a webhook, or turn it on or off',
    kind: 'write',
    person: true,
    input: body({
      id: id().describe('ID of the webhook.'),
      version: version(),
      name: requiredText().optional().describe('New name of the webhook.'),
      url: url().optional(),
      events: events().optional().describe('Types of the events to receive.'),
      cus_id1: id().nullable().optional().describe('Only events of this customer. Null: all customers.'),
      enabled: z
        .boolean({ error: () => 'invalid' })
        .optional()
        .describe('True turns the webhook on, false turns it off.'),
    }),
    output: webhook,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'exists'],
  }),
  rotate: defineEndpoint({
    ...admin,
    name: 'webhook.rotate',
    path: '/api/webhook/rotate',
    summary: 'Create a new secret for a webhook',
    description: 'The secret is returned only once. The old secret also signs for one more day.',
    kind: 'write',
    secret: true,
    input: body({ id: id().describe('ID of the webhook.'), version: version() }),
    output: withSecret,
    errors: ['not_found', 'stale'],
  }),
  delete: defineEndpoint({
    ...admin,
    name: 'webhook.delete',
    path: '/api/webhook/delete',
    summary: 'Delete a webhook with its queue and its log',
    kind: 'write',
    person: true,
    input: body({ id: id().describe('ID of the webhook.'), version: version() }),
    output: z.object({ id: z.int().describe('ID of the webhook.') }),
    errors: ['not_found', 'stale'],
  }),
  test: defineEndpoint({
    ...admin,
    name: 'webhook.test',
    path: '/api/webhook/test',
    summary: 'Send a test event to a webhook, once',
    description: 'The log of the webhook records the result.',
    kind: 'write',
    limit: { per: 'user', max: 30, seconds: 600 },
    input: body({ id: id().describe('ID of the webhook.') }),
    output: z.object({ delivery_id: z.int().describe('ID of the delivery, for its result in the log.') }),
    errors: ['not_found', 'webhook_off', 'too_many_attempts'],
  }),
  deliveries: defineEndpoint({
    ...admin,
    name: 'webhook.deliveries',
    path: '/api/webhook/delivery/list',
    summary: 'List the deliveries of a webhook with their results, newest first',
    kind: 'read',
    input: body({
      id: id().describe('ID of the webhook.'),
      state: oneOf(DELIVERY_STATES).optional().describe('Only deliveries in this state.'),
      page: page(),
      page_size: pageSize(),
    }),
    output: pageOf(delivery),
    errors: ['not_found'],
    topics: ['webhook'],
  }),
  replay: defineEndpoint({
    ...admin,
    name: 'webhook.replay',
    path: '/api/webhook/replay',
    summary: 'Resend the listed deliveries, or all failed ones except tests',
    kind: 'write',
    input: body({
      id: id().describe('ID of the webhook.'),
      delivery_ids: z
        .array(z.int({ error: () => 'invalid' }).min(1, 'invalid'))
        .min(1, 'required')
        .max(200, 'too_many_items')
        .optional()
        .describe('Deliveries to resend. Absent: all failed ones except tests.'),
    }),
    output: z.object({ replayed: z.int().describe('Number of deliveries that are sent again.') }),
    errors: ['not_found', 'webhook_off'],
  }),
};

export type Webhook = z.output<typeof webhook>;
export type WebhookDelivery = z.output<typeof delivery>;

/** A message as it arrives, for developers of the receiving program (decision 136). */
export const MESSAGE_EXAMPLE = `POST /your/address
content-type: application/json
webhook-id: evt_5f0c6d1e8f1b4d3c9a7e2b6c4d8f0a12
webhook-timestamp: 1795500000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"version":1,"id":"evt_5f0c6d1e8f1b4d3c9a7e2b6c4d8f0a12","type":"job.completed","at":"2026-11-24T02:15:30.120Z","data":{"job_id":4711,"prod_id":"261124-003","job_name":"Villa","job_date":"2026-11-24","job_priority":null,"job_status":"COMPLETED","customer2_id":12,"cus_id1":7,"cus_id0":3}}`;

/** Verification code of the receiver. The guide has the same code, and a test runs it. */
export const CHECK_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Throws if the signature is wrong or the message is older than five minutes. \`body\` is the raw request body. */
export function check(secret, headers, body) {
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']));
  if (!(age < 300)) throw new Error('too old');
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
  const expected = createHmac('sha256', key).update(content).digest();
  const isValid = headers['webhook-signature'].split(' ').some((candidate) => {
    const received = Buffer.from(candidate.replace(/^v1,/, ''), 'base64');
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
  if (!isValid) throw new Error('wrong signature');
}`;
