import type { ComplaintLine } from '@darkroom/contract/request/complaint';
import type { Database } from '../../../db/connect.ts';
import type { AnswerOf } from '../../../http/handlers.ts';
import { faultKindNames } from '../../setting/setting.service.ts';
import { layoutOf } from '../files/cells.ts';

type Group = 'customer' | 'category' | 'fault_kind';

/** A line of the file: a group's, or at the end that of all. */
export interface ComplaintFileLine extends Omit<ComplaintLine, 'key' | 'name'> {
  readonly by: Group;
  /** By language; null: not known. */
  readonly names: { readonly vi: string | null; readonly en: string | null };
  readonly whole: boolean;
}

/** The line of all. */
export const isOfAll = ({ whole }: ComplaintFileLine): boolean => whole;

/** The list's lines with that of all at the end; a fault kind is named as the bureau names it. */
export async function complaintLines(
  db: Database,
  by: Group,
  { results, ...whole }: AnswerOf<'request.complaints'>,
): Promise<ComplaintFileLine[]> {
  const [vi, en] = await Promise.all([faultKindNames(db, 'vi'), faultKindNames(db, 'en')]);
  const word = (names: ReadonlyMap<string, string>, { key, name }: ComplaintLine) =>
    typeof key === 'string' ? (names.get(key) ?? key) : name;
  const lines = results.map((line) => ({
    ...line,
    by,
    names: { vi: word(vi, line), en: word(en, line) },
    whole: false,
  }));
  return lines.length > 0 ? [...lines, { ...whole, by, names: { vi: null, en: null }, whole: true }] : [];
}

/** Excel and paper alike. */
export const complaintLayout = layoutOf<ComplaintFileLine>(
  [
    {
      title: 'request:complaints.heading',
      kind: 'text',
      width: 36,
      value: ({ names, whole }, { words, language }) =>
        whole ? words('request:complaints.all') : (names[language] ?? words('request:complaints.unknown')),
    },
    { title: 'request:complaints.complaints', kind: 'count', width: 12, value: (line) => line.complaints },
    { title: 'request:complaints.tasks', kind: 'count', width: 12, value: (line) => line.tasks },
    { title: 'request:complaints.pieces', kind: 'count', width: 14, value: (line) => line.pieces },
    { title: 'request:complaints.minutes', kind: 'count', width: 14, value: (line) => line.minutes },
    { title: 'request:complaints.delivered', kind: 'count', width: 14, value: (line) => line.delivered },
    {
      title: 'request:complaints.share',
      kind: 'money',
      width: 14,
      value: ({ share }) => (share === null ? null : Math.round(share * 100_000) / 1000),
    },
  ],
  (line) => [line],
  isOfAll,
);
