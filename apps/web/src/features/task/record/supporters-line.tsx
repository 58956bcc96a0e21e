import type { TaskRow } from '@darkroom/contract/task/task';
import { anyOf, can } from '@darkroom/domain/permission/access';
import type { Actor } from '@darkroom/domain/task/decide';
import { createContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';
import styles from '../list/task.module.css';

/** Opens the supporters of a task, from wherever its steps are offered. */
export const SupportContext = createContext<(row: TaskRow) => void>(() => undefined);

/** Whoever hands work out, and the task's editor, say who helps with it. */
export const maySupport = (row: Pick<TaskRow, 'editor'>, actor: Actor): boolean =>
  row.editor === actor.user_id || can(actor, anyOf('npn_assign_task', 'npn_do_any_task'));

/** Who helps with a task and with what, in one line. Nothing when nobody does. */
export function SupportersLine({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'field']);
  const { name } = useUsers();
  if (row.supporters.length === 0) return null;
  return (
    <p className={styles.quiet}>
      {t('field:supporters')}:{' '}
      {row.supporters.map(({ user_id, note }) => (note ? `${name(user_id)} (${note})` : name(user_id))).join(', ')}
    </p>
  );
}
