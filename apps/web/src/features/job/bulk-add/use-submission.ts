import { jobEndpoints, type OutputOf } from '@darkroom/contract';
import { useState, type Dispatch } from 'react';
import type { ApiError } from '../../../lib/api.ts';
import { useApiMutation } from '../../../lib/query.ts';
import type { DraftAction } from './draft.ts';
import { refusedRows } from './refused-rows.ts';
import type { Judgement } from './use-judgement.ts';

export type AddedJobs = OutputOf<typeof jobEndpoints.bulkAdd>['results'];

/** What was added, with what the result has to say about it. */
export interface Added {
  readonly jobs: AddedJobs;
  readonly totals: Judgement['totals'];
}

/**
 * Sends all jobs in one call, all or nothing. When no answer came it is not known whether they were added: until an
 * answer does come nothing may be changed, and trying again repeats the same call under the same Idempotency-Key.
 */
export function useSubmission(dispatch: Dispatch<DraftAction>, onAdded: (added: Added) => void) {
  const [failure, setFailure] = useState<{ error: ApiError; refused: number } | null>(null);
  const [sent, setSent] = useState<Judgement | null>(null);
  const mutation = useApiMutation(jobEndpoints.bulkAdd, {
    invalidates: ['job', 'task'],
    onError: () => true,
  });
  const send = (judgement: Judgement) => {
    setFailure(null);
    setSent(judgement);
    mutation.mutate(
      { jobs: judgement.jobs.map((job) => ({ ...job })) },
      {
        onSuccess: ({ results }) => onAdded({ jobs: results, totals: judgement.totals }),
        onError: (error) => {
          const refused = refusedRows(error.problem.errors ?? [], judgement);
          dispatch({ type: 'refuse', refused });
          setFailure({ error, refused: refused.size });
        },
      },
    );
  };
  const unsure = failure !== null && (failure.error.status === 0 || failure.error.status >= 500);
  return {
    /** Sends what is judged now, or once more what may have arrived already. */
    send: (judgement: Judgement) => send(unsure && sent ? sent : judgement),
    sending: mutation.isPending,
    failure,
    unsure,
  };
}
