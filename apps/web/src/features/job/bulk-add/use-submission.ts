import type { InputOf } from '@darkroom/contract/endpoint';
import { jobImportEndpoints, sameJobs, type ImportOutcome } from '@darkroom/contract/job/many';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type Dispatch } from 'react';
import { ApiError, call, isTransient } from '../../../lib/call/api.ts';
import { invalidateTopics } from '../../../lib/call/query.ts';
import { newUuid } from '../../../lib/uuid.ts';
import type { CellError, Draft, DraftAction } from './draft.ts';
import { addedQuantity } from './added-quantity.ts';
import { refusedRows } from './validation/refused-rows.ts';
import { partsOf, type DraftValidation } from './validation/validation.ts';

type Commit = InputOf<typeof jobImportEndpoints.importCommit>;
export type Answer = Pick<Commit, 'same_jobs' | 'told'>;

/** Result of the import. */
export interface Added {
  readonly outcome: ImportOutcome;
  readonly draft: Draft;
  readonly totals: DraftValidation['totals'];
  /** Number of added pieces. */
  readonly quantity: number;
  /** Rows that were not added because their job already exists, by row number. */
  readonly skipped: ReadonlyMap<number, readonly CellError[]>;
  /** The import was undone. */
  readonly undone?: true;
}

/** A job of the sheet that already exists: its name in the sheet and its production ID here. */
export interface SameJob {
  readonly index: number;
  readonly prod_id: string;
  readonly job_name: string;
}

export type Sending =
  | { readonly step: 'idle' }
  | { readonly step: 'staging'; readonly done: number; readonly of: number }
  | { readonly step: 'adding' }
  /** Nothing was added yet: the user decides about these jobs. */
  | { readonly step: 'asking'; readonly same: readonly SameJob[]; readonly jobs: number };

/** An import in progress. */
interface Import {
  readonly import_id: string;
  readonly judgement: DraftValidation;
  readonly parts: ReturnType<typeof partsOf>;
  readonly answer: Answer;
}

const IDLE: Sending = { step: 'idle' };
/** Time after the first Enter in which another one counts as a double press. */
const DOUBLE_ENTER_MS = 700;

/**
 * Sends the jobs of the sheet as one import (decision 084). The parts are staged first, which can be cancelled, and one call then adds
 * all jobs or none.
 * Without an answer to that call the result is unknown. Changes are then locked, and a retry repeats the same import, which is added only
 * once.
 */
export function useSubmission(dispatch: Dispatch<DraftAction>, onAdded: (added: Added) => void) {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending>(IDLE);
  const [failure, setFailure] = useState<{ error: ApiError; refused: number; unsure: boolean } | null>(null);
  const current = useRef<Import | null>(null);
  const stopper = useRef<AbortController | null>(null);
  const begun = useRef(0);

  const failed = (error: unknown, one: Import | null, committing: boolean) => {
    if (!(error instanceof ApiError)) throw error;
    const same = error.problem.code === 'jobs_exist' ? sameJobs.safeParse(error.problem.current) : null;
    if (one && same?.success) return setSending(asking(one, same.data.jobs));
    setSending(IDLE);
    const unsure = committing && (error.status === 0 || error.status >= 500);
    const refused = one
      ? refusedRows(error.problem.errors ?? [], one.judgement.draft.rows, one.judgement.detail_rows)
      : new Map<number, CellError[]>();
    if (!unsure) dispatch({ type: 'refuse', refused });
    return setFailure({ error, refused: refused.size, unsure });
  };

  const commit = async (one: Import) => {
    current.current = one;
    setFailure(null);
    setSending({ step: 'adding' });
    try {
      const outcome = await call(jobImportEndpoints.importCommit, {
        import_id: one.import_id,
        file_name: one.judgement.draft.source.name.slice(0, 200),
        parts: one.parts.length,
        ...one.answer,
      });
      setSending(IDLE);
      current.current = null;
      void invalidateTopics(client, ['job', 'task']);
      onAdded({
        outcome,
        draft: one.judgement.draft,
        totals: one.judgement.totals,
        quantity: addedQuantity(one.parts, outcome.skipped),
        skipped: skippedRows(one, outcome),
      });
    } catch (error) {
      failed(error, one, true);
    }
  };

  const send = async (judgement: DraftValidation, answer: Answer) => {
    const stop = new AbortController();
    stopper.current = stop;
    begun.current = performance.now();
    setFailure(null);
    const parts = partsOf(judgement.jobs);
    const one: Import = { import_id: newUuid(), parts, judgement, answer };
    try {
      for (const [at, jobs] of parts.entries()) {
        if (stop.signal.aborted) return;
        setSending({ step: 'staging', done: at, of: parts.length });
        // One part after the other, so that a long sheet does not use the whole bandwidth of the bureau.
        await stagePart(one.import_id, at + 1, jobs, stop.signal);
      }
    } catch (error) {
      if (!stop.signal.aborted) failed(error, one, false);
      return;
    }
    if (!stop.signal.aborted) await commit(one);
  };

  return {
    sending,
    failure,
    /** Sends the current rows, or repeats the commit whose result is unknown. */
    send: (judgement: DraftValidation, answer: Answer) =>
      void (failure?.unsure && current.current ? commit(current.current) : send(judgement, answer)),
    /** Continues with the user's answer. */
    answer: (answer: Answer) => void (current.current && commit({ ...current.current, answer })),
    /** Cancels the submission, unless this is the second press of a double click or double Enter on "Add". `clicks` is 0 for a key. */
    cancel: (clicks: number) => {
      // "Cancel" replaces "Add" and takes its focus.
      if (clicks > 1 || (clicks === 0 && performance.now() - begun.current < DOUBLE_ENTER_MS)) return;
      stopper.current?.abort();
      setSending(IDLE);
    },
  };
}

function asking(one: Import, same: readonly { index: number; prod_id: string }[]): Sending {
  const all = one.parts.flat();
  return {
    step: 'asking',
    jobs: all.length,
    same: same.map(({ index, prod_id }) => ({ index, prod_id, job_name: all[index]?.job_name ?? '' })),
  };
}

function skippedRows({ judgement }: Import, { skipped }: ImportOutcome): Added['skipped'] {
  return new Map(
    skipped.flatMap(({ index, prod_id }) =>
      (judgement.detail_rows[index] ?? []).map((at) => [
        judgement.draft.rows[at]?.row ?? 0,
        [{ field: 'row' as const, code: 'here_already', other: prod_id }],
      ]),
    ),
  );
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/** Stages one part. A broken connection is retried, and the server recognises the same part. */
async function stagePart(
  import_id: string,
  part: number,
  jobs: Import['parts'][number],
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await call(jobImportEndpoints.importStage, { import_id, part, jobs: [...jobs] }, { signal });
      return;
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !isTransient(error)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
