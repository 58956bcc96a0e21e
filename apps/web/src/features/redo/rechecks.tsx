import type { TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';
import styles from './redo.module.css';

/** The two rechecks in their order. */
export const RECHECKS = [
  { field: 'rework_qc_1', nth: 1 },
  { field: 'rework_qc_2', nth: 2 },
] as const;

/** The two recheckers. A missing recheck is marked. During the editor's rework, a text replaces both. */
export function RecheckerNames({ row }: { row: Pick<TaskRow, 'status' | 'rework_qc_1' | 'rework_qc_2'> }) {
  const { t } = useTranslation('redo');
  const { name } = useUsers();
  if (row.status === TaskStatus.REWORK) return <span className={styles.pendingRecheck}>{t('recheck.notYet')}</span>;
  return (
    <span className={styles.twoLines}>
      {RECHECKS.map(({ field, nth }) => (
        <span key={field} className={row[field] === null ? styles.pendingRecheck : styles.line}>
          {row[field] === null ? t(`recheck.missing_${nth}`) : t(`recheck.by_${nth}`, { user: name(row[field]) })}
        </span>
      ))}
    </span>
  );
}
