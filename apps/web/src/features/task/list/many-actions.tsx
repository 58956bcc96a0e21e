import { taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task-many';
import { anyOf, can, holds } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useStop } from '../../../lib/session/locks.ts';
import { useActor } from '../../../lib/session/session.ts';
import { Once } from '../../../ui/once.tsx';
import { ConfirmDelete } from '../record/lazy.tsx';
import type { Batch } from '../../../records/assign/use-many.ts';

interface ManyActionsProps {
  selected: readonly TaskInShort[];
  pending: boolean;
  run: (batches: readonly Batch[]) => Promise<unknown>;
}

const COMPLETABLE: readonly TaskStatus[] = [TaskStatus.QC2_DONE, TaskStatus.DONE_REWORK];

/** What can be done at once to the chosen tasks: each button counts those whose moment it is. */
export function ManyActions({ selected, pending, run }: ManyActionsProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const actor = useActor();
  const stop = useStop();
  const [asking, setAsking] = useState(false);
  const at = (...statuses: TaskStatus[]) => selected.filter((task) => statuses.includes(task.status));
  const groups = [
    {
      action: 'reject',
      may: can(actor, anyOf('npn_assign_task', 'npn_do_any_task')),
      tasks: at(TaskStatus.EDITOR_ASSIGNED),
    },
    { action: 'complete', may: can(actor, anyOf('npn_completed_task', 'npn_do_any_task')), tasks: at(...COMPLETABLE) },
    { action: 'delete', may: holds(actor, 'npn_delete_task'), tasks: at(TaskStatus.TO_DO) },
  ] as const;
  const deletable = groups[2].tasks;
  return (
    <>
      {groups.map(({ action, may, tasks }) => {
        const stopped = stop(taskManyEndpoints.bulk, tasks);
        return (
          may &&
          tasks.length > 0 && (
            <Button
              key={action}
              danger={action === 'delete'}
              disabled={pending || stopped !== null}
              title={stopped ?? undefined}
              onClick={() => (action === 'delete' ? setAsking(true) : void run([{ action, tasks }]))}
            >
              {t(`many.${action}`, { count: tasks.length, n: number(tasks.length) })}
            </Button>
          )
        );
      })}
      <Once when={asking}>
        {asking && (
          <ConfirmDelete
            names={deletable.map((task) => task.sub_prod_id)}
            busy={pending}
            onDelete={() => void run([{ action: 'delete', tasks: deletable }]).then(() => setAsking(false))}
            onClose={() => setAsking(false)}
          />
        )}
      </Once>
    </>
  );
}
