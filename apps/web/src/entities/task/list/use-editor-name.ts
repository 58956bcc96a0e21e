import type { Task } from '@darkroom/contract/task/task';
import { needsNewEditor } from '@darkroom/domain/task/places';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';

/** Name of a task's editor, with a note when they cannot continue it (decision 148). Empty without an editor. */
export function useEditorName(): (task: Pick<Task, 'editor' | 'status' | 'workstream'>) => string {
  const { t } = useTranslation('task');
  const { name, worker } = useUsers();
  return useCallback(
    (task) => (needsNewEditor(task, worker) ? `${name(task.editor)}: ${t('editorCannotContinue')}` : name(task.editor)),
    [name, t, worker],
  );
}
