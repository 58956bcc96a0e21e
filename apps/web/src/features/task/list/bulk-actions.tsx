import { taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { anyOf, can, hasPermission } from '@darkroom/domain/permission/access';
import { lacksRechecks } from '@darkroom/domain/task/needs';
import { isIn, TaskStatus, WITH_EDITOR } from '@darkroom/domain/task/status';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useConfirm } from '../../../ui/overlay/use-confirm.tsx';
import type { Batch } from '../../../entities/assign/batches.ts';

interface BulkActionsProps {
  selected: readonly TaskSummary[];
  pending: boolean;
  run: (batches: readonly Batch[]) => Promise<unknown>;
  onHandOver: () => void;
}

interface ActionGroup {
  action: 'reject' | 'complete' | 'delete';
  isAllowed: boolean;
  tasks: readonly TaskSummary[];
  /** Number of tasks in the right status that lack a recheck. They are not sent, and the button gives the reason. */
  lackingCount?: number;
}

const COMPLETABLE_STATUSES: readonly TaskStatus[] = [TaskStatus.QC2_DONE, TaskStatus.DONE_REWORK];

/** Maximum number of tasks named in the confirmation. */
const MAX_NAMED_TASKS = 8;

/** Actions for the selected tasks. Each button has the number of tasks to which it applies. */
export function BulkActions({ selected, pending, run, onHandOver }: BulkActionsProps) {
  const { t } = useTranslation(['task', 'common']);
  const { number } = useFormat();
  const actor = useActor();
  const getLockReason = useLockReason();
  const { ask, holder } = useConfirm();
  const filterByStatus = (...statuses: TaskStatus[]) => selected.filter((task) => statuses.includes(task.status));
  const completable = filterByStatus(...COMPLETABLE_STATUSES);
  const deletable = filterByStatus(TaskStatus.TO_DO);
  const groups: readonly ActionGroup[] = [
    // Farthest from the assign button, which is last and used most.
    { action: 'delete', isAllowed: hasPermission(actor, 'npn_delete_task'), tasks: deletable },
    {
      action: 'reject',
      isAllowed: can(actor, anyOf('npn_assign_task', 'npn_do_any_task')),
      tasks: filterByStatus(TaskStatus.EDITOR_ASSIGNED),
    },
    {
      action: 'complete',
      isAllowed: can(actor, anyOf('npn_completed_task', 'npn_do_any_task')),
      tasks: completable.filter((task) => !lacksRechecks(task)),
      lackingCount: completable.filter(lacksRechecks).length,
    },
  ];
  const askDelete = () => {
    const names = deletable.map((task) => `${task.sub_prod_id} #${task.task_id}`);
    const more =
      names.length > MAX_NAMED_TASKS ? ` ${t('bulk.andMore', { count: names.length - MAX_NAMED_TASKS })}` : '';
    void ask(
      {
        title: t('bulk.deleteTitle', { count: names.length, task: names[0] }),
        lines: [names.slice(0, MAX_NAMED_TASKS).join(', ') + more, t('bulk.deleteHint', { count: names.length })],
        yes: t('common:delete'),
        danger: true,
      },
      () => run([{ action: 'delete', tasks: deletable }]),
    );
  };
  return (
    <>
      {groups.map(({ action, isAllowed, tasks, lackingCount = 0 }) => {
        const lockReason = getLockReason(taskBulkEndpoints.bulk, tasks);
        const n = number(tasks.length);
        const reason =
          lackingCount > 0 ? t('bulk.lackRechecks', { count: lackingCount, n: number(lackingCount) }) : undefined;
        return (
          isAllowed &&
          tasks.length + lackingCount > 0 && (
            <Button
              key={action}
              danger={action === 'delete'}
              disabled={pending || lockReason !== null || tasks.length === 0}
              title={lockReason ?? reason}
              onClick={() => (action === 'delete' ? askDelete() : void run([{ action, tasks }]))}
            >
              {lackingCount > 0
                ? t('bulk.completeOf', {
                    count: tasks.length + lackingCount,
                    n,
                    all: number(tasks.length + lackingCount),
                  })
                : t(`bulk.${action}`, { count: tasks.length, n })}
            </Button>
          )
        );
      })}
      {can(actor, taskBulkEndpoints.handOver.access) && selected.some(({ status }) => isIn(WITH_EDITOR, status)) && (
        <Button disabled={pending} onClick={onHandOver}>
          {t('bulk.handOver')}
        </Button>
      )}
      {holder}
    </>
  );
}
