import type { TaskInShort } from '@darkroom/contract/task/many';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import { editorsOf } from './batches.ts';

interface ChangingHandsProps {
  /** Tasks with another editor than the new one. */
  taken: readonly TaskInShort[];
  /** True when the new editor is known. Until then only the current editors are named. */
  settled: boolean;
}

/** Names the current editors of tasks that will be reassigned. Another user can assign tasks between selection and assignment. */
export function Reassignment({ taken, settled }: ChangingHandsProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const { name } = useUsers();
  if (taken.length === 0) return null;
  const names = editorsOf(taken).map(name).join(', ');
  const of = { count: taken.length, n: number(taken.length), names };
  return <strong> {t(settled ? 'assign.changeHands' : 'assign.haveEditor', of)}</strong>;
}
