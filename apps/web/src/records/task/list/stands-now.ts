import type { TaskRow } from '@darkroom/contract/task';
import { statusName } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';

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
