import type { TaskRow } from '@darkroom/contract';
import { statusName } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/lookups.ts';
import { useCountFields } from './quantity-fields.tsx';
import styles from './task-parts.module.css';

/** Who got there first, as far as the task itself tells it. */
export function winnerOf(row: Pick<TaskRow, 'editor' | 'first_qc' | 'second_qc'>, action: TaskAction): number | null {
  switch (action) {
    case 'assign':
      return row.editor;
    case 'start_qc1':
      return row.first_qc;
    case 'start_qc2':
      return row.second_qc;
    default:
      return null;
  }
}

/** One sentence on how the task stands now: for a toast, for a dialog. */
export function useStandsNow(): (row: Pick<TaskRow, 'sub_prod_id' | 'status'>, who: number | null) => string {
  const { t } = useTranslation(['task', 'status']);
  const { name } = useUsers();
  return (row, who) => {
    const words = { task: row.sub_prod_id, status: t(`status:task.${statusName(row.status)}`) };
    return who === null ? t('stale.moved', words) : t('stale.taken', { ...words, user: name(who) });
  };
}

/** Both versions: how the task stands now, beside what was typed, which is kept; `over` when the step has become impossible. */
export function StaleNotice({ row, counts, over }: { row: TaskRow; counts: boolean; over: boolean }) {
  const { t } = useTranslation('task');
  const standsNow = useStandsNow();
  const fields = useCountFields(row);
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.notice}
      title={standsNow(row, null)}
      description={
        <>
          {counts && (
            <p>{t('stale.saved', { counts: fields.map((x) => `${t(`field.${x}`)} ${row[x]}`).join(' · ') })}</p>
          )}
          <p>{over ? t('stale.over') : t('stale.kept')}</p>
        </>
      }
    />
  );
}
