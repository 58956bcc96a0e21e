import type { Job } from '@darkroom/contract/job/job';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';

/** Copies the URL of a page with only this job, expanded. The specification defines the messages. */
export function CopyLinkButton({ job }: { job: Job }) {
  const { t } = useTranslation(['job', 'common']);
  const toast = useToast();
  const copy = async () => {
    const link = `${window.location.origin}/job?job_id=${job.job_id}&open=${job.job_id}`;
    try {
      await navigator.clipboard.writeText(link);
      toast.success(t('common:copy.done'));
    } catch {
      // Also shown on an insecure page, where the browser has no clipboard.
      toast.error(t('common:copy.failed'));
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {t('job:copyLink')}
    </Button>
  );
}
