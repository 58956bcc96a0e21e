import type { TaskInShort } from '@darkroom/contract/task-many';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import { editorsOf } from './batches.ts';

/** Whose some of the tasks are already, as of now: between choosing and handing out, others may have handed some of it out. */
export function ChangingHands({ taken }: { taken: readonly TaskInShort[] }) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const { name } = useUsers();
  if (taken.length === 0) return null;
  const names = editorsOf(taken).map(name).join(', ');
  return <strong> {t('assign.changeHands', { count: taken.length, n: number(taken.length), names })}</strong>;
}
