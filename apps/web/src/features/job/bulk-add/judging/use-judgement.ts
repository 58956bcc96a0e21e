import { categoryEndpoints } from '@darkroom/contract/category';
import { customerTreeEndpoints } from '@darkroom/contract/customer/tree';
import type { Evaluation, JudgedRow, OrderJob } from '@darkroom/domain/order-sheet/evaluate';
import { orderLists, type OrderLists } from '@darkroom/domain/order-sheet/lists';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePriorities } from '../../../../lib/session/lookups.ts';
import { query } from '../../../../lib/call/query.ts';
import type { Draft, Refusal } from '../draft.ts';
import type { JudgeAnswer, Judged, JudgeRequest, ListSources, Places, PricedLine } from './judging.ts';

/** The bureau's customers, catalogue and words for priorities to resolve names in; null until they are there. */
export function useOrderLists() {
  const customers = useQuery(query(customerTreeEndpoints.list, {}));
  const categories = useQuery(query(categoryEndpoints.list, {}));
  const priorities = usePriorities();
  const sources = useMemo<ListSources | null>(
    () =>
      customers.data && categories.data && !priorities.isPending
        ? { customers: customers.data, categories: categories.data, priorities: priorities.labels }
        : null,
    [customers.data, categories.data, priorities],
  );
  const lists = useMemo<OrderLists | null>(
    () => sources && orderLists(sources.customers, sources.categories, sources.priorities),
    [sources],
  );
  const retry = () => void Promise.all([customers.refetch(), categories.refetch()]);
  return { sources, lists, failed: sources === null && (customers.isError || categories.isError), retry };
}

/** A row as the grid shows it: judged, and perhaps refused by the server. */
export interface ShownRow extends Omit<JudgedRow, 'job'> {
  /** Its place in the whole sheet, from 0. */
  readonly index: number;
  readonly refused: readonly Refusal[];
  /** Has something to be mended, and is not left out. */
  readonly bad: boolean;
}

/** Which job a row became, and which detail of it. */
export interface Part {
  readonly job: number;
  readonly detail: number;
  readonly details: number;
}

/** The draft as it was judged. */
export interface Judgement {
  readonly draft: Draft;
  readonly lists: ListSources;
  readonly rows: readonly ShownRow[];
  readonly totals: Evaluation['totals'];
  readonly lines: readonly PricedLine[];
  readonly places: Places;
}

/** The jobs of a draft, in parts, with the rows (by place) that each job's details came from. */
export interface JobParts {
  readonly parts: readonly (readonly OrderJob[])[];
  readonly detail_rows: Evaluation['detail_rows'];
}

export interface Judging {
  /** Null until the sheet was read once. */
  readonly judgement: Judgement | null;
  /** How far the first reading is, or a new one under new lists. */
  readonly reading: { readonly done: number; readonly of: number } | null;
  /** What is shown is what the draft is. */
  readonly settled: boolean;
  /** The worker broke: out of memory, or a release that took its script away. */
  readonly broken: boolean;
  readonly jobParts: () => Promise<JobParts>;
}

export const partOf = ({ places }: Judgement, index: number): Part | null => {
  const job = places.job[index] ?? -1;
  return job < 0 ? null : { job, detail: places.detail[index] ?? 0, details: places.details[index] ?? 0 };
};

/** What was asked and is not answered yet. */
interface Asked {
  readonly draft: Draft;
  readonly lists: ListSources;
  readonly rows: (readonly [number, Judged])[];
}

/**
 * Judges the draft in a worker, anew whenever it or the lists change. Only what changed goes there and comes back, so that a
 * mended cell costs the page a moment, however long the sheet.
 */
export function useJudging(draft: Draft, lists: ListSources): Judging {
  const [judgement, setJudgement] = useState<Judgement | null>(null);
  const [reading, setReading] = useState<Judging['reading']>(null);
  const [broken, setBroken] = useState(false);
  const judge = useRef<ReturnType<typeof startJudge> | null>(null);

  useEffect(() => {
    const started = startJudge({ onReading: setReading, onJudged: setJudgement, onBroken: () => setBroken(true) });
    judge.current = started;
    return () => {
      started.stop();
      judge.current = null;
    };
  }, []);
  useEffect(() => judge.current?.ask(draft, lists), [draft, lists]);

  const jobParts = useMemo(
    () => () => judge.current?.jobParts() ?? Promise.reject(new Error('There is no worker to ask.')),
    [],
  );
  return { judgement, reading, settled: judgement?.draft === draft && judgement.lists === lists, broken, jobParts };
}

interface Told {
  onReading: (reading: Judging['reading']) => void;
  onJudged: (change: (before: Judgement | null) => Judgement) => void;
  onBroken: () => void;
}

/** A worker of one draft, and what it was told last. */
function startJudge({ onReading, onJudged, onBroken }: Told) {
  const worker = new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' });
  const asked = new Map<number, Asked>();
  const gathering = new Map<number, { parts: OrderJob[][]; done: (parts: JobParts) => void }>();
  let last: Pick<Asked, 'draft' | 'lists'> | null = null;
  let seq = 0;
  const send = (request: JudgeRequest) => worker.postMessage(request);

  worker.addEventListener('message', ({ data }: MessageEvent<JudgeAnswer>) => {
    switch (data.kind) {
      case 'reading':
        return onReading({ done: data.done, of: data.of });
      case 'rows':
        asked.get(data.seq)?.rows.push(...data.rows);
        return undefined;
      case 'judged': {
        const answered = asked.get(data.seq);
        asked.delete(data.seq);
        onReading(null);
        if (answered) onJudged((before) => merged(before, answered, data));
        return undefined;
      }
      case 'part':
        gathering.get(data.seq)?.parts.push([...data.jobs]);
        return undefined;
      case 'parts': {
        const wanted = gathering.get(data.seq);
        gathering.delete(data.seq);
        wanted?.done({ parts: wanted.parts, detail_rows: data.detail_rows });
        return undefined;
      }
      default: {
        const never: never = data;
        return never;
      }
    }
  });
  worker.addEventListener('error', onBroken);

  return {
    ask(draft: Draft, lists: ListSources) {
      seq++;
      asked.set(seq, { draft, lists, rows: [] });
      send({
        kind: 'judge',
        seq,
        ...(last?.lists !== lists && { lists }),
        ...changesOf(last?.draft, draft),
      });
      last = { draft, lists };
    },
    jobParts: () =>
      new Promise<JobParts>((done) => {
        seq++;
        gathering.set(seq, { parts: [], done });
        send({ kind: 'parts', seq });
      }),
    stop: () => worker.terminate(),
  };
}

/** What of a draft the worker does not know yet. */
function changesOf(before: Draft | undefined, now: Draft) {
  if (!before || before.rows.length !== now.rows.length) {
    return { rows: now.rows, left_out: new Set(now.left_out.keys()), not_duplicate: now.not_duplicate };
  }
  const changed = now.rows.flatMap((row, index) => (before.rows[index] === row ? [] : [[index, row] as const]));
  return {
    changed,
    ...(before.left_out !== now.left_out && { left_out: new Set(now.left_out.keys()) }),
    ...(before.not_duplicate !== now.not_duplicate && { not_duplicate: now.not_duplicate }),
  };
}

const NO_REFUSALS: readonly Refusal[] = [];

/** The rows shown after an answer: those that came out as before stay the same objects, and are not drawn again. */
function merged(
  before: Judgement | null,
  { draft, lists, rows: answered }: Asked,
  { places, totals, lines }: Extract<JudgeAnswer, { kind: 'judged' }>,
): Judgement {
  const rows = before?.rows.length === draft.rows.length ? before.rows.slice() : [];
  const show = (index: number, judged: Judged) => {
    const sheet = draft.rows[index];
    if (!sheet) return;
    const refused = draft.refused.get(sheet.row) ?? NO_REFUSALS;
    const bad = !judged.left_out && (judged.problems.length > 0 || refused.length > 0);
    rows[index] = { ...judged, sheet, index, refused, bad };
  };
  for (const [index, judged] of answered) show(index, judged);
  // What the server refused is known here alone.
  if (before && before.draft.refused !== draft.refused) {
    for (const row of rows) {
      const was = before.draft.refused.get(row.sheet.row);
      if (was !== draft.refused.get(row.sheet.row)) show(row.index, row);
    }
  }
  let { bad } = totals;
  for (const row of draft.refused.keys()) {
    const shown = rows[indexOfRow(rows, row)];
    if (shown?.bad && shown.problems.length === 0) bad++;
  }
  return { draft, lists, rows, totals: { ...totals, bad }, lines, places };
}

/** Where a row of the sheet stands among rows in its order; -1 where it is not. */
export function indexOfRow(rows: readonly ShownRow[], row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = rows[middle]?.sheet.row ?? 0;
    if (at === row) return middle;
    if (at < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
