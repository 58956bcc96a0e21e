import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { piecesAdded } from '@darkroom/domain/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCategories, useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { RunningRework } from './running-rework.tsx';

/** A task of a complaint's job: editor, QCs, reworks and faults. */
export function CauseOfTask({ of, pointedAt }: { of: ComplaintTask; pointedAt: boolean }) {
  const { t } = useTranslation('request');
  const { dayTime, number } = useFormat();
  const users = useUsers();
  const { label } = useCategories();
  const kinds = useFaultKinds();
  const may = useCan();
  const { task } = of;
  const status = <StatusDot status={of.status as TaskStatus} />;
  if (!task) {
    return (
      <li className="framed stack gap-4">
        <div className="ends">
          <span className="muted">{t('complaint.unseen')}</span>
          {status}
        </div>
      </li>
    );
  }
  const rounds = of.rounds ?? [];
  const added = piecesAdded(of.status === TaskStatus.COMPLETED, task.quantity, of.counted_before);
  const took = of.minutes === null ? null : t('complaint.took', { n: number(of.minutes) });
  const names = (ids: readonly number[]) => ids.map((id) => users.name(id)).join(', ') || '–';
  const named = (list: readonly string[] | null) => list?.map(kinds.label).join(', ') ?? '';
  const editors = task.edited_by.length > 0 ? task.edited_by : task.editor === null ? [] : [task.editor];
  // The original editor stays named, and a later editor is shown next to them.
  const handedOn = task.editor !== null && !editors.includes(task.editor);
  const rechecked = [task.rework_qc_1, task.rework_qc_2].filter((id) => id !== null);
  return (
    <li className="framed stack gap-4" data-task={of.task_id}>
      <div className="ends">
        <span>
          <span className="id">{task.sub_prod_id}</span> #{of.task_id} {label(task.service_cat2_id)}
          {pointedAt && <strong className="muted block">{t('complaint.named')}</strong>}
        </span>
        {status}
      </div>
      <p className="muted">
        {t('complaint.counted', { count: task.quantity, n: number(task.quantity) })} ·{' '}
        {t('complaint.editedBy', { users: names(editors) })} ·{' '}
        {handedOn && `${t('complaint.nowWith', { user: users.name(task.editor) })} · `}
        {t('complaint.qc1', { user: users.name(task.qc_1) || '–' })} ·{' '}
        {t('complaint.qc2', { user: users.name(task.qc_2) || '–' })}
      </p>
      {of.running && of.running.since !== of.sent_at && (
        <p>
          <RunningRework of={of.running} />
        </p>
      )}
      {rounds.map((round) => (
        <div key={round.sent_at} className="stack gap-4">
          <p>
            {t('complaint.sentBy', {
              user: users.name(round.sent_by) || '–',
              when: dayTime(round.sent_at),
              count: round.pieces,
              n: number(round.pieces),
            })}
            {rounds.length === 1 && took && ` · ${took}`}
          </p>
          {round.rework_notes && <blockquote className="cited verbatim">{round.rework_notes}</blockquote>}
        </div>
      ))}
      {rounds.length > 0 && may(redoEndpoints.list.access) && (
        <p>
          {/* The rework list has the whole history and can delete the rework. */}
          <Link to="/job/redo-tasks" search={{ task: of.task_id }}>
            {t('complaint.openRework')}
          </Link>
        </p>
      )}
      {rounds.length > 1 && (
        <p>
          {t('complaint.rounds', { count: rounds.length, n: number(of.pieces) })}
          {took && ` · ${took}`}
        </p>
      )}
      {of.running?.for_others && of.running.since === of.sent_at && <p className="muted">{t('complaint.shared')}</p>}
      {added > 0 && (
        <p>
          <strong>
            {t('complaint.added', {
              now: number(task.quantity),
              before: number(of.counted_before),
              count: added,
              n: number(added),
            })}
          </strong>
        </p>
      )}
      {named(of.fault_kinds) && <p className="muted">{t('complaint.kinds', { kinds: named(of.fault_kinds) })}</p>}
      {named(of.recheck_fault_kinds) && (
        <p className="muted">{t('complaint.recheckKinds', { kinds: named(of.recheck_fault_kinds) })}</p>
      )}
      {of.sent_at !== null && rechecked.length > 0 && (
        <p className="muted">{t('complaint.rechecked', { users: names(rechecked) })}</p>
      )}
    </li>
  );
}
