import type { TaskRow } from '@darkroom/contract/task/task';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { useCountFields } from '../list/counts.ts';
import { useCurrentStatus } from '../list/current-status.ts';
import styles from '../story/task-parts.module.css';

interface TaskConflictProps {
  row: TaskRow;
  /** The task when the step's form was opened. */
  was: TaskRow;
  /** The step asks for quantities. */
  counts: boolean;
  /** The form of the step shows the rework instructions. */
  rework: boolean;
  /** True if the step is not possible any more. */
  over: boolean;
  /** The form has typed text, which is kept. */
  typed: boolean;
  /** True if the step was refused for this change. Otherwise the change is shown while the user types. */
  refused: boolean;
}

const ASKED = ['rework_quantity', 'rework_notes'] as const;

/** Current state of the task, the changes that matter for the step, and a note about the typed text. */
export function TaskConflict({ row, was, counts, rework, over, typed, refused }: TaskConflictProps) {
  const { t } = useTranslation(['task', 'field']);
  const standsNow = useCurrentStatus();
  const fields = useCountFields(row);
  const asked = ASKED.filter((field) => rework && row[field] !== was[field]);
  return (
    <ConflictNotice
      presses={refused ? 1 : 0}
      title={standsNow(row, null, was)}
      hint={t(over ? 'stale.over' : refused ? 'stale.again' : 'stale.goOn', { context: typed ? 'typed' : '' })}
      newest={row.version}
    >
      {counts && <p>{t('stale.saved', { counts: fields.map((x) => `${t(`field:${x}`)} ${row[x]}`).join(' · ') })}</p>}
      {asked.length > 0 && (
        <dl className={styles.message}>
          {asked.map((field) => (
            <div key={field}>
              <dt>{t(`field:${field}`)}</dt>
              <dd>{t('stale.became', { before: was[field] ?? '–', after: row[field] ?? '–' })}</dd>
            </div>
          ))}
        </dl>
      )}
    </ConflictNotice>
  );
}
