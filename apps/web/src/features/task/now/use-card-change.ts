import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { getMyVersion } from '../../../entities/task/calls/task-cache.ts';
import { useStatusMessage } from '../../../entities/task/list/status-message.ts';
import { useStepsState } from '../../../entities/task/steps/use-task-steps.tsx';
import type { QuantityDrafts } from './use-quantity-drafts.ts';
import type { NowTasks } from './use-now-tasks.ts';

/**
 * Separates the user's own steps from those of others when the card changes. After another user's step the focus does not move, and a toast
 * shows the new state and the typed quantities.
 */
export function useCardChange(
  { row, loading, failed }: NowTasks,
  quantityDrafts: QuantityDrafts,
): (row: TaskRow | null) => boolean {
  const { t } = useTranslation('task');
  const client = useQueryClient();
  const toast = useToast();
  const getStatusMessage = useStatusMessage();
  const { pending } = useStepsState();
  const lastRow = useRef<TaskRow | null>(null);
  const hasOpened = useRef(false);
  // First version of the task on the card. Its fields can render later.
  const firstVersion = useRef<{ task_id: number; version: number } | null>(null);

  const isOwnChange = (next: TaskRow | null) =>
    pending ||
    (lastRow.current !== null && getMyVersion(client, lastRow.current.task_id) > lastRow.current.version) ||
    (next !== null && getMyVersion(client, next.task_id) >= next.version);

  const reportChange = async (previous: TaskRow) => {
    const typed = Object.values(quantityDrafts.getDraft(previous.task_id).draft).filter((count) => count !== null);
    // The user may no longer have access to a task that left the card.
    const history = await client
      .fetchQuery({ ...query(taskEndpoints.history, { task_id: previous.task_id }), staleTime: 0 })
      .catch(() => null);
    const now = history?.task ?? null;
    const message = now
      ? getStatusMessage(now, null, previous)
      : t('conflict.notVisible', { task: previous.sub_prod_id });
    if (typed.length > 0) toast.error(`${message} ${t('conflict.notSent', { typed: typed.join(' · ') })}`);
    else if (now?.status !== previous.status) toast.info(message);
  };

  useEffect(() => {
    if (loading || failed) return;
    const previous = lastRow.current;
    if (row && previous?.task_id !== row.task_id)
      firstVersion.current = !hasOpened.current || isOwnChange(row) ? row : null;
    if (previous && previous.task_id !== row?.task_id && !isOwnChange(row)) void reportChange(previous);
    lastRow.current = row;
    hasOpened.current = true;
  });

  return (next) => {
    // An empty card takes the focus only after the user's own last step.
    if (next === null) return hasOpened.current && isOwnChange(null);
    return (
      !hasOpened.current ||
      isOwnChange(next) ||
      (firstVersion.current?.task_id === next.task_id && firstVersion.current.version === next.version)
    );
  };
}
