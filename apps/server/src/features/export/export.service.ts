import { EXPORT_TYPES, PDF_MAX_ROWS, type ExportFormat, type ExportLanguage } from '@darkroom/contract/fields';
import { dayOf } from '@darkroom/domain/calendar/day';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/answer/download.ts';
import { fail } from '../../http/answer/fail.ts';
import { currencyOf } from '../setting/setting.service.ts';
import { asTotal, instantInWords, numberInWords, type Cell, type Look } from './files/cells.ts';
import type { Exported, ExportFilter } from './exported.ts';
import { filterInWords } from './words/filter-words.ts';
import { readNames } from './words/names.ts';
import { writePdf } from './files/pdf-file.ts';
import { wordsOf } from '../../words.ts';
import { writeXlsx } from './files/xlsx-file.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

interface Input<Filter> {
  readonly format: ExportFormat;
  readonly language: ExportLanguage;
  readonly filter: Filter;
}

/** Exports a list as a file in the requested format and language. */
export async function exportList<Filter extends ExportFilter, Row>(
  ctx: Ctx,
  input: Input<Filter>,
  list: Exported<Filter, Row>,
): Promise<Download> {
  const { db, close } = await openSnapshot(ctx.db);
  try {
    return await download({ ...ctx, db }, input, list, close);
  } catch (error) {
    close();
    throw error;
  }
}

async function download<Filter extends ExportFilter, Row>(
  ctx: Ctx,
  { format, language, filter }: Input<Filter>,
  list: Exported<Filter, Row>,
  letGo: () => void,
): Promise<Download> {
  const { total, pieces: rows, keptSince = null, whose } = await list.source(ctx, filter);
  if (format === 'pdf' && total > PDF_MAX_ROWS) throw fail('too_many_rows');
  const words = wordsOf(language);
  const look: Look = {
    language,
    words,
    names: await readNames(ctx.db, language),
    currency: await currencyOf(ctx.db),
  };
  const layout = list[format];
  // Rows for further sheets, slips or totals. Only short lists have them.
  const read: Row[] = [];
  const { beside = [], slip } = list;
  const keeps = beside.length > 0 || slip !== undefined || layout.total !== undefined;
  async function* pieces(): AsyncGenerator<Cell[][]> {
    for await (const piece of rows()) {
      if (keeps) read.push(...piece);
      yield piece.flatMap((row) => layout.lines(row, look));
    }
    // A single line needs no total.
    if (layout.total && read.length > 1) yield [asTotal(layout.total(read, look))];
  }
  const table = {
    title: words(list.title),
    headings: layout.columns,
    titles: layout.columns.map(({ title }) => words(title)),
    language,
    at: keptSince ?? ctx.now,
    pieces: pieces(),
    beside: beside.flatMap(({ title, note, [format]: own }) =>
      own
        ? {
            title: words(title),
            note: note === undefined ? null : words(note),
            headings: own.columns,
            titles: own.columns.map((column) => words(column.title)),
            lines: () => read.flatMap((row) => own.lines(row, look)),
          }
        : [],
    ),
  };
  // The audit records each export: user, list and number of rows. It is written outside the snapshot, which is read-only.
  const note = `${format}, ${total} rows`;
  await audit(ctx, { action: `export.${list.name}`, entity: 'export', after: filter, note }, ctx.outside);
  const about = [
    words('export:about', {
      rows: numberInWords(total, language),
      at: instantInWords(ctx.now, language),
      by: ctx.actor.full_name || ctx.actor.username,
    }),
    ...filterInWords(list.nameable ? await list.nameable(ctx, filter) : filter, look),
  ];
  const body =
    format === 'xlsx'
      ? writeXlsx(table, letGo)
      : writePdf(
          {
            ...table,
            about,
            pageWords: words('export:page'),
            totalWords: words('price:report.total'),
            // Fixed data gives the same file to every user.
            author: keptSince ? null : ctx.actor.username,
            ...(slip && { pages: () => read.flatMap((row, at) => slip(row, look, at)) }),
          },
          letGo,
        );
  return {
    file_name: `${[words(`export:file.${list.name}`), list.period?.(filter, words) ?? dayOf(ctx.now), ...(whose ? [whose] : [])].join('-')}.${format}`,
    media_type: EXPORT_TYPES[format],
    rows: total,
    body,
  };
}

/** State of the database at one moment, readable until a file is complete. */
interface Snapshot {
  readonly db: Database;
  /** Releases the snapshot. Repeated calls are harmless. */
  readonly close: () => void;
}

/** Time limit of a reader for the written part. The connection of a slower reader is needed elsewhere. */
const SLOWEST_READER_MS = 120_000;

/** Opens a snapshot: one read-only transaction that sees nothing committed after its start. */
async function openSnapshot(db: Database): Promise<Snapshot> {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return new Promise((resolve, reject) => {
    db.transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (within) => {
        await sql`set local idle_in_transaction_session_timeout = ${sql.lit(SLOWEST_READER_MS)}`.execute(within);
        resolve({ db: within, close });
        await closed;
      })
      // No caller awaits this promise after the opening. A broken connection appears in the reads.
      .catch(reject);
  });
}
