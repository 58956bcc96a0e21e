import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import type { TaskChange } from './complaint-task-state.ts';

/** Returns a function that describes another user's change of a task in the open form, in one sentence. */
export function useTaskChangeText(): (change: TaskChange) => string {
  const { t } = useTranslation(['request', 'status']);
  const { name } = useUsers();
  const { number } = useFormat();
  return ({ state, currentTask, isLinkedByOther }) => {
    const { by = null, pieces = 0 } = currentTask?.running ?? {};
    const words = { user: name(by), count: pieces, n: number(pieces) };
    switch (state) {
      case 'own':
        if (isLinkedByOther) return t('complaint.news.takenOn', words);
        return t(by === null ? 'complaint.news.wasSent' : 'complaint.news.sent', words);
      case 'running':
        return `${t(by === null ? 'complaint.news.wasSent' : 'complaint.news.sent', words)} ${t('complaint.news.countsToo')}`;
      case 'complete':
        return t('complaint.news.again');
      case 'other':
        return t('complaint.news.other', { status: t(`status:task.${statusName(currentTask!.status as TaskStatus)}`) });
      case 'gone':
        return t('complaint.news.gone');
    }
  };
}

/** A change of a task that was selected or has typed values. */
export interface ChangedTask {
  openedTask: ComplaintTask;
  change: TaskChange;
  /** Identifies this change of the task. */
  key: string;
}

/** Changes of other users to selected tasks, above the form. */
export function ReworkChanges({ changedTasks, presses }: { changedTasks: readonly ChangedTask[]; presses: number }) {
  const { t } = useTranslation(['request', 'record']);
  const formatChange = useTaskChangeText();
  if (changedTasks.length === 0) return null;
  return (
    <ConflictNotice
      title={t('record:conflict.changed')}
      hint={t('complaint.news.hint')}
      newsId={changedTasks.map(({ key }) => key).join()}
      saveAttempts={presses}
    >
      <ul className="column mb-8">
        {changedTasks.map(({ openedTask, change, key }) => (
          <li key={key}>
            <span className="id">{openedTask.task?.sub_prod_id}</span> #{openedTask.task_id}: {formatChange(change)}
          </li>
        ))}
      </ul>
    </ConflictNotice>
  );
}
