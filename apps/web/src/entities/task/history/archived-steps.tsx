import type { OutputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints } from '@darkroom/contract/task/task';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import styles from './task-parts.module.css';

/** Notice that a task's first steps are archived in a file and not shown here. */
export function ArchivedStepsNote({ archived }: Pick<OutputOf<typeof taskEndpoints.history>, 'archived'>) {
  const { t } = useTranslation('task');
  if (!archived) return null;
  return (
    <p className={styles.muted}>{t('archived.steps', { count: archived.steps, month: formatMonth(archived.month) })}</p>
  );
}
