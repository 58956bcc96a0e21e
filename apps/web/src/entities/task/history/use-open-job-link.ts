import { isWebLink } from '@darkroom/domain/text/link';
import type { TaskRow } from '@darkroom/contract/task/task';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';

/** Opens a job's link in a new tab without access to this page. Without a link a message is shown. */
export function useOpenJobLink(): (row: TaskRow | null) => void {
  const { t } = useTranslation('task');
  const toast = useToast();
  return (row) => {
    if (!row) return;
    if (isWebLink(row.job_link)) window.open(row.job_link, '_blank', 'noopener,noreferrer');
    else toast.info(`${row.sub_prod_id}: ${t('noLink')}`);
  };
}
