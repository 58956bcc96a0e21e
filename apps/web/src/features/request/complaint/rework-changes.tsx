import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import type { Became } from './rework-standing.ts';

/** Another user's change of a task in the open form, in one sentence. */
export function useBecameWords(): (became: Became) => string {
  const { t } = useTranslation(['request', 'status']);
  const { name } = useUsers();
  const { number } = useFormat();
  return ({ standing, now, takenOn }) => {
    const { by = null, pieces = 0 } = now?.running ?? {};
    const words = { user: name(by), count: pieces, n: number(pieces) };
    switch (standing) {
      case 'own':
        if (takenOn) return t('complaint.news.takenOn', words);
        return t(by === null ? 'complaint.news.wasSent' : 'complaint.news.sent', words);
      case 'running':
        return `${t(by === null ? 'complaint.news.wasSent' : 'complaint.news.sent', words)} ${t('complaint.news.countsToo')}`;
      case 'complete':
        return t('complaint.news.again');
      case 'other':
        return t('complaint.news.other', { status: t(`status:task.${statusName(now!.status as TaskStatus)}`) });
      case 'gone':
        return t('complaint.news.gone');
    }
  };
}

/** A change of a task that was selected or has typed values. */
export interface NewsOfTask {
  opened: ComplaintTask;
  became: Became;
  /** Identifies this change of the task. */
  key: string;
}

/** Changes of other users to selected tasks, above the form. */
export function ReworkChanges({ news, presses }: { news: readonly NewsOfTask[]; presses: number }) {
  const { t } = useTranslation(['request', 'record']);
  const said = useBecameWords();
  if (news.length === 0) return null;
  return (
    <ConflictNotice
      title={t('record:conflict.changed')}
      hint={t('complaint.news.hint')}
      newest={news.map(({ key }) => key).join()}
      presses={presses}
    >
      <ul className="column mb-8">
        {news.map(({ opened, became, key }) => (
          <li key={key}>
            <span className="id">{opened.task?.sub_prod_id}</span> #{opened.task_id}: {said(became)}
          </li>
        ))}
      </ul>
    </ConflictNotice>
  );
}
