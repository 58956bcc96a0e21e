import type { Task } from '@darkroom/contract/task/task';
import { needsNewEditor } from '@darkroom/domain/task/roles';
import { useCallback } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';

/**
 * Returns a function that formats the name of a task's editor, with a note if they cannot continue the task (decision 148). Empty if the
 * task has no editor.
 */
export function useEditorName(): (task: Pick<Task, 'editor' | 'status' | 'workstream'>) => string {
  const { t } = useTranslation('task');
  const { name, worker } = useUsers();
  return useCallback(
    (task) => (needsNewEditor(task, worker) ? `${name(task.editor)}: ${t('editorCannotContinue')}` : name(task.editor)),
    [name, t, worker],
  );
}
