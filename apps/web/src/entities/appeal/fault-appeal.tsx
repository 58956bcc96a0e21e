import { appealEndpoints } from '@darkroom/contract/quality/appeal';
import type { TaskRow, TaskStepRow } from '@darkroom/contract/task/task';
import { APPEAL_HOURS, findAppealRefusal } from '@darkroom/domain/appeal/appeal';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';
import { useActor } from '../../lib/session/session.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useNow } from '../../lib/clock/use-now.ts';
import { CallButton } from '../../ui/call-button.tsx';
import parts from '../task/history/task-parts.module.css';
import styles from './appeal.module.css';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const AppealDialog = lazyOverlay(() => import('./appeal-dialog.tsx'));
const MINUTE_MS = 60_000;

interface FaultAppealProps {
  task: Pick<TaskRow, 'task_id' | 'status' | 'editor'>;
  fault: Pick<TaskStepRow, 'id' | 'action' | 'at' | 'user_id' | 'appeal'>;
}

/** The editor's appeal below a fault, with its decision. The editor can appeal here until the time limit (decision 133). */
export function FaultAppeal({ task, fault }: FaultAppealProps) {
  const { t } = useTranslation('task');
  const actor = useActor();
  const now = useNow(MINUTE_MS);
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { appeal } = fault;
  if (appeal)
    return (
      <div className="quotation mt-4" data-state={appeal.state}>
        <strong>{t(`appeal.state.${appeal.state}`)}</strong>
        <p className={parts.note}>
          {name(appeal.created_by)}: {appeal.reason}
        </p>
        {appeal.decision !== null && (
          <p className={parts.note}>
            {name(appeal.decided_by)}: {appeal.decision}
          </p>
        )}
      </div>
    );
  // The server alone has the editor at the time of the fault, so the current editor can appeal here.
  const appealableFault = { ...fault, editor: task.editor, taken_back: false, appealed: false };
  if (findAppealRefusal(appealableFault, actor, new Date(now).toISOString()) !== null) return null;
  const until = new Date(Date.parse(fault.at) + APPEAL_HOURS * 60 * MINUTE_MS).toISOString();
  return (
    <>
      <CallButton
        call={appealEndpoints.create}
        moves={[task]}
        size="small"
        className={styles.button ?? ''}
        title={t('appeal.until', { at: dayTime(until) })}
        onClick={() => setIsOpen(true)}
      >
        {t('appeal.open')}
      </CallButton>
      {isOpen && (
        <AppealDialog task_id={task.task_id} fault_id={fault.id} until={until} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
