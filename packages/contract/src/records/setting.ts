import type { SystemLock, XToggle } from '../setting.ts';
import type { FieldsOf } from './field.ts';

/** What a lock is made of. */
export const LOCK = {
  screen_name: { kind: 'word', words: 'status:screen' },
  month: { kind: 'text' },
  locked: { kind: 'flag', words: 'history:locked' },
  reason: { kind: 'text' },
  changed_by: { kind: 'record', of: 'user' },
  changed_at: { kind: 'instant' },
  version: { kind: 'key' },
} as const satisfies FieldsOf<SystemLock>;

/** Which counts are in use. */
export const X_TOGGLE = {
  x1: { kind: 'flag' },
  x2: { kind: 'flag' },
  x3: { kind: 'flag' },
} as const satisfies FieldsOf<XToggle>;
