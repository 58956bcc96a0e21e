import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Task } from '@darkroom/contract/task/task';
import { MAX_BULK_TASKS, taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { isIn, statusName, TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { splitIntoParts } from '../../lib/api/in-parts.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useBulkRun } from '../../ui/feedback/bulk-run.tsx';
import { useStatusMessage, findRaceWinner } from '../task/list/status-message.ts';
import { cacheMyTasks, cacheTasks } from '../task/calls/task-cache.ts';
import { getFailureTitle, toRefusal, formatRefusal } from '../task/calls/task-refusal.ts';
import type { UndoOffers } from '../task/steps/use-undo.ts';
import { findReassigned, listEditors, type Batch, type BulkAction } from './batches.ts';

/** Statuses in which Undo can return a reassigned task to its previous editor. */
const RETURNABLE_STATUSES = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED] as const;

type RefusedTask = OutputOf<typeof taskBulkEndpoints.bulk>['refused'][number];

/**
 * Returns a function that runs an action on many tasks and resolves to the ids of the done tasks. A toast offers Undo for them, and a
 * dialog lists the reasons for the others.
 * @param onResultClose is called when that dialog closes
 */
export function useBulkActions(undoOffers: UndoOffers, onResultClose?: () => void) {
  const { t } = useTranslation(['task', 'status', 'field', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const getStatusMessage = useStatusMessage();
  const { number } = useFormat();
  const { name } = useUsers();
  const bulk = useBulkRun(taskBulkEndpoints.bulk, {
    emptyResponse: { done: [], deleted: [], refused: [] },
    invalidates: ['task', 'job'],
    onAnswer: ({ done, refused }) => {
      cacheMyTasks(client, done);
      cacheTasks(
        client,
        refused.flatMap(({ current }) => current ?? []),
      );
    },
    onError: (error, { action }) => {
      const { message, isRuled } = toRefusal(t, error);
      toast.failed(message, getFailureTitle(t, action, isRuled));
      return true;
    },
  });

  const reportDone = (
    action: BulkAction,
    names: readonly string[],
    done: readonly Task[],
    previousTasks: readonly TaskSummary[],
    editors: readonly number[],
  ) => {
    const count = names.length;
    // A plan by load has several editors.
    const [firstEditor, ...otherEditors] = editors;
    const createMessage = () => {
      const assignAction = action === 'assign' || action === 'reassign' ? action : null;
      const namedAction = assignAction && firstEditor !== undefined && otherEditors.length === 0 ? assignAction : null;
      const recipient = namedAction && firstEditor !== undefined ? { name: name(firstEditor) } : {};
      if (count === 1)
        return t(namedAction ? `success.${namedAction}_to` : `success.${action}`, { task: names[0], ...recipient });
      if (action === 'assign' && previousTasks.length > 0) {
        const messageValues = {
          count,
          n: number(previousTasks.length),
          names: listEditors(previousTasks).map(name).join(', '),
        };
        return t(namedAction ? 'success.assignFromTo' : 'success.assignFrom', { ...messageValues, ...recipient });
      }
      return t(namedAction ? `success.${namedAction}_many_to` : `success.${action}_many`, { count, ...recipient });
    };
    const resultText = createMessage();
    // Work from an editor who cannot continue it has no editor to return to.
    const notReturnableIds = new Set(
      previousTasks.flatMap(({ task_id, status }) => (isIn(RETURNABLE_STATUSES, status) ? [] : [task_id])),
    );
    const undoableTasks = done.filter(({ task_id }) => !notReturnableIds.has(task_id));
    if (undoableTasks.length > 0) undoOffers.offer(resultText, undoableTasks);
    else toast.success(resultText);
  };

  const describeState = (action: BulkAction, current: NonNullable<RefusedTask['current']>, code: string): string => {
    const winner = action === 'assign' && code === 'stale' ? findRaceWinner(current, action) : null;
    const status = t(`status:task.${statusName(current.status)}`);
    return winner === null ? status : `${status} · ${name(winner)}`;
  };

  const reportRefused = (
    action: BulkAction,
    names: ReadonlyMap<number, string>,
    refused: readonly RefusedTask[],
    done: number,
  ) => {
    const rows = refused.map(({ task_id, code, current }) => ({
      name: names.get(task_id) ?? `#${task_id}`,
      code,
      current,
      state: current ? describeState(action, current, code) : undefined,
      reason: code === 'locked' && current && <LockReason task={current} />,
    }));
    const singleRow = names.size === 1 ? rows[0] : undefined;
    if (!singleRow)
      bulk.showUnchanged({
        title: t('bulk.failed', { count: rows.length, n: number(rows.length) }),
        note: done > 0 ? t(`success.${action}_many`, { count: done }) : t('bulk.noneDone'),
        head: t('field:sub_prod_id'),
        stateHead: t('bulk.currentStatus'),
        rows,
        onDismiss: onResultClose,
      });
    else if (singleRow.current && singleRow.code === 'stale')
      toast.info(
        getStatusMessage(
          { ...singleRow.current, sub_prod_id: singleRow.name },
          action === 'assign' ? findRaceWinner(singleRow.current, action) : null,
        ),
      );
    else toast.failed(`${singleRow.name}: ${formatRefusal(t, singleRow.code)}`, getFailureTitle(t, action));
  };

  const run = (batches: readonly Batch[]): Promise<readonly number[]> => {
    const ids = runBatches(batches);
    undoOffers.trackPending(ids.then((done) => done.length > 0));
    return ids;
  };

  const runBatches = async (batches: readonly Batch[]): Promise<readonly number[]> => {
    const names = new Map(
      batches.flatMap(({ tasks }) => tasks.map((task) => [task.task_id, task.sub_prod_id] as const)),
    );
    const inputs = batches.flatMap(({ tasks, ...batch }) =>
      splitIntoParts(tasks, MAX_BULK_TASKS).map((part) => ({
        ...batch,
        tasks: part.map(({ task_id, version }) => ({ task_id, version })),
      })),
    );
    const { done, deleted, refused } = await bulk.run(inputs);
    const ids = [...done.map((task) => task.task_id), ...deleted];
    const { action } = batches[0]!;
    if (ids.length > 0)
      reportDone(
        action,
        ids.map((id) => names.get(id) ?? `#${id}`),
        done,
        batches
          .filter((batch) => batch.action === 'reassign')
          .flatMap(({ tasks, editor }) => findReassigned(tasks, editor))
          .filter(({ task_id }) => ids.includes(task_id)),
        [...new Set(batches.flatMap(({ editor }) => editor ?? []))],
      );
    if (refused.length > 0) reportRefused(action, names, refused, ids.length);
    return ids;
  };

  return { run, pending: bulk.pending, dialog: bulk.dialog };
}

/** Reason of a lock. The banner with this reason is behind the dialog. */
function LockReason({ task }: { task: NonNullable<RefusedTask['current']> }) {
  const { t } = useTranslation(['errors']);
  return useLockReason()(taskBulkEndpoints.bulk, [task]) ?? formatRefusal(t, 'locked');
}
