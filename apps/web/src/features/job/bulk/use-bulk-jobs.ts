import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { jobBulkEndpoints } from '@darkroom/contract/job/bulk';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { splitIntoParts } from '../../../lib/api/in-parts.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { usePriorityLabel } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { useBulkRun } from '../../../ui/feedback/bulk-run.tsx';
import type { JobSummary } from '../list/job-selection.ts';

type BulkInput = InputOf<typeof jobBulkEndpoints.bulk>;
type BulkResponse = OutputOf<typeof jobBulkEndpoints.bulk>;
export type BulkChange = Omit<BulkInput, 'jobs'>;

/** Maximum number of jobs in one request, and of a selection of all matching jobs. */
export const MAX_JOBS = 500;

/** A job to change with its version, and for a deletion its content. */
type JobToChange = BulkInput['jobs'][number];

/**
 * Changes or deletes many jobs and returns the changed jobs, so that the selection can follow. A toast offers Undo for 8 s if possible, and
 * a dialog lists refused jobs with reasons.
 */
export function useBulkJobs(onChanged: (response: BulkResponse) => void) {
  const { t } = useTranslation(['job', 'errors', 'status', 'common']);
  const { number, day, dayTime } = useFormat();
  const priorityWord = usePriorityLabel();
  const toast = useToast();
  const bulk = useBulkRun(jobBulkEndpoints.bulk, {
    emptyResponse: { done: [], before: [], deleted: [], refused: [] },
    invalidates: ['job', 'task'],
  });

  const send = async (change: BulkChange, jobs: readonly JobToChange[]): Promise<BulkResponse> => {
    const response = await bulk.run(
      splitIntoParts(jobs, MAX_JOBS).map((part) => ({
        ...change,
        jobs: part.map(({ job_id, version, checksum }) =>
          change.action === 'delete' ? { job_id, version, checksum } : { job_id, version },
        ),
      })),
    );
    onChanged(response);
    return response;
  };

  const showRefusedJobs = (
    refused: BulkResponse['refused'],
    jobs: readonly Pick<JobSummary, 'job_id' | 'prod_id'>[],
    count: number,
    outcome: 'changed' | 'deleted' = 'changed',
  ) => {
    if (refused.length === 0) return;
    const names = new Map(jobs.map((job) => [job.job_id, job.prod_id]));
    bulk.showUnchanged({
      title: t('bulk.notDone', { count: refused.length, n: number(refused.length) }),
      head: t('field.job'),
      note: t(`bulk.done.${outcome}`, { count, n: number(count) }),
      rows: refused.map(({ job_id, code, due_at }) => ({
        name: names.get(job_id) ?? `#${job_id}`,
        code,
        reason:
          code === 'stale' && outcome === 'deleted'
            ? t('bulk.changedSince')
            : due_at && t('errors:field.dueBeforeJobDateOf', { due: dayTime(due_at) }),
      })),
    });
  };

  const undo = async ({ done, before }: BulkResponse, action: 'set_priority' | 'move_date') => {
    const previousValues = new Map(
      before.map((job) => [job.job_id, action === 'move_date' ? job.job_date : job.job_priority]),
    );
    let undoneCount = 0;
    const refused: BulkResponse['refused'] = [];
    for (const value of new Set(previousValues.values())) {
      const jobs = done.filter((job) => previousValues.get(job.job_id) === value);
      const change: BulkChange =
        action === 'move_date'
          ? { action, job_date: value ?? undefined }
          : { action, job_priority: value as BulkInput['job_priority'] };
      const response = await send(change, jobs);
      undoneCount += response.done.length;
      refused.push(...response.refused);
    }
    if (undoneCount > 0) toast.success(t('bulk.undone', { count: undoneCount, n: number(undoneCount) }));
    showRefusedJobs(refused, done, undoneCount);
  };

  const run = async (change: BulkChange, jobs: readonly JobSummary[]): Promise<BulkResponse> => {
    const response = await send(change, jobs);
    const { action } = change;
    const count = action === 'delete' ? response.deleted.length : response.done.length;
    if (count > 0 && action === 'delete') toast.success(t('bulk.deleted', { count, n: number(count) }));
    else if (count > 0 && action !== 'delete') {
      const priority = change.job_priority ? priorityWord(change.job_priority) : t('status:priority.none');
      const words =
        action === 'move_date'
          ? t('bulk.moved', { count, n: number(count), day: day(change.job_date ?? '') })
          : t('bulk.prioritised', { count, n: number(count), priority });
      toast.success(words, { label: t('common:undo'), onPress: () => void undo(response, action) });
    }
    showRefusedJobs(response.refused, jobs, count, action === 'delete' ? 'deleted' : 'changed');
    return response;
  };
  return { run, pending: bulk.pending, dialog: bulk.dialog };
}
