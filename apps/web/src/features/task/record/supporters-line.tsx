import type { TaskRow } from '@darkroom/contract/task/task';
import { anyOf, can } from '@darkroom/domain/permission/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { createContext } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';

/** Opens the supporters of a task from a step's button. */
export const OpenSupportersContext = createContext<(row: TaskRow) => void>(() => undefined);

/** True if the user can change the supporters: leaders with permission to assign, and the task's editor. */
export const canChangeSupporters = (row: Pick<TaskRow, 'editor'>, actor: Actor): boolean =>
  row.editor === actor.user_id || can(actor, anyOf('npn_assign_task', 'npn_do_any_task'));

/** Supporters of a task and their work in one line. The line is left out without supporters. */
export function SupportersLine({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'field']);
  const { name } = useUsers();
  if (row.supporters.length === 0) return null;
  return (
    <p className="muted">
      {t('field:supporters')}:{' '}
      {row.supporters.map(({ user_id, note }) => (note ? `${name(user_id)} (${note})` : name(user_id))).join(', ')}
    </p>
  );
}
