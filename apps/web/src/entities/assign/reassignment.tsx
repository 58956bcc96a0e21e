import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { listEditors } from './batches.ts';

interface ReassignmentProps {
  /** Tasks that another editor than the new one has. */
  reassignedTasks: readonly TaskSummary[];
  /** True when the new editor is known. Until then only the current editors are named. */
  isEditorKnown: boolean;
}

/** Names the current editors of tasks that will be reassigned. Another user can assign tasks between selection and assignment. */
export function Reassignment({ reassignedTasks, isEditorKnown }: ReassignmentProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const { name } = useUsers();
  if (reassignedTasks.length === 0) return null;
  const names = listEditors(reassignedTasks).map(name).join(', ');
  const textValues = { count: reassignedTasks.length, n: number(reassignedTasks.length), names };
  return <strong> {t(isEditorKnown ? 'assign.reassigned' : 'assign.hasEditor', textValues)}</strong>;
}
