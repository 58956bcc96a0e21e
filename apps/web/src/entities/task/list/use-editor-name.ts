import type { Task } from '@darkroom/contract/task/task';
import { lacksEditor } from '@darkroom/domain/task/places';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../../lib/session/lookups.ts';

/** A task's editor by name, with a word where it waits for them and they cannot go on with it (decision 148); empty where it has none. */
export function useEditorName(): (task: Pick<Task, 'editor' | 'status' | 'workstream'>) => string {
  const { t } = useTranslation('task');
  const { name, worker } = useUsers();
  return useCallback(
    (task) => (lacksEditor(task, worker) ? `${name(task.editor)}: ${t('cannotGoOn')}` : name(task.editor)),
    [name, t, worker],
  );
}
