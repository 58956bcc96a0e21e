import type { TaskRow } from '@darkroom/contract/task/task';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useQuantityFields } from '../list/quantities.ts';
import { useStatusMessage } from '../list/status-message.ts';
import styles from '../history/task-parts.module.css';

interface TaskConflictProps {
  row: TaskRow;
  /** The task when the step's form was opened. */
  before: TaskRow;
  /** True for a step that requires quantities. */
  asksQuantity: boolean;
  /** True if the form of the step shows the rework instructions. */
  showsRework: boolean;
  /** True if the step is not possible any more. */
  isOver: boolean;
  /** True if the form has typed text, which stays in the form. */
  hasTypedText: boolean;
  /** True if the step was refused for this change. Otherwise the change is shown while the user types. */
  isRefused: boolean;
}

const REWORK_FIELDS = ['rework_quantity', 'rework_notes'] as const;

/** Current state of the task, the changes that matter for the step, and a note about the typed text. */
export function TaskConflict({
  row,
  before,
  asksQuantity,
  showsRework,
  isOver,
  hasTypedText,
  isRefused,
}: TaskConflictProps) {
  const { t } = useTranslation(['task', 'field']);
  const getStatusMessage = useStatusMessage();
  const fields = useQuantityFields(row);
  const changedFields = REWORK_FIELDS.filter((field) => showsRework && row[field] !== before[field]);
  return (
    <ConflictNotice
      saveAttempts={isRefused ? 1 : 0}
      title={getStatusMessage(row, null, before)}
      hint={t(isOver ? 'conflict.stepNotPossible' : isRefused ? 'conflict.again' : 'conflict.continue', {
        context: hasTypedText ? 'typed' : '',
      })}
      newsId={row.version}
    >
      {asksQuantity && (
        <p>{t('conflict.saved', { counts: fields.map((x) => `${t(`field:${x}`)} ${row[x]}`).join(' · ') })}</p>
      )}
      {changedFields.length > 0 && (
        <dl className={styles.message}>
          {changedFields.map((field) => (
            <div key={field}>
              <dt>{t(`field:${field}`)}</dt>
              <dd>{t('conflict.changedTo', { before: before[field] ?? '–', after: row[field] ?? '–' })}</dd>
            </div>
          ))}
        </dl>
      )}
    </ConflictNotice>
  );
}
