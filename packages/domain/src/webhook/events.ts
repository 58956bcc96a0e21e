/** What other programs can be told of (decision 136), in the order they are chosen from. */
export const WEBHOOK_EVENTS = [
  'job.made',
  'job.status_changed',
  'job.completed',
  'task.status_changed',
  'request.made',
  'quote.accepted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a webhook is sent when somebody presses Test. */
export const TEST_EVENT = 'webhook.test';

/** How a delivery stands: it waits (again), has arrived, or was given up. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The version of what is sent: a field may be added to one, none is taken away or means something else. */
export const PAYLOAD_VERSION = 1;

/** The shape of a payload: one event as it is sent, whoever gets it. */
export interface Payload {
  readonly version: typeof PAYLOAD_VERSION;
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly data: unknown;
}
