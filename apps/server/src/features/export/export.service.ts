import { EXPORT_TYPES, PDF_MOST_ROWS, type Job, type RedoRow, type TaskRow } from '@darkroom/contract';
import { dayOf } from '@darkroom/domain/calendar/day';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import { allIds, type Listing } from '../../db/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { Download } from '../../http/download.ts';
import { fail } from '../../http/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { readJobs } from '../job/job-read.service.ts';
import { jobListing } from '../job/job.service.ts';
import { readRedoRows, redoListing } from '../redo/redo.service.ts';
import { readTaskRows } from '../task/task-outside.service.ts';
import { taskListing } from '../task/task.service.ts';
import { instantInWords, numberInWords, type Cell, type Layout, type Look } from './cells.ts';
import { filterInWords } from './filter-words.ts';
import { jobPrint, jobSheet } from './job-layout.ts';
import { readNames } from './names.ts';
import { writePdf } from './pdf-file.ts';
import { openSnapshot } from './snapshot.ts';
import { redoPrint, redoSheet, taskPrint, taskSheet } from './task-layout.ts';
import { wordsOf } from './words.ts';
import { writeXlsx } from './xlsx-file.ts';

type Input = InputFor<'export.jobs'> | InputFor<'export.tasks'> | InputFor<'export.redo'>;

/** A list as an export knows it: the list's own way of narrowing and reading, and how a file shows its rows. */
interface Exported<I extends Input, Row> {
  readonly name: 'jobs' | 'tasks' | 'redo';
  readonly title: string;
  readonly listing: (ctx: Ctx, filter: I['filter']) => Promise<Listing>;
  readonly read: (db: Database, ids: readonly number[]) => Promise<Row[]>;
  readonly xlsx: Layout<Row>;
  readonly pdf: Layout<Row>;
}

const JOBS: Exported<InputFor<'export.jobs'>, Job> = {
  name: 'jobs',
  title: 'job:title',
  listing: jobListing,
  read: readJobs,
  xlsx: jobSheet,
  pdf: jobPrint,
};
const TASKS: Exported<InputFor<'export.tasks'>, TaskRow> = {
  name: 'tasks',
  title: 'task:title',
  listing: taskListing,
  read: readTaskRows,
  xlsx: taskSheet,
  pdf: taskPrint,
};
const REDO: Exported<InputFor<'export.redo'>, RedoRow> = {
  name: 'redo',
  title: 'redo:title',
  listing: redoListing,
  read: readRedoRows,
  xlsx: redoSheet,
  pdf: redoPrint,
};

/** The job list as a file. */
export const exportJobs = (ctx: Ctx, input: InputFor<'export.jobs'>) => exportList(ctx, input, JOBS);
/** The task list as a file: the tasks the actor may see (domain §2). */
export const exportTasks = (ctx: Ctx, input: InputFor<'export.tasks'>) => exportList(ctx, input, TASKS);
/** The rework list as a file. */
export const exportRedo = (ctx: Ctx, input: InputFor<'export.redo'>) => exportList(ctx, input, REDO);

/** Rows read at a time. */
const PIECE = 250;
/** Exports this process writes at once: each holds a connection for as long as its reader takes. */
const AT_ONCE = 3;
const SOON = 5;
let underWay = 0;

async function exportList<I extends Input, Row>(ctx: Ctx, input: I, list: Exported<I, Row>): Promise<Download> {
  if (underWay >= AT_ONCE) throw fail('exports_busy', { retryAfter: SOON });
  underWay++;
  const held: (() => void)[] = [() => underWay--];
  const letGo = () => {
    for (const close of held.splice(0)) close();
  };
  try {
    const snapshot = await openSnapshot(ctx.db);
    held.push(snapshot.close);
    return await download({ ...ctx, db: snapshot.db }, input, list, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

async function download<I extends Input, Row>(
  ctx: Ctx,
  { format, language, filter }: I,
  list: Exported<I, Row>,
  letGo: () => void,
): Promise<Download> {
  const { query, total } = await list.listing(ctx, filter);
  if (format === 'pdf' && total > PDF_MOST_ROWS) throw fail('too_many_rows');
  const words = wordsOf(language);
  const look: Look = { language, words, names: await readNames(ctx.db, language) };
  const layout = list[format];
  async function* pieces(): AsyncGenerator<Cell[][]> {
    for await (const ids of allIds(ctx.db, query, PIECE)) {
      yield (await list.read(ctx.db, ids)).flatMap((row) => layout.lines(row, look));
    }
  }
  const table = {
    title: words(list.title),
    headings: layout.columns,
    titles: layout.columns.map(({ title }) => words(title)),
    language,
    pieces: pieces(),
  };
  // What leaves the house is kept on record: who took which list, and how much of it. Not in the snapshot, which only reads.
  const note = `${format}, ${total} rows`;
  await audit(ctx, { action: `export.${list.name}`, entity: list.name, after: filter, note }, ctx.outside);
  const about = [
    words('export:about', {
      rows: numberInWords(total, language),
      at: instantInWords(ctx.now, language),
      by: ctx.actor.full_name || ctx.actor.username,
    }),
    ...filterInWords(filter, look),
  ];
  const body =
    format === 'xlsx'
      ? writeXlsx(table, letGo)
      : writePdf({ ...table, about, pageWords: words('export:page'), author: ctx.actor.username }, letGo);
  return {
    file_name: `${words(`export:file.${list.name}`)}-${dayOf(ctx.now)}.${format}`,
    media_type: EXPORT_TYPES[format],
    rows: total,
    body,
  };
}
