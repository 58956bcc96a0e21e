import type { ShiftHandover, HandoverRow, useHandoverWords } from './use-shift-handover-words.ts';

/** Maximum number of rows of a part on the screen and in the copied text. Print shows all. */
export const MAX_SHOWN_ROWS = 15;

interface TextWords extends Omit<ReturnType<typeof useHandoverWords>, 'title'> {
  readonly title: string;
  readonly part: (part: ShiftHandover['parts'][number]['part']) => string;
  readonly more: (n: number) => string;
  readonly urgent: string;
  readonly removedTitle: string;
  readonly unavailableText: string;
  readonly newLabel: string;
}

/** Formats a shift handover as plain text for a chat: a heading for each part and a line for each row. */
export function formatHandover(handover: ShiftHandover, words: TextWords): string {
  const line = (part: ShiftHandover['parts'][number]['part'], row: HandoverRow): string =>
    [
      `${row.is_new ? `[${words.newLabel}] ` : ''}${[row.number, row.name].filter(Boolean).join(' ')}`,
      part !== 'urgent' && row.job_priority === 'Urgent' ? words.urgent : '',
      words.due(row),
      words.reason(part, row),
    ]
      .filter(Boolean)
      .join(' · ');
  const parts = handover.parts.map((part) => {
    const change = words.change(part, handover.at === handover.to);
    const head = `${words.part(part.part).toUpperCase()}: ${part.total}${change ? ` (${change})` : ''}`;
    const rows = part.rows.slice(0, MAX_SHOWN_ROWS).map((row) => `- ${line(part.part, row)}`);
    const hiddenCount = part.total - rows.length;
    return [head, ...rows, ...(hiddenCount > 0 ? [`- ${words.more(hiddenCount)}`] : [])].join('\n');
  });
  const unavailableParts = handover.unavailable_parts.map(
    (part) => `${words.part(part).toUpperCase()}: ${words.unavailableText}`,
  );
  const hiddenRemovedCount = handover.removed_more + Math.max(0, handover.removed.length - MAX_SHOWN_ROWS);
  const removedSection =
    handover.removed.length > 0
      ? [
          [
            words.removedTitle.toUpperCase(),
            ...handover.removed.slice(0, MAX_SHOWN_ROWS).map((item) => `- ${words.formatRemoved(item)}`),
            ...(hiddenRemovedCount > 0 ? [`- ${words.more(hiddenRemovedCount)}`] : []),
          ].join('\n'),
        ]
      : [];
  return [
    [words.title, words.as_of(handover), words.happened(handover), words.before(handover)].join('\n'),
    ...parts,
    ...unavailableParts,
    ...removedSection,
  ].join('\n\n');
}
