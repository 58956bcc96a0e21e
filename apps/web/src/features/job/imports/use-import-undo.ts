import { jobImportEndpoints, jobsInTheWay } from '@darkroom/contract/job/bulk';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';

/** Errors that name the jobs that prevent the undo. */
const CODES_WITH_JOBS: readonly string[] = [
  'import_work_started',
  'import_has_later_work',
  'import_changed',
  'import_linked_to_request',
];

/** Undoes a whole import and shows the result or the reason for a refusal (decision 084). */
export function useImportUndo(onUndone: (import_id: string) => void = () => undefined) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  return useApiMutation(jobImportEndpoints.importUndo, {
    invalidates: ['job', 'task'],
    onSuccess: ({ import_id, deleted_jobs }) => {
      toast.success(t('imports.undone', { count: deleted_jobs }));
      onUndone(import_id);
    },
    onError: (error) => {
      const blockingJobs = CODES_WITH_JOBS.includes(error.problem.code)
        ? jobsInTheWay.safeParse(error.problem.current)
        : null;
      if (!blockingJobs?.success) return false;
      const { count, jobs } = blockingJobs.data;
      const prodIds = jobs.map((job) => job.prod_id).join(', ');
      toast.error(
        `${getErrorMessage(error, t)} ${t('imports.begun', { count, named: count > jobs.length ? `${prodIds} …` : prodIds })}`,
      );
      return true;
    },
  });
}
