import type { TaskRow } from '@darkroom/contract/task/task';
import { QUANTITY_FIELDS } from '@darkroom/domain/task/quantities';
import { statusName } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';

/** Finds the user who won a race, as far as the task shows it. */
export function findRaceWinner(
  row: Pick<TaskRow, 'editor' | 'first_qc' | 'second_qc'>,
  action: TaskAction,
): number | null {
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

/** State of a task. A user who lost a race receives its status, not its quantities. */
type TaskSnapshot = Pick<TaskRow, 'status'> &
  Partial<Pick<TaskRow, 'x1' | 'x2' | 'x3' | 'rework_qc_1' | 'rework_qc_2'>>;

/** Finds the QC who did the first recheck since then, if the user's own recheck can still be the second. */
const findFirstRecheck = (row: TaskSnapshot, before: TaskSnapshot): number | null =>
  before.rework_qc_1 === null && row.rework_qc_2 === null ? (row.rework_qc_1 ?? null) : null;

/**
 * Returns a function that describes the current state of the task, for a toast or a dialog. If the status is unchanged, the sentence names
 * the other change.
 */
export function useStatusMessage() {
  const { t } = useTranslation(['task', 'status', 'field']);
  const { name } = useUsers();
  const myUserId = useActor().user_id;
  return (row: TaskSnapshot & Pick<TaskRow, 'sub_prod_id'>, winner: number | null, before?: TaskSnapshot): string => {
    const words = { task: row.sub_prod_id, status: t(`status:task.${statusName(row.status)}`) };
    if (winner !== null) return t('conflict.takenByOther', { ...words, user: name(winner) });
    if (!before) return t('conflict.now', words);
    if (before.status !== row.status) return t('conflict.moved', words);
    const recheckedBy = findFirstRecheck(row, before);
    if (recheckedBy !== null && recheckedBy !== myUserId)
      return t('conflict.rechecked', { ...words, user: name(recheckedBy) });
    const counts = QUANTITY_FIELDS.filter((x) => row[x] !== before[x]).map((x) => `${t(`field:${x}`)} ${row[x]}`);
    return counts.length > 0
      ? t('conflict.recounted', { ...words, counts: counts.join(' · ') })
      : t('conflict.changed', words);
  };
}
