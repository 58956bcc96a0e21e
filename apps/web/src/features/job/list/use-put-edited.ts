import type { InputOf } from '@darkroom/contract/endpoint';
import { jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { jobDetailEndpoints } from '@darkroom/contract/job/many';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { putJob } from './job-cache.ts';

/** Previous values of the fields that an in-place edit changed. */
export type JobBefore = Omit<InputOf<typeof jobEndpoints.update>, 'job_id' | 'version'>;

const LISTS: readonly unknown[] = [jobEndpoints.list.name, jobDetailEndpoints.details.name];

const holds = ({ state }: Query, job_id: number): boolean =>
  ((state.data as { results?: readonly { job_id: number }[] } | undefined)?.results ?? []).some(
    (row) => row.job_id === job_id,
  );

const listsWith = (client: QueryClient, job_id: number): Query[] =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (list) => LISTS.includes(list.queryKey[0]) && holds(list, job_id) });

/** Updates an edited job on screen. If the job then leaves its list or page, a toast says so and offers Undo for 8 s (quality 9). */
export function usePutEdited(): (after: Job, before: JobBefore) => void {
  const { t } = useTranslation(['job', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const { mutateAsync: update } = useApiMutation(jobEndpoints.update);
  return useCallback(
    (after, before) => {
      const { job_id, version, prod_id: job, job_name: name } = after;
      const undo = async () => {
        try {
          await putJob(client, await update({ ...before, job_id, version }));
          toast.success(t('many.undone', { count: 1, n: '1' }));
        } catch {
          // The call has already shown the reason.
        }
      };
      const shown = listsWith(client, job_id);
      void putJob(client, after).then(() => {
        if (shown.length > 0 && shown.every((list) => list.isActive() && !holds(list, job_id)))
          toast.success(t('leftList', { job, name }), { label: t('common:undo'), onPress: () => void undo() });
      });
    },
    [t, client, toast, update],
  );
}
