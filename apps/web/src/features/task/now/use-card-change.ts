import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { broughtTo } from '../../../entities/task/calls/task-cache.ts';
import { useCurrentStatus } from '../../../entities/task/list/current-status.ts';
import { useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';
import type { CountingInPlace } from './use-counting.ts';
import type { NowOf } from './use-now-tasks.ts';

/**
 * Distinguishes the user's own steps from those of others when the card changes. After another user's step the focus stays, and a toast
 * shows the new state and the typed quantities.
 */
export function useCardChange(
  { row, loading, failed }: NowOf,
  counting: CountingInPlace,
): (row: TaskRow | null) => boolean {
  const { t } = useTranslation('task');
  const client = useQueryClient();
  const toast = useToast();
  const standsNow = useCurrentStatus();
  const { pending } = useStepsState();
  const last = useRef<TaskRow | null>(null);
  const opened = useRef(false);
  // First version of the task on the card. Its fields can render later.
  const came = useRef<{ task_id: number; version: number } | null>(null);

  const own = (next: TaskRow | null) =>
    pending ||
    (last.current !== null && broughtTo(client, last.current.task_id) > last.current.version) ||
    (next !== null && broughtTo(client, next.task_id) >= next.version);

  const tell = async (left: TaskRow) => {
    const typed = Object.values(counting.of(left.task_id).draft).filter((count) => count !== null);
    // The user may no longer have access to a task that left the card.
    const history = await client
      .fetchQuery({ ...query(taskEndpoints.history, { task_id: left.task_id }), staleTime: 0 })
      .catch(() => null);
    const now = history?.task ?? null;
    const how = now ? standsNow(now, null, left) : t('stale.away', { task: left.sub_prod_id });
    if (typed.length > 0) toast.error(`${how} ${t('stale.notSent', { typed: typed.join(' · ') })}`);
    else if (now?.status !== left.status) toast.info(how);
  };

  useEffect(() => {
    if (loading || failed) return;
    const left = last.current;
    if (row && left?.task_id !== row.task_id) came.current = !opened.current || own(row) ? row : null;
    if (left && left.task_id !== row?.task_id && !own(row)) void tell(left);
    last.current = row;
    opened.current = true;
  });

  return (next) => {
    // An empty card takes the focus only after the user's own last step.
    if (next === null) return opened.current && own(null);
    return (
      !opened.current || own(next) || (came.current?.task_id === next.task_id && came.current.version === next.version)
    );
  };
}
