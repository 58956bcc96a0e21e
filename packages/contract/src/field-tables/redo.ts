import type { RedoRow } from '../request/redo.ts';
import type { FieldsOf } from './field.ts';
import { TASK } from './task.ts';

/** What a rework is made of: its task, and its story. */
export const REDO = {
  ...TASK,
  rework_count: { kind: 'count' },
  rework_completed_at: { kind: 'instant' },
  fault_kinds: { kind: 'faults' },
} as const satisfies FieldsOf<RedoRow>;
