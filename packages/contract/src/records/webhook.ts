import type { Webhook } from '../webhook.ts';
import type { FieldsOf } from './field.ts';

/** What a webhook is made of. */
export const WEBHOOK = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  name: { kind: 'text', word: 'webhook_name' },
  url: { kind: 'link', word: 'webhook_url' },
  events: { kind: 'word', words: 'webhook:event', word: 'webhook_events' },
  cus_id1: { kind: 'record', of: 'cus1' },
  enabled: { kind: 'flag', words: 'webhook:state', word: 'webhook_enabled' },
  earlier_until: { kind: 'key' },
  failing_since: { kind: 'key' },
  stopped_at: { kind: 'key' },
  created_at: { kind: 'key' },
  created_by: { kind: 'key' },
  waiting: { kind: 'key' },
  dead: { kind: 'key' },
  delivered_at: { kind: 'key' },
} as const satisfies FieldsOf<Webhook>;
