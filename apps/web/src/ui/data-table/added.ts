import { useNavigate } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_MS, useToast } from '../../lib/toast.ts';
import type { RowKey } from './data-table-row.tsx';

/** The lists that show what was just added to them. */
export type AddedList =
  | 'job'
  | 'customer'
  | 'category'
  | 'permission'
  | 'group'
  | 'staff'
  | 'team'
  | 'lock'
  | 'article'
  | 'webhook';

const NONE: ReadonlySet<RowKey> = new Set();
const listeners = new Set<() => void>();
let marked: { list: AddedList; rows: ReadonlySet<RowKey> } | null = null;

function mark(next: typeof marked): void {
  marked = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Marks a row as new for as long as the sentence about it stands. */
export function markAdded(list: AddedList, row: RowKey): void {
  const mine = { list, rows: new Set([row]) };
  mark(mine);
  setTimeout(() => marked === mine && mark(null), UNDO_MS);
}

/** The rows of a list that were added a moment ago, for its table to mark. */
export const useAddedRows = (list: AddedList | undefined): ReadonlySet<RowKey> =>
  useSyncExternalStore(subscribe, () => (list !== undefined && marked?.list === list ? marked.rows : NONE));

interface AddedRecord {
  list: AddedList;
  row: RowKey;
  /** Names it, for the list's filter may hide it. */
  words: string;
  /** Where it opens, whatever the list is filtered by. */
  to: string;
  search: Record<string, unknown>;
}

/** What every form says that has added something: its name, a way to open it, and for as long a mark on its row. */
export function useSayAdded(): (added: AddedRecord) => void {
  const toast = useToast();
  const navigate = useNavigate();
  const { t } = useTranslation('common');
  return useCallback(
    ({ list, row, words, to, search }) => {
      markAdded(list, row);
      toast.success(words, { label: t('open'), onPress: () => void navigate({ to, search }) });
    },
    [toast, navigate, t],
  );
}
