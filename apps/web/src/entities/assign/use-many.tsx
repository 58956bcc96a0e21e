import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Task } from '@darkroom/contract/task/task';
import { MANY, taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task/many';
import { isIn, statusName, TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inParts } from '../../lib/call/in-parts.ts';
import { useStop } from '../../lib/session/locks.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useBulkRun } from '../../ui/feedback/bulk-run.tsx';
import { useCurrentStatus, winnerOf } from '../task/list/current-status.ts';
import { putOwnTasks, putTasks } from '../task/calls/task-cache.ts';
import { failedTitle, refusalOf, refusedBecause } from '../task/calls/task-refusal.ts';
import type { Undoing } from '../task/steps/use-undo.ts';
import { changingHands, editorsOf, type Batch, type ManyAction } from './batches.ts';

/** Statuses in which Undo can return a reassigned task to its previous editor. */
const HANDED_BACK = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED] as const;

type Refused = OutputOf<typeof taskManyEndpoints.bulk>['refused'][number];

/**
 * Runs an action on many tasks and reports the result: one toast with Undo for the done ones, one dialog with the reasons for the others.
 * Resolves to the ids of the done tasks.
 * @param onRead is called when that dialog closes
 */
export function useMany(undoing: Undoing, onRead?: () => void) {
  const { t } = useTranslation(['task', 'status', 'field', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const standsNow = useCurrentStatus();
  const { number } = useFormat();
  const { name } = useUsers();
  const bulk = useBulkRun(taskManyEndpoints.bulk, {
    nothing: { done: [], deleted: [], refused: [] },
    invalidates: ['task', 'job'],
    onAnswer: ({ done, refused }) => {
      putOwnTasks(client, done);
      putTasks(
        client,
        refused.flatMap(({ current }) => current ?? []),
      );
    },
    onError: (error, { action }) => {
      const { message, ruled } = refusalOf(t, error);
      toast.failed(message, failedTitle(t, action, ruled));
      return true;
    },
  });

  const praise = (
    action: ManyAction,
    names: readonly string[],
    done: readonly Task[],
    from: readonly TaskInShort[],
    editors: readonly number[],
  ) => {
    const count = names.length;
    // A plan by load has several editors.
    const [to, ...more] = editors;
    const words = () => {
      const hands = action === 'assign' || action === 'reassign' ? action : null;
      const told = hands && to !== undefined && more.length === 0 ? hands : null;
      const who = told && to !== undefined ? { name: name(to) } : {};
      if (count === 1) return t(told ? `success.${told}_to` : `success.${action}`, { task: names[0], ...who });
      if (action === 'assign' && from.length > 0) {
        const of = { count, n: number(from.length), names: editorsOf(from).map(name).join(', ') };
        return t(told ? 'success.assign_from_to' : 'success.assign_from', { ...of, ...who });
      }
      return t(told ? `success.${told}_many_to` : `success.${action}_many`, { count, ...who });
    };
    const said = words();
    // Work from an editor who cannot continue it has no editor to return to.
    const left = new Set(from.flatMap(({ task_id, status }) => (isIn(HANDED_BACK, status) ? [] : [task_id])));
    const undoable = done.filter(({ task_id }) => !left.has(task_id));
    if (undoable.length > 0) undoing.offer(said, undoable);
    else toast.success(said);
  };

  const standsAt = (action: ManyAction, current: NonNullable<Refused['current']>, code: string): string => {
    const winner = action === 'assign' && code === 'stale' ? winnerOf(current, action) : null;
    const status = t(`status:task.${statusName(current.status)}`);
    return winner === null ? status : `${status} · ${name(winner)}`;
  };

  const complain = (
    action: ManyAction,
    names: ReadonlyMap<number, string>,
    refused: readonly Refused[],
    done: number,
  ) => {
    const rows = refused.map(({ task_id, code, current }) => ({
      name: names.get(task_id) ?? `#${task_id}`,
      code,
      current,
      stands: current ? standsAt(action, current, code) : undefined,
      told: code === 'locked' && current && <WhyLocked task={current} />,
    }));
    const only = names.size === 1 ? rows[0] : undefined;
    if (!only)
      bulk.tellLeft({
        title: t('many.notDone', { count: rows.length, n: number(rows.length) }),
        note: done > 0 ? t(`success.${action}_many`, { count: done }) : t('many.noneDone'),
        head: t('field:sub_prod_id'),
        standsHead: t('many.standsAt'),
        rows,
        onRead,
      });
    else if (only.current && only.code === 'stale')
      toast.info(
        standsNow(
          { ...only.current, sub_prod_id: only.name },
          action === 'assign' ? winnerOf(only.current, action) : null,
        ),
      );
    else toast.failed(`${only.name}: ${refusedBecause(t, only.code)}`, failedTitle(t, action));
  };

  const run = (batches: readonly Batch[]): Promise<readonly number[]> => {
    const ids = carryOut(batches);
    undoing.during(ids.then((done) => done.length > 0));
    return ids;
  };

  const carryOut = async (batches: readonly Batch[]): Promise<readonly number[]> => {
    const names = new Map(
      batches.flatMap(({ tasks }) => tasks.map((task) => [task.task_id, task.sub_prod_id] as const)),
    );
    const inputs = batches.flatMap(({ tasks, ...batch }) =>
      inParts(tasks, MANY).map((part) => ({
        ...batch,
        tasks: part.map(({ task_id, version }) => ({ task_id, version })),
      })),
    );
    const { done, deleted, refused } = await bulk.run(inputs);
    const ids = [...done.map((task) => task.task_id), ...deleted];
    const { action } = batches[0]!;
    if (ids.length > 0)
      praise(
        action,
        ids.map((id) => names.get(id) ?? `#${id}`),
        done,
        batches
          .filter((batch) => batch.action === 'reassign')
          .flatMap(({ tasks, editor }) => changingHands(tasks, editor))
          .filter(({ task_id }) => ids.includes(task_id)),
        [...new Set(batches.flatMap(({ editor }) => editor ?? []))],
      );
    if (refused.length > 0) complain(action, names, refused, ids.length);
    return ids;
  };

  return { run, pending: bulk.pending, dialog: bulk.dialog };
}

/** Reason of a lock. The banner with this reason is behind the dialog. */
function WhyLocked({ task }: { task: NonNullable<Refused['current']> }) {
  const { t } = useTranslation(['errors']);
  return useStop()(taskManyEndpoints.bulk, [task]) ?? refusedBecause(t, 'locked');
}
