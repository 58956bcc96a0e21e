import type { TaskInShort } from '@darkroom/contract/task/many';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import { editorsOf } from './batches.ts';

interface ChangingHandsProps {
  /** Those that are somebody's already, without the tasks of the person who gets them. */
  taken: readonly TaskInShort[];
  /** Whether it is settled who gets them: until then they only have somebody. */
  settled: boolean;
}

/** Whose some of the tasks are already, as of now: between choosing and handing out, others may have handed some of it out. */
export function ChangingHands({ taken, settled }: ChangingHandsProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const { name } = useUsers();
  if (taken.length === 0) return null;
  const names = editorsOf(taken).map(name).join(', ');
  const of = { count: taken.length, n: number(taken.length), names };
  return <strong> {t(settled ? 'assign.changeHands' : 'assign.haveEditor', of)}</strong>;
}
