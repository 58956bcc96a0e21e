/** Events for other programs (decision 136), in the order of the form. */
export const WEBHOOK_EVENTS = [
  'job.created',
  'job.status_changed',
  'job.completed',
  'task.status_changed',
  'request.created',
  'quote.accepted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const TEST_EVENT = 'webhook.test';

/** State of a delivery: waiting, delivered, or given up. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Version of the payload. Fields can be added, but are never removed or changed in meaning. */
export const PAYLOAD_VERSION = 1;

/** Payload of an event, the same for all webhooks. */
export interface Payload {
  readonly version: typeof PAYLOAD_VERSION;
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
}
