import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskSummary } from '@darkroom/contract/task/bulk';
import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { getErrorMessage } from '../../lib/errors/error-message.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { UndoOffers } from '../task/steps/use-undo.ts';
import { useIsAssignable } from './batches.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

// The editors' load is not on the page when it opens (quality 15).
const AssignDrawer = lazyOverlay(() => import('./assign-drawer.tsx'));

/** Tasks from a request. `hasMore` is true if there are more than can be assigned at once. */
export interface LoadedTasks {
  readonly tasks: readonly TaskSummary[];
  readonly hasMore: boolean;
}

interface AssignButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'aria-label'> {
  label: string;
  /** True if the button is also a command of the palette. False in rows, because there are many. */
  inPalette?: boolean;
  /** The tasks to assign. Without an assignable one the button is hidden. */
  tasks: readonly TaskSummary[];
  /** Loads the tasks to assign, when the page does not have all of them. */
  loadTasks?: (() => Promise<LoadedTasks>) | undefined;
  /** The screen's own Undo with its key, if it has one. */
  undoOffers?: UndoOffers;
  /** Called after all tasks are assigned. */
  onDone?: () => void;
}

/** Button that assigns tasks, on every screen that shows tasks. Visible with permission, for tasks that no one has started. */
export function AssignButton({
  tasks,
  loadTasks,
  label,
  inPalette,
  undoOffers,
  onDone,
  ...buttonProps
}: AssignButtonProps) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const can = useCan();
  const isAssignable = useIsAssignable();
  // The tasks at the time of the press. The selection of the page can change afterwards.
  const [tasksToAssign, setTasksToAssign] = useState<LoadedTasks | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const isVisible = can(taskEndpoints.load.access) && (loadTasks !== undefined || tasks.some(isAssignable));
  const openDrawer = async () => {
    if (!loadTasks) return setTasksToAssign({ tasks, hasMore: false });
    setIsLoading(true);
    await loadTasks()
      .then((loadedTasks) =>
        loadedTasks.tasks.length > 0 ? setTasksToAssign(loadedTasks) : toast.info(t('assign.noneLeft')),
      )
      .catch((error: unknown) => toast.error(getErrorMessage(error, t)));
    setIsLoading(false);
  };
  useScreenActions(() => [
    inPalette === true &&
      isVisible && { key: 'assign-these', label, call: taskEndpoints.assign, run: () => void openDrawer() },
  ]);
  return (
    <>
      {isVisible && (
        <CallButton
          {...buttonProps}
          call={taskEndpoints.assign}
          moves={tasks.filter(isAssignable)}
          loading={isLoading}
          onClick={() => void openDrawer()}
        >
          {label}
        </CallButton>
      )}
      {tasksToAssign && (
        <AssignDrawer
          {...tasksToAssign}
          undoOffers={undoOffers}
          onDone={onDone}
          onClose={() => setTasksToAssign(null)}
        />
      )}
    </>
  );
}
