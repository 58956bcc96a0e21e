import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';
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
const marked = createStore<{ list: AddedList; rows: ReadonlySet<RowKey> } | null>(() => null);

/** Marks a row as new for as long as the sentence about it stands. */
export function markAdded(list: AddedList, row: RowKey): void {
  const mine = { list, rows: new Set([row]) };
  marked.set(mine);
  setTimeout(() => marked.get() === mine && marked.set(null), UNDO_MS);
}

/** The rows of a list that were added a moment ago, for its table to mark. */
export function useAddedRows(list: AddedList | undefined): ReadonlySet<RowKey> {
  const now = marked.use();
  return list !== undefined && now?.list === list ? now.rows : NONE;
}

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
export function useAnnounceAdded(): (added: AddedRecord) => void {
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
