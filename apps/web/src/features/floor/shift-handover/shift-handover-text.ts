import type { Brief, HandoverRow, useHandoverWords } from './use-shift-handover-words.ts';

/** Maximum number of rows of a part on the screen and in the copied text. Print shows all. */
export const SHOWN = 15;

interface TextWords extends Omit<ReturnType<typeof useHandoverWords>, 'title'> {
  readonly title: string;
  readonly part: (part: Brief['parts'][number]['part']) => string;
  readonly more: (n: number) => string;
  readonly urgent: string;
  readonly gone: string;
  readonly untold: string;
  readonly fresh: string;
}

/** Shift handover as plain text for a chat: a heading for each part and a line for each row. */
export function handoverText(brief: Brief, words: TextWords): string {
  const line = (part: Brief['parts'][number]['part'], row: HandoverRow): string =>
    [
      `${row.came ? `[${words.fresh}] ` : ''}${[row.number, row.name].filter(Boolean).join(' ')}`,
      part !== 'urgent' && row.job_priority === 'Urgent' ? words.urgent : '',
      words.due(row),
      words.reason(part, row),
    ]
      .filter(Boolean)
      .join(' · ');
  const parts = brief.parts.map((part) => {
    const change = words.change(part, brief.at === brief.to);
    const head = `${words.part(part.part).toUpperCase()}: ${part.total}${change ? ` (${change})` : ''}`;
    const rows = part.rows.slice(0, SHOWN).map((row) => `- ${line(part.part, row)}`);
    const more = part.total - rows.length;
    return [head, ...rows, ...(more > 0 ? [`- ${words.more(more)}`] : [])].join('\n');
  });
  const untold = brief.untold.map((part) => `${words.part(part).toUpperCase()}: ${words.untold}`);
  const goneMore = brief.gone_more + Math.max(0, brief.gone.length - SHOWN);
  const gone =
    brief.gone.length > 0
      ? [
          [
            words.gone.toUpperCase(),
            ...brief.gone.slice(0, SHOWN).map((one) => `- ${words.goneOne(one)}`),
            ...(goneMore > 0 ? [`- ${words.more(goneMore)}`] : []),
          ].join('\n'),
        ]
      : [];
  return [
    [words.title, words.as_of(brief), words.happened(brief), words.before(brief)].join('\n'),
    ...parts,
    ...untold,
    ...gone,
  ].join('\n\n');
}
