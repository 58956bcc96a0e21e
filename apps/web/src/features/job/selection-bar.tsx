import { endpoints } from '@darkroom/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/session.ts';
import { useToast } from '../../lib/toast.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { countSelected, type Selected } from './job-selection.ts';
import styles from './selection-bar.module.css';

/** What is selected and what can be done with it; it takes no room while nothing is. */
export function SelectionBar({ selected, onClear }: { selected: Selected; onClear: () => void }) {
  const { t } = useTranslation('job');
  const may = useMay();
  const toast = useToast();
  const [deleting, setDeleting] = useState<'jobs' | 'tasks' | null>(null);
  const { jobs, details, tasks } = selected;
  if (countSelected(selected) === 0) return null;

  const words = [
    jobs.length > 0 && t('count.jobs', { count: jobs.length }),
    details.length > 0 && t('count.details', { count: details.length }),
    tasks.length > 0 && t('count.tasks', { count: tasks.length }),
  ].filter(Boolean);
  const deleteTasks = () => {
    // Spec §5: the action is for task records only.
    if (jobs.length + details.length > 0 || tasks.length === 0) toast.error(t('chooseTask'));
    else setDeleting('tasks');
  };
  const jobsWord = jobs.length === 0 ? t('deleteDetail') : details.length === 0 ? t('deleteJob') : t('deleteJobsAndDetails');
  return (
    <div className={styles.bar} role="region" aria-label={t('selection')}>
      <span className={styles.words} role="status">
        {t('selected', { what: words.join(', ') })}
      </span>
      {may(endpoints.job.delete.access) && jobs.length + details.length > 0 && (
        <Button size="small" danger onClick={() => setDeleting('jobs')}>
          {jobsWord}
        </Button>
      )}
      {may(endpoints.task.delete.access) && (
        <Button size="small" danger onClick={deleteTasks}>
          {t('deleteTask')}
        </Button>
      )}
      <Button size="small" type="text" onClick={onClear}>
        {t('clearSelection')}
      </Button>
      {deleting && (
        <DeleteDialog
          what={deleting}
          selected={selected}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            onClear();
          }}
        />
      )}
    </div>
  );
}
