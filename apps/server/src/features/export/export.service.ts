import { EXPORT_TYPES, MAX_PDF_ROWS, type ExportFormat, type ExportLanguage } from '@darkroom/contract/fields';
import { dayOf } from '@darkroom/domain/calendar/day';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/response/download.ts';
import { fail } from '../../http/response/fail.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { markAsTotal, formatInstant, formatNumber, type ExportCell, type FileLocale } from './files/cells.ts';
import type { ExportedList, ExportFilter } from './exported-list.ts';
import { formatFilter } from './words/filter-words.ts';
import { readNames } from './words/names.ts';
import { writePdf } from './files/pdf-file.ts';
import { getTranslate } from '../../translate.ts';
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
  list: ExportedList<Filter, Row>,
): Promise<Download> {
  const { db, close } = await openSnapshot(ctx.db);
  try {
    return await createDownload({ ...ctx, db }, input, list, close);
  } catch (error) {
    close();
    throw error;
  }
}

async function createDownload<Filter extends ExportFilter, Row>(
  ctx: Ctx,
  { format, language, filter }: Input<Filter>,
  list: ExportedList<Filter, Row>,
  closeSnapshot: () => void,
): Promise<Download> {
  const { total, batches: rows, storedAt = null, ownerName } = await list.source(ctx, filter);
  if (format === 'pdf' && total > MAX_PDF_ROWS) throw fail('too_many_rows');
  const words = getTranslate(language);
  const locale: FileLocale = {
    language,
    words,
    names: await readNames(ctx.db, language),
    currency: await readCurrency(ctx.db),
  };
  const layout = list[format];
  // Rows for further sheets, slips or totals. Only short lists have them.
  const readRows: Row[] = [];
  const { sideTables = [], slip } = list;
  const isBuffered = sideTables.length > 0 || slip !== undefined || layout.total !== undefined;
  async function* lineBatches(): AsyncGenerator<ExportCell[][]> {
    for await (const batch of rows()) {
      if (isBuffered) readRows.push(...batch);
      yield batch.flatMap((row) => layout.lines(row, locale));
    }
    // A single line needs no total.
    if (layout.total && readRows.length > 1) yield [markAsTotal(layout.total(readRows, locale))];
  }
  const table = {
    title: words(list.title),
    headings: layout.columns,
    titles: layout.columns.map(({ title }) => words(title)),
    language,
    at: storedAt ?? ctx.now,
    pieces: lineBatches(),
    sideTables: sideTables.flatMap(({ title, note, [format]: sideLayout }) =>
      sideLayout
        ? {
            title: words(title),
            note: note === undefined ? null : words(note),
            headings: sideLayout.columns,
            titles: sideLayout.columns.map((column) => words(column.title)),
            lines: () => readRows.flatMap((row) => sideLayout.lines(row, locale)),
          }
        : [],
    ),
  };
  // The audit records each export: user, list and number of rows. It is written outside the snapshot, which is read-only.
  const note = `${format}, ${total} rows`;
  await writeAudit(ctx, { action: `export.${list.name}`, entity: 'export', after: filter, note }, ctx.outside);
  const headingLines = [
    words('export:about', {
      rows: formatNumber(total, language),
      at: formatInstant(ctx.now, language),
      by: ctx.actor.full_name || ctx.actor.username,
    }),
    ...formatFilter(list.filterForHeading ? await list.filterForHeading(ctx, filter) : filter, locale),
  ];
  const body =
    format === 'xlsx'
      ? writeXlsx(table, closeSnapshot)
      : writePdf(
          {
            ...table,
            headingLines,
            pageWords: words('export:page'),
            totalWords: words('price:report.total'),
            // Fixed data gives the same file to every user.
            author: storedAt ? null : ctx.actor.username,
            ...(slip && { pages: () => readRows.flatMap((row, index) => slip(row, locale, index)) }),
          },
          closeSnapshot,
        );
  return {
    file_name: `${[words(`export:file.${list.name}`), list.period?.(filter, words) ?? dayOf(ctx.now), ...(ownerName ? [ownerName] : [])].join('-')}.${format}`,
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

/** Time limit of a reader for the written part. Other exports need the connection of a slower reader. */
const MAX_IDLE_MS = 120_000;

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
      .execute(async (snapshotDb) => {
        await sql`set local idle_in_transaction_session_timeout = ${sql.lit(MAX_IDLE_MS)}`.execute(snapshotDb);
        resolve({ db: snapshotDb, close });
        await closed;
      })
      // No caller awaits this promise after the opening. A broken connection appears in the reads.
      .catch(reject);
  });
}
