import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { countAddedPieces } from '@darkroom/domain/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { RunningRework } from './running-rework.tsx';

/** A task of a complaint's job: editor, QCs, reworks and faults. */
export function ComplaintTaskItem({
  complaintTask,
  isNamedByCustomer,
}: {
  complaintTask: ComplaintTask;
  isNamedByCustomer: boolean;
}) {
  const { t } = useTranslation('request');
  const { dayTime, number } = useFormat();
  const users = useUsers();
  const { label } = useCategories();
  const faultTypes = useFaultKinds();
  const can = useCan();
  const { task } = complaintTask;
  const status = <StatusDot status={complaintTask.status as TaskStatus} />;
  if (!task) {
    return (
      <li className="framed stack gap-4">
        <div className="title-row">
          <span className="muted">{t('complaint.unseen')}</span>
          {status}
        </div>
      </li>
    );
  }
  const reworks = complaintTask.rounds ?? [];
  const addedPieces = countAddedPieces(
    complaintTask.status === TaskStatus.COMPLETED,
    task.quantity,
    complaintTask.counted_before,
  );
  const durationText =
    complaintTask.minutes === null ? null : t('complaint.took', { n: number(complaintTask.minutes) });
  const formatUsers = (ids: readonly number[]) => ids.map((id) => users.name(id)).join(', ') || '–';
  const formatFaultTypes = (list: readonly string[] | null) => list?.map(faultTypes.label).join(', ') ?? '';
  const editors = task.edited_by_ids.length > 0 ? task.edited_by_ids : task.editor === null ? [] : [task.editor];
  // The original editor stays named, and a later editor is shown next to them.
  const isReassigned = task.editor !== null && !editors.includes(task.editor);
  const recheckers = [task.rework_qc_1, task.rework_qc_2].filter((id) => id !== null);
  return (
    <li className="framed stack gap-4" data-task={complaintTask.task_id}>
      <div className="title-row">
        <span>
          <span className="id">{task.sub_prod_id}</span> #{complaintTask.task_id} {label(task.service_cat2_id)}
          {isNamedByCustomer && <strong className="muted block">{t('complaint.named')}</strong>}
        </span>
        {status}
      </div>
      <p className="muted">
        {t('complaint.counted', { count: task.quantity, n: number(task.quantity) })} ·{' '}
        {t('complaint.editedBy', { users: formatUsers(editors) })} ·{' '}
        {isReassigned && `${t('complaint.nowWith', { user: users.name(task.editor) })} · `}
        {t('complaint.qc1', { user: users.name(task.qc_1) || '–' })} ·{' '}
        {t('complaint.qc2', { user: users.name(task.qc_2) || '–' })}
      </p>
      {complaintTask.running && complaintTask.running.since !== complaintTask.sent_at && (
        <p>
          <RunningRework rework={complaintTask.running} />
        </p>
      )}
      {reworks.map((rework) => (
        <div key={rework.sent_at} className="stack gap-4">
          <p>
            {t('complaint.sentBy', {
              user: users.name(rework.sent_by) || '–',
              when: dayTime(rework.sent_at),
              count: rework.pieces,
              n: number(rework.pieces),
            })}
            {reworks.length === 1 && durationText && ` · ${durationText}`}
          </p>
          {rework.rework_notes && <blockquote className="quotation user-text">{rework.rework_notes}</blockquote>}
        </div>
      ))}
      {reworks.length > 0 && can(redoEndpoints.list.access) && (
        <p>
          {/* The rework list has the whole history and can delete the rework. */}
          <Link to="/job/redo-tasks" search={{ task: complaintTask.task_id }}>
            {t('complaint.openRework')}
          </Link>
        </p>
      )}
      {reworks.length > 1 && (
        <p>
          {t('complaint.rounds', { count: reworks.length, n: number(complaintTask.pieces) })}
          {durationText && ` · ${durationText}`}
        </p>
      )}
      {complaintTask.running?.counted_by_other_complaint && complaintTask.running.since === complaintTask.sent_at && (
        <p className="muted">{t('complaint.shared')}</p>
      )}
      {addedPieces > 0 && (
        <p>
          <strong>
            {t('complaint.added', {
              now: number(task.quantity),
              before: number(complaintTask.counted_before),
              count: addedPieces,
              n: number(addedPieces),
            })}
          </strong>
        </p>
      )}
      {formatFaultTypes(complaintTask.fault_kinds) && (
        <p className="muted">{t('complaint.kinds', { kinds: formatFaultTypes(complaintTask.fault_kinds) })}</p>
      )}
      {formatFaultTypes(complaintTask.recheck_fault_kinds) && (
        <p className="muted">
          {t('complaint.recheckKinds', { kinds: formatFaultTypes(complaintTask.recheck_fault_kinds) })}
        </p>
      )}
      {complaintTask.sent_at !== null && recheckers.length > 0 && (
        <p className="muted">{t('complaint.rechecked', { users: formatUsers(recheckers) })}</p>
      )}
    </li>
  );
}
