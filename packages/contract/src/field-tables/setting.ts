import type { z } from 'zod';
import type { cat1Record, cat2Record, serviceTypeRecord } from '../category.ts';
import type { SystemLock, XToggle } from '../setting.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { FieldsOf, Fields } from './field.ts';

export const SERVICE_TYPE = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  workstream: { kind: 'word', words: 'status:workstream' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<z.output<typeof serviceTypeRecord>>;

export const CAT1 = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  service_type_id: { kind: 'record', of: 'service_type' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<z.output<typeof cat1Record>>;

export const CAT2 = {
  id: { kind: 'key' },
  name: { kind: 'text' },
  enabled: { kind: 'flag', words: 'category:enabled' },
  level: { kind: 'count' },
  estimate_minutes: { kind: 'minutes' },
  version: { kind: 'key' },
  cat1_id: { kind: 'record', of: 'cat1', word: 'service_cat1_id' },
} as const satisfies FieldsOf<z.output<typeof cat2Record>>;

export const LOCK = {
  screen_name: { kind: 'word', words: 'status:screen' },
  month: { kind: 'text' },
  locked: { kind: 'flag', words: 'history:locked' },
  reason: { kind: 'text' },
  changed_by: { kind: 'record', of: 'user' },
  changed_at: { kind: 'instant' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<SystemLock>;

export const X_TOGGLE = {
  x1: { kind: 'flag' },
  x2: { kind: 'flag' },
  x3: { kind: 'flag' },
} as const satisfies FieldsOf<XToggle>;

/** Fields of an article of the info hub as it is written: one field for each language. */
export const ARTICLE_COLUMNS = {
  title_vi: { kind: 'text' },
  title_en: { kind: 'text' },
  body_vi: { kind: 'notes' },
  body_en: { kind: 'notes' },
  published: { kind: 'flag', words: 'setting:article.state' },
  published_on: { kind: 'day' },
  pinned: { kind: 'flag' },
  display_order: { kind: 'number' },
} as const satisfies Fields;

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
