import type { InputOf } from '@darkroom/contract/endpoint';
import { jobImportEndpoints, duplicateJobs, type ImportOutcome } from '@darkroom/contract/job/bulk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type Dispatch } from 'react';
import { ApiError, call, isTransient } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { newUuid } from '../../../lib/uuid.ts';
import type { CellError, OrderDraft, DraftAction } from './draft.ts';
import { sumAddedQuantity } from './added-quantity.ts';
import { findRefusedRows } from './validation/refused-rows.ts';
import { splitIntoParts, type DraftValidation } from './validation/validation.ts';

type Commit = InputOf<typeof jobImportEndpoints.importCommit>;
export type ExistingJobsAnswer = Pick<Commit, 'same_jobs' | 'confirmed_existing_jobs'>;

export interface ImportResult {
  readonly outcome: ImportOutcome;
  readonly draft: OrderDraft;
  readonly totals: DraftValidation['totals'];
  readonly quantity: number;
  /** Rows that were not added because their job already exists, by row number. */
  readonly skipped: ReadonlyMap<number, readonly CellError[]>;
  readonly undone?: true;
}

/** A job of the sheet that already exists: its name in the sheet and its production ID here. */
export interface ExistingJob {
  readonly index: number;
  readonly prod_id: string;
  readonly job_name: string;
}

export type SubmissionProgress =
  | { readonly step: 'idle' }
  | { readonly step: 'staging'; readonly done: number; readonly total: number }
  | { readonly step: 'adding' }
  /** No job was added yet: the user decides about these jobs. */
  | { readonly step: 'asking'; readonly existing: readonly ExistingJob[]; readonly jobs: number };

interface PendingImport {
  readonly import_id: string;
  readonly validation: DraftValidation;
  readonly parts: ReturnType<typeof splitIntoParts>;
  readonly answer: ExistingJobsAnswer;
}

const IDLE: SubmissionProgress = { step: 'idle' };
/** Time after the first Enter in which another Enter counts as a double press. */
const DOUBLE_ENTER_MS = 700;

/**
 * Sends the sheet as one import (decision 084): parts are staged first, then one request adds all jobs or none. Without a response to that
 * request, changes are locked, and a retry repeats the same import.
 */
export function useSubmission(dispatch: Dispatch<DraftAction>, onAdded: (added: ImportResult) => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SubmissionProgress>(IDLE);
  const [failure, setFailure] = useState<{ error: ApiError; refused: number; isResultUnknown: boolean } | null>(null);
  const currentImport = useRef<PendingImport | null>(null);
  const abortController = useRef<AbortController | null>(null);
  const startedAt = useRef(0);

  const handleFailure = (error: unknown, pendingImport: PendingImport | null, isCommitting: boolean) => {
    if (!(error instanceof ApiError)) throw error;
    const existing = error.problem.code === 'jobs_exist' ? duplicateJobs.safeParse(error.problem.current) : null;
    if (pendingImport && existing?.success) return setProgress(askAboutExistingJobs(pendingImport, existing.data.jobs));
    setProgress(IDLE);
    const isResultUnknown = isCommitting && (error.status === 0 || error.status >= 500);
    const refused = pendingImport
      ? findRefusedRows(
          error.problem.errors ?? [],
          pendingImport.validation.draft.rows,
          pendingImport.validation.detail_rows,
        )
      : new Map<number, CellError[]>();
    if (!isResultUnknown) dispatch({ type: 'refuse', refused });
    return setFailure({ error, refused: refused.size, isResultUnknown });
  };

  const commit = async (pendingImport: PendingImport) => {
    currentImport.current = pendingImport;
    setFailure(null);
    setProgress({ step: 'adding' });
    try {
      const outcome = await call(jobImportEndpoints.importCommit, {
        import_id: pendingImport.import_id,
        file_name: pendingImport.validation.draft.source.name.slice(0, 200),
        parts: pendingImport.parts.length,
        ...pendingImport.answer,
      });
      setProgress(IDLE);
      currentImport.current = null;
      void invalidateTopics(client, ['job', 'task']);
      onAdded({
        outcome,
        draft: pendingImport.validation.draft,
        totals: pendingImport.validation.totals,
        quantity: sumAddedQuantity(pendingImport.parts, outcome.skipped),
        skipped: findSkippedRows(pendingImport, outcome),
      });
    } catch (error) {
      handleFailure(error, pendingImport, true);
    }
  };

  const send = async (validation: DraftValidation, answer: ExistingJobsAnswer) => {
    const controller = new AbortController();
    abortController.current = controller;
    startedAt.current = performance.now();
    setFailure(null);
    const parts = splitIntoParts(validation.jobs);
    const pendingImport: PendingImport = { import_id: newUuid(), parts, validation, answer };
    try {
      for (const [index, jobs] of parts.entries()) {
        if (controller.signal.aborted) return;
        setProgress({ step: 'staging', done: index, total: parts.length });
        // One part after the other, so that a long sheet does not use the whole bandwidth of the bureau.
        await stagePart(pendingImport.import_id, index + 1, jobs, controller.signal);
      }
    } catch (error) {
      if (!controller.signal.aborted) handleFailure(error, pendingImport, false);
      return;
    }
    if (!controller.signal.aborted) await commit(pendingImport);
  };

  return {
    progress,
    failure,
    /** Sends the current rows, or repeats the commit whose result is unknown. */
    send: (validation: DraftValidation, answer: ExistingJobsAnswer) =>
      void (failure?.isResultUnknown && currentImport.current
        ? commit(currentImport.current)
        : send(validation, answer)),
    /** Continues with the user's choice. */
    answer: (answer: ExistingJobsAnswer) =>
      void (currentImport.current && commit({ ...currentImport.current, answer })),
    /** Cancels the submission, unless this is the second press of a double click or double Enter on "Add". `clicks` is 0 for a key. */
    cancel: (clicks: number) => {
      // "Cancel" replaces "Add" and takes its focus.
      if (clicks > 1 || (clicks === 0 && performance.now() - startedAt.current < DOUBLE_ENTER_MS)) return;
      abortController.current?.abort();
      setProgress(IDLE);
    },
  };
}

function askAboutExistingJobs(
  pendingImport: PendingImport,
  existing: readonly { index: number; prod_id: string }[],
): SubmissionProgress {
  const all = pendingImport.parts.flat();
  return {
    step: 'asking',
    jobs: all.length,
    existing: existing.map(({ index, prod_id }) => ({ index, prod_id, job_name: all[index]?.job_name ?? '' })),
  };
}

function findSkippedRows({ validation }: PendingImport, { skipped }: ImportOutcome): ImportResult['skipped'] {
  return new Map(
    skipped.flatMap(({ index, prod_id }) =>
      (validation.detail_rows[index] ?? []).map((at) => [
        validation.draft.rows[at]?.row ?? 0,
        [{ field: 'row' as const, code: 'alreadyExists', other: prod_id }],
      ]),
    ),
  );
}

const MAX_ATTEMPTS = 4;
const FIRST_RETRY_DELAY_MS = 500;

/** Stages one part. A broken connection is retried, and the server recognises the same part. */
async function stagePart(
  import_id: string,
  part: number,
  jobs: PendingImport['parts'][number],
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await call(jobImportEndpoints.importStage, { import_id, part, jobs: [...jobs] }, { signal });
      return;
    } catch (error) {
      if (signal.aborted || attempt === MAX_ATTEMPTS || !isTransient(error)) throw error;
      const delay = FIRST_RETRY_DELAY_MS * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
