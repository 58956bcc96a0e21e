import type { InputOf } from '@darkroom/contract/endpoint';
import { jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { jobDetailEndpoints } from '@darkroom/contract/job/bulk';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { putJob } from './job-cache.ts';

/** Earlier values of the fields that an in-place edit changed. */
export type PreviousJobValues = Omit<InputOf<typeof jobEndpoints.update>, 'job_id' | 'version'>;

const JOB_LISTS: readonly unknown[] = [jobEndpoints.list.name, jobDetailEndpoints.details.name];

const hasJob = ({ state }: Query, job_id: number): boolean =>
  ((state.data as { results?: readonly { job_id: number }[] } | undefined)?.results ?? []).some(
    (row) => row.job_id === job_id,
  );

const findListsWithJob = (client: QueryClient, job_id: number): Query[] =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (list) => JOB_LISTS.includes(list.queryKey[0]) && hasJob(list, job_id) });

/** Updates an edited job on screen. If the job then leaves its list or page, a toast reports it and offers Undo for 8 s (quality 9). */
export function useApplyEditedJob(): (editedJob: Job, previousValues: PreviousJobValues) => void {
  const { t } = useTranslation(['job', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const { mutateAsync: update } = useApiMutation(jobEndpoints.update);
  return useCallback(
    (editedJob, previousValues) => {
      const { job_id, version, prod_id: job, job_name: name } = editedJob;
      const undo = async () => {
        try {
          await putJob(client, await update({ ...previousValues, job_id, version }));
          toast.success(t('bulk.undone', { count: 1, n: '1' }));
        } catch {
          // The mutation has already shown the reason.
        }
      };
      const listsBefore = findListsWithJob(client, job_id);
      void putJob(client, editedJob).then(() => {
        if (listsBefore.length > 0 && listsBefore.every((list) => list.isActive() && !hasJob(list, job_id)))
          toast.success(t('leftList', { job, name }), { label: t('common:undo'), onPress: () => void undo() });
      });
    },
    [t, client, toast, update],
  );
}
