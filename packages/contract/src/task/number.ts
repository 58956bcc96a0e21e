import { taskId } from '../fields.ts';

/**
 * The task a text is the number of, as rows show it (`#990155`) or bare; null where it is none. Rows show no noughts in front, and no
 * number beyond a task's id.
 */
export function taskNumber(text: string): number | null {
  const [, digits] = /^#?\s*([1-9]\d*)$/.exec(text.trim()) ?? [];
  return taskId().safeParse(Number(digits)).data ?? null;
}
