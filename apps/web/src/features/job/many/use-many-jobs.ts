import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { jobManyEndpoints } from '@darkroom/contract/job/many';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/call/api.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import type { JobInShort } from '../list/job-selection.ts';

type Bulk = InputOf<typeof jobManyEndpoints.bulk>;
type Answer = OutputOf<typeof jobManyEndpoints.bulk>;
export type ManyChange = Omit<Bulk, 'jobs'>;

/** The server takes this many at once; all that match are that many too. */
export const MOST_JOBS = 500;

/** What was not done, row by row, beside how much was. */
export interface ManySummary {
  /** How much was, in words. */
  note: string;
  refused: { name: string; code: string; told: string | undefined }[];
}

/** A job that is changed: in which version, and, where it is to be deleted, with what below it. */
type ToChange = Bulk['jobs'][number];

const NOTHING: Answer = { done: [], before: [], deleted: [], refused: [] };

/**
 * Changes or deletes many jobs and says how it went: one sentence for what was done, with Undo for 8 s where there is a way
 * back, and one summary of what was not, row by row and why. Answers what was done, for the choice to follow.
 */
export function useManyJobs(onChanged: (answer: Answer) => void) {
  const { t } = useTranslation(['job', 'errors', 'status', 'common']);
  const { number, day, dayTime } = useFormat();
  const priorityWord = usePriorityWord();
  const toast = useToast();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useApiMutation(jobManyEndpoints.bulk, { onError: () => true });
  const [summary, setSummary] = useState<ManySummary | null>(null);

  /** In parts the server takes; what went through before a part failed is done and answered. */
  const send = async (change: ManyChange, jobs: readonly ToChange[]): Promise<Answer> => {
    let sum = NOTHING;
    try {
      for (let at = 0; at < jobs.length; at += MOST_JOBS) {
        const part = jobs
          .slice(at, at + MOST_JOBS)
          .map(({ job_id, version, below }) =>
            change.action === 'delete' ? { job_id, version, below } : { job_id, version },
          );
        // One part after the other: each is a transaction of its own.
        const answer = await mutateAsync({ ...change, jobs: part });
        sum = {
          done: [...sum.done, ...answer.done],
          before: [...sum.before, ...answer.before],
          deleted: [...sum.deleted, ...answer.deleted],
          refused: [...sum.refused, ...answer.refused],
        };
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) toast.error(messageOf(error, t));
    }
    void invalidateTopics(client, ['job', 'task']);
    onChanged(sum);
    return sum;
  };

  const sayWhatWasNot = (
    refused: Answer['refused'],
    jobs: readonly Pick<JobInShort, 'job_id' | 'prod_id'>[],
    count: number,
    done: 'changed' | 'deleted' = 'changed',
  ) => {
    if (refused.length === 0) return;
    const names = new Map(jobs.map((job) => [job.job_id, job.prod_id]));
    setSummary({
      note: t(`many.done.${done}`, { count, n: number(count) }),
      refused: refused.map(({ job_id, code, due_at }) => ({
        name: names.get(job_id) ?? `#${job_id}`,
        code,
        told:
          code === 'stale' && done === 'deleted'
            ? t('many.changedMeanwhile')
            : due_at && t('errors:field.promised_before_of', { due: dayTime(due_at) }),
      })),
    });
  };

  const undo = async ({ done, before }: Answer, action: 'set_priority' | 'move_date') => {
    const was = new Map(before.map((job) => [job.job_id, action === 'move_date' ? job.job_date : job.job_priority]));
    let back = 0;
    const refused: Answer['refused'] = [];
    for (const value of new Set(was.values())) {
      const jobs = done.filter((job) => was.get(job.job_id) === value);
      const change: ManyChange =
        action === 'move_date'
          ? { action, job_date: value ?? undefined }
          : { action, job_priority: value as Bulk['job_priority'] };
      const answer = await send(change, jobs);
      back += answer.done.length;
      refused.push(...answer.refused);
    }
    if (back > 0) toast.success(t('many.undone', { count: back, n: number(back) }));
    sayWhatWasNot(refused, done, back);
  };

  const run = async (change: ManyChange, jobs: readonly JobInShort[]): Promise<Answer> => {
    const answer = await send(change, jobs);
    const { action } = change;
    const count = action === 'delete' ? answer.deleted.length : answer.done.length;
    if (count > 0 && action === 'delete') toast.success(t('many.deleted', { count, n: number(count) }));
    else if (count > 0 && action !== 'delete') {
      const priority = change.job_priority ? priorityWord(change.job_priority) : t('status:priority.none');
      const words =
        action === 'move_date'
          ? t('many.moved', { count, n: number(count), day: day(change.job_date ?? '') })
          : t('many.prioritised', { count, n: number(count), priority });
      toast.success(words, { label: t('common:undo'), onPress: () => void undo(answer, action) });
    }
    sayWhatWasNot(answer.refused, jobs, count, action === 'delete' ? 'deleted' : 'changed');
    return answer;
  };
  return { run, pending: isPending, summary, closeSummary: () => setSummary(null) };
}
