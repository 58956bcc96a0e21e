import { taskEndpoints, type TaskRow, type TaskStepRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/api/query.ts';
import { FaultAppeal } from '../../appeal/fault-appeal.tsx';
import { ArchivedStepsNote } from './archived-steps.tsx';
import { findFaults, findSubmissionNote } from './task-timeline.ts';
import styles from './task-parts.module.css';

/** Fault types of one fault in words. */
export function FaultTags({ kinds }: { kinds: TaskStepRow['fault_kinds'] }) {
  const { label } = useFaultKinds();
  return (
    <span className={styles.tags}>
      {(kinds ?? []).map((key) => (
        <span key={key} className={styles.tag}>
          {label(key)}
        </span>
      ))}
    </span>
  );
}

const useTaskHistoryData = ({ task_id }: TaskRow) => useQuery(query(taskEndpoints.history, { task_id })).data;

interface FaultsFoundProps {
  row: TaskRow;
  /** Only faults after this time. */
  since?: TaskRow['rework_at'];
}

/** Faults found in a task, newest first. Empty without faults. */
export function FaultsFound({ row, since = null }: FaultsFoundProps) {
  const { t } = useTranslation('task');
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const faults = findFaults(useTaskHistoryData(row)?.events ?? [], since);
  if (faults.length === 0) return null;
  return (
    <section className={styles.faults} aria-label={t('earlierFaults')}>
      <h3>{t('earlierFaults')}</h3>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id}>
            <FaultTags kinds={fault.fault_kinds} />
            {(fault.fault_note ?? fault.note) && <p>{fault.fault_note ?? fault.note}</p>}
            <span className={styles.muted}>
              {fault.user_id !== null && name(fault.user_id)} · {dayTime(fault.at)}
            </span>
            <FaultAppeal task={row} fault={fault} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Earlier notes on this task: the editor's note at submission, and the faults found. */
export function EarlierFaults({ row }: { row: TaskRow }) {
  const { t } = useTranslation('task');
  const history = useTaskHistoryData(row);
  const submissionNote = findSubmissionNote(history?.events ?? []);
  return (
    <>
      {submissionNote && (
        <section className={styles.editorNote} aria-label={t('editorsNote')}>
          <h3>{t('editorsNote')}</h3>
          <p>{submissionNote.note}</p>
        </section>
      )}
      <FaultsFound row={row} />
      <ArchivedStepsNote archived={history?.archived ?? null} />
    </>
  );
}
