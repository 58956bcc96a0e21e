import type { PromiseLine } from '@darkroom/contract/promise-report';
import type { AnswerOf } from '../../../http/handlers.ts';
import { layoutOf } from '../files/cells.ts';

/** A line of the file: a group's, or at the end that of all. */
export interface PromiseFileLine extends Omit<PromiseLine, 'key' | 'name'> {
  readonly name: string | null;
  readonly whole: boolean;
}

/** The report's lines with that of all at the end. */
export function promiseLines({ results, ...whole }: AnswerOf<'promise.report'>): PromiseFileLine[] {
  if (results.length === 0) return [];
  return [
    ...results.map(({ key, name, ...line }) => ({ ...line, name: name ?? String(key), whole: false })),
    { ...whole, name: null, whole: true },
  ];
}

/** Excel and paper alike. */
export const promiseLayout = layoutOf<PromiseFileLine>(
  [
    {
      title: 'promises:heading',
      kind: 'text',
      width: 36,
      value: ({ name, whole }, { words }) => (whole ? words('promises:all') : name),
    },
    { title: 'promises:completed', kind: 'count', width: 12, value: (line) => line.completed },
    { title: 'promises:kept', kind: 'count', width: 12, value: (line) => line.kept },
    {
      title: 'promises:share',
      kind: 'money',
      width: 12,
      value: ({ share }) => (share === null ? null : Math.round(share * 1000) / 10),
    },
    { title: 'promises:kept_first', kind: 'count', width: 14, value: (line) => line.kept_first },
    { title: 'promises:changed', kind: 'count', width: 14, value: (line) => line.changed },
    { title: 'promises:late', kind: 'count', width: 12, value: ({ completed, kept }) => completed - kept },
    { title: 'promises:late_minutes', kind: 'count', width: 16, value: (line) => line.late_minutes },
  ],
  (line) => [line],
);
