import { taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task/many';
import { anyOf, can, holds } from '@darkroom/domain/permission/access';
import { lacksRechecks } from '@darkroom/domain/task/needs';
import { TaskStatus } from '@darkroom/domain/task/status';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useAsk } from '../../../ui/overlay/use-ask.tsx';
import type { Batch } from '../../../entities/assign/batches.ts';

interface ManyActionsProps {
  selected: readonly TaskInShort[];
  pending: boolean;
  run: (batches: readonly Batch[]) => Promise<unknown>;
}

interface Group {
  action: 'reject' | 'complete' | 'delete';
  may: boolean;
  tasks: readonly TaskInShort[];
  /** Number of tasks in the right status that lack a recheck. They are not sent, and the button gives the reason. */
  left?: number;
}

const COMPLETABLE: readonly TaskStatus[] = [TaskStatus.QC2_DONE, TaskStatus.DONE_REWORK];

/** Maximum number of tasks named in the confirmation. */
const NAMED = 8;

/** Actions for the selected tasks. Each button has the number of tasks to which it applies. */
export function ManyActions({ selected, pending, run }: ManyActionsProps) {
  const { t } = useTranslation(['task', 'common']);
  const { number } = useFormat();
  const actor = useActor();
  const stop = useStop();
  const { ask, holder } = useAsk();
  const at = (...statuses: TaskStatus[]) => selected.filter((task) => statuses.includes(task.status));
  const completable = at(...COMPLETABLE);
  const deletable = at(TaskStatus.TO_DO);
  const groups: readonly Group[] = [
    // Farthest from the assign button, which is last and used most.
    { action: 'delete', may: holds(actor, 'npn_delete_task'), tasks: deletable },
    {
      action: 'reject',
      may: can(actor, anyOf('npn_assign_task', 'npn_do_any_task')),
      tasks: at(TaskStatus.EDITOR_ASSIGNED),
    },
    {
      action: 'complete',
      may: can(actor, anyOf('npn_completed_task', 'npn_do_any_task')),
      tasks: completable.filter((task) => !lacksRechecks(task)),
      left: completable.filter(lacksRechecks).length,
    },
  ];
  const askDelete = () => {
    const names = deletable.map((task) => `${task.sub_prod_id} #${task.task_id}`);
    const more = names.length > NAMED ? ` ${t('many.andMore', { count: names.length - NAMED })}` : '';
    void ask(
      {
        title: t('many.deleteTitle', { count: names.length, task: names[0] }),
        lines: [names.slice(0, NAMED).join(', ') + more, t('many.deleteHint', { count: names.length })],
        yes: t('common:delete'),
        danger: true,
      },
      () => run([{ action: 'delete', tasks: deletable }]),
    );
  };
  return (
    <>
      {groups.map(({ action, may, tasks, left = 0 }) => {
        const stopped = stop(taskManyEndpoints.bulk, tasks);
        const n = number(tasks.length);
        const why = left > 0 ? t('many.lackRechecks', { count: left, n: number(left) }) : undefined;
        return (
          may &&
          tasks.length + left > 0 && (
            <Button
              key={action}
              danger={action === 'delete'}
              disabled={pending || stopped !== null || tasks.length === 0}
              title={stopped ?? why}
              onClick={() => (action === 'delete' ? askDelete() : void run([{ action, tasks }]))}
            >
              {left > 0
                ? t('many.completeOf', { count: tasks.length + left, n, all: number(tasks.length + left) })
                : t(`many.${action}`, { count: tasks.length, n })}
            </Button>
          )
        );
      })}
      {holder}
    </>
  );
}
