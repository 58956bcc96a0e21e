import { EXPORT_TYPES } from '@darkroom/contract/fields';
import { PARTS_OF_TODAY, type HandoverPart } from '@darkroom/domain/floor/shift-handover';
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/response/download.ts';
import type { InputFor } from '../../http/handlers.ts';
import { formatDay, formatInstant } from '../export/files/cells.ts';
import { getTranslate, type Translate } from '../../translate.ts';
import { printPages } from '../export/files/pdf-file.ts';
import { MAX_ROWS_STORED, readHandover, type ShiftHandover } from './shift-handover.service.ts';

type Part = ShiftHandover['parts'][number];
type Row = Part['rows'][number];
type Language = InputFor<'floor.handoverFile'>['language'];

const GREY = '#595959';
const RED = '#b3101e';

/**
 * Creates the shift handover as an upright PDF with all rows of all parts, because the next shift has only the paper
 * (decision 130).
 */
export async function createHandoverFile(
  ctx: Ctx,
  { language, filter }: InputFor<'floor.handoverFile'>,
): Promise<Download> {
  const handover = await readHandover(ctx, filter, { fieldPrefix: 'filter.', maxRows: MAX_ROWS_STORED });
  const words = getTranslate(language);
  const title = formatTitle(words, language, filter);
  const rows = handover.parts.reduce((sum, { total }) => sum + total, 0);
  await writeAudit(
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
        { text: formatSummary(handover, words, language), color: GREY, margin: [0, 0, 0, 6] },
        ...handover.parts.flatMap((part) => createPart(part, handover.at === handover.to, words, language)),
        ...handover.unavailable_parts.map((part) =>
          createHeading(part, words, { total: null, suffix: words('floor:handover.unavailable') }),
        ),
        ...createDroppedList(handover, words),
      ],
    }),
  };
}

function formatTitle(
  words: Translate,
  language: Language,
  { date_from, date_to, shift }: InputFor<'floor.handover'>,
): string {
  const days = date_from === date_to ? [date_from] : [date_from, date_to];
  return words(`floor:handover.title.${shift}`, { day: days.map((day) => formatDay(day, language)).join(' – ') });
}

function formatSummary(handover: ShiftHandover, words: Translate, language: Language): string {
  const { happened, before } = handover;
  const toTexts = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([key, value]) => [key, String(value)]));
  return [
    words('floor:handover.asOf', {
      when: formatInstant(handover.at, language),
      floor: handover.workstreams.join(' + '),
    }),
    words('floor:handover.happened', toTexts(happened)),
    before
      ? words('floor:handover.before', { when: formatInstant(before.at, language), by: before.by ?? '–' })
      : words('floor:handover.noEarlier'),
  ].join('\n');
}

function createPart(
  { part, total, rows, more, added_count, removed_count }: Part,
  hasEnded: boolean,
  words: Translate,
  language: Language,
): Content[] {
  const suffix = [
    hasEnded && PARTS_OF_TODAY.some((item) => item === part) && ` · ${words('floor:handover.asNow')}`,
    added_count !== null && removed_count !== null && ` (+${added_count} −${removed_count})`,
  ];
  const heading = createHeading(part, words, { total, suffix: suffix.filter(Boolean).join('') });
  if (rows.length === 0) return [heading];
  const line = (row: Row): TableCell[] => [
    { text: row.is_new ? '+' : '', bold: true },
    row.number ?? '',
    {
      text: [
        row.name,
        ...(row.job_priority === 'Urgent' ? [{ text: ` · ${words('status:priority.Urgent')}`, bold: true }] : []),
      ],
    },
    { text: formatReason(row, part, words, language) },
    { text: row.due_at ? formatInstant(row.due_at, language) : '', alignment: 'right' },
  ];
  return [
    heading,
    {
      layout: 'list',
      table: { headerRows: 0, dontBreakRows: true, widths: [6, 74, '*', 210, 76], body: rows.map(line) },
      fontSize: 8,
    },
    ...(more > 0 ? [{ text: words('floor:handover.more', { n: String(more) }), color: GREY, fontSize: 8 }] : []),
  ];
}

/** Creates the heading of a part with its number of rows, or a note that the part is left out. */
function createHeading(
  part: HandoverPart,
  words: Translate,
  { total, suffix }: { total: number | null; suffix: string },
): Content {
  return {
    text: [
      {
        text: `${words(`floor:handover.part.${part}`)}  `,
        bold: true,
        ...(part === 'late' && total ? { color: RED } : {}),
      },
      `${total ?? ''}`,
      { text: suffix, color: GREY },
    ],
    fontSize: 11,
    margin: [0, 8, 0, 2],
  };
}

/** Formats the person that something waits for, and the start of the wait. */
export function formatReason(row: Row, part: Part['part'], words: Translate, language: Language): string {
  const since = row.since ? formatInstant(row.since, language) : '–';
  const who = row.who ?? words('floor:handover.anybody');
  if (part === 'away') return words('floor:handover.reason.away', { n: String(row.count ?? 0), since });
  if (part === 'requests') return words('floor:handover.reason.request', { who, since });
  return [row.wait && words(`floor:handover.reason.${row.wait}`, { who, since }), row.note].filter(Boolean).join(' · ');
}

function createDroppedList({ removed, removed_more }: ShiftHandover, words: Translate): Content[] {
  if (removed.length === 0) return [];
  const lines = removed.map(({ part, name, became }) =>
    [
      words(`floor:handover.part.${part}`),
      name,
      became && words('floor:handover.changedTo', { status: words(`status:${became}`) }),
    ]
      .filter(Boolean)
      .join(' · '),
  );
  return [
    { text: words('floor:handover.removed'), bold: true, fontSize: 11, margin: [0, 8, 0, 2] },
    { ul: lines, fontSize: 8 },
    ...(removed_more > 0
      ? [{ text: words('floor:handover.more', { n: String(removed_more) }), color: GREY, fontSize: 8 }]
      : []),
  ];
}
