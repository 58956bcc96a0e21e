import { EXPORT_TYPES } from '@darkroom/contract/fields';
import { PARTS_OF_TODAY, type HandoverPart } from '@darkroom/domain/floor/shift-handover';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/answer/download.ts';
import type { InputFor } from '../../http/handlers.ts';
import { dayInWords, instantInWords } from '../export/files/cells.ts';
import { wordsOf, type Words } from '../../words.ts';
import { printPages } from '../export/files/pdf-file.ts';
import { MAX_KEPT, readHandover, type Brief } from './shift-handover.service.ts';

type Part = Brief['parts'][number];
type Row = Part['rows'][number];
type Language = InputFor<'floor.handoverFile'>['language'];

const QUIET = '#595959';
const LATE = '#b3101e';

/** The shift handover as an upright PDF with all rows of all parts, because the next shift has only the paper (decision 130). */
export async function handoverFile(ctx: Ctx, { language, filter }: InputFor<'floor.handoverFile'>): Promise<Download> {
  const brief = await readHandover(ctx, filter, { within: 'filter.', most: MAX_KEPT });
  const words = wordsOf(language);
  const title = titleOf(words, language, filter);
  const rows = brief.parts.reduce((sum, { total }) => sum + total, 0);
  await audit(
    ctx,
    { action: 'floor.handoverFile', entity: 'export', after: filter, note: `pdf, ${rows} rows` },
    ctx.outside,
  );
  return {
    file_name: `${words('export:file.handover')}-${filter.date_from}${filter.shift === 'day' ? '' : `-${filter.shift}`}.pdf`,
    media_type: EXPORT_TYPES.pdf,
    rows,
    body: printPages({
      title,
      language,
      at: ctx.now,
      pageWords: words('export:page'),
      author: ctx.actor.username,
      pages: () => [
        { text: title, fontSize: 16, bold: true },
        { text: about(brief, words, language), color: QUIET, margin: [0, 0, 0, 6] },
        ...brief.parts.flatMap((part) => partOf(part, brief.at === brief.to, words, language)),
        ...brief.untold.map((part) => headOf(part, words, { total: null, beside: words('floor:handover.untold') })),
        ...goneOf(brief, words),
      ],
    }),
  };
}

function titleOf(words: Words, language: Language, { date_from, date_to, shift }: InputFor<'floor.handover'>): string {
  const days = date_from === date_to ? [date_from] : [date_from, date_to];
  return words(`floor:handover.title.${shift}`, { day: days.map((one) => dayInWords(one, language)).join(' – ') });
}

function about(brief: Brief, words: Words, language: Language): string {
  const { happened, before } = brief;
  const n = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [key, String(value)]));
  return [
    words('floor:handover.as_of', { when: instantInWords(brief.at, language), floor: brief.workstreams.join(' + ') }),
    words('floor:handover.happened', n(happened)),
    before
      ? words('floor:handover.before', { when: instantInWords(before.at, language), by: before.by ?? '–' })
      : words('floor:handover.no_before'),
  ].join('\n');
}

function partOf(
  { part, total, rows, more, came, gone }: Part,
  ended: boolean,
  words: Words,
  language: Language,
): Content[] {
  const beside = [
    ended && PARTS_OF_TODAY.some((one) => one === part) && ` · ${words('floor:handover.as_now')}`,
    came !== null && gone !== null && ` (+${came} −${gone})`,
  ];
  const head = headOf(part, words, { total, beside: beside.filter(Boolean).join('') });
  if (rows.length === 0) return [head];
  const line = (row: Row): TableCell[] => [
    { text: row.came ? '+' : '', bold: true },
    row.number ?? '',
    {
      text: [
        row.name,
        ...(row.job_priority === 'Urgent' ? [{ text: ` · ${words('status:priority.Urgent')}`, bold: true }] : []),
      ],
    },
    { text: reasonOf(row, part, words, language) },
    { text: row.due_at ? instantInWords(row.due_at, language) : '', alignment: 'right' },
  ];
  return [
    head,
    {
      layout: 'list',
      table: { headerRows: 0, dontBreakRows: true, widths: [6, 74, '*', 210, 76], body: rows.map(line) },
      fontSize: 8,
    },
    ...(more > 0 ? [{ text: words('floor:handover.more', { n: String(more) }), color: QUIET, fontSize: 8 }] : []),
  ];
}

/** Heading of a part with its number of rows, or a note that the part is left out. */
function headOf(
  part: HandoverPart,
  words: Words,
  { total, beside }: { total: number | null; beside: string },
): Content {
  return {
    text: [
      {
        text: `${words(`floor:handover.part.${part}`)}  `,
        bold: true,
        ...(part === 'late' && total ? { color: LATE } : {}),
      },
      `${total ?? ''}`,
      { text: beside, color: QUIET },
    ],
    fontSize: 11,
    margin: [0, 8, 0, 2],
  };
}

/** Text for the person that something waits for, and since when. */
export function reasonOf(row: Row, part: Part['part'], words: Words, language: Language): string {
  const since = row.since ? instantInWords(row.since, language) : '–';
  const who = row.who ?? words('floor:handover.anybody');
  if (part === 'away') return words('floor:handover.reason.away', { n: String(row.count ?? 0), since });
  if (part === 'requests') return words('floor:handover.reason.request', { who, since });
  return [row.wait && words(`floor:handover.reason.${row.wait}`, { who, since }), row.note].filter(Boolean).join(' · ');
}

function goneOf({ gone, gone_more }: Brief, words: Words): Content[] {
  if (gone.length === 0) return [];
  const lines = gone.map(({ part, name, became }) =>
    [
      words(`floor:handover.part.${part}`),
      name,
      became && words('floor:handover.became', { status: words(`status:${became}`) }),
    ]
      .filter(Boolean)
      .join(' · '),
  );
  return [
    { text: words('floor:handover.gone'), bold: true, fontSize: 11, margin: [0, 8, 0, 2] },
    { ul: lines, fontSize: 8 },
    ...(gone_more > 0
      ? [{ text: words('floor:handover.more', { n: String(gone_more) }), color: QUIET, fontSize: 8 }]
      : []),
  ];
}
