import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { createStore } from '../../lib/store.ts';
import { UNDO_MS, useToast } from '../../lib/toast.ts';
import type { RowKey } from './data-table-row.tsx';

/** Lists that mark added rows. */
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

const NO_ROWS: ReadonlySet<RowKey> = new Set();
const markedRows = createStore<{ list: AddedList; rows: ReadonlySet<RowKey> } | null>(() => null);

/** Marks a row as new while its toast is shown. */
export function markAdded(list: AddedList, row: RowKey): void {
  const mark = { list, rows: new Set([row]) };
  markedRows.set(mark);
  setTimeout(() => markedRows.get() === mark && markedRows.set(null), UNDO_MS);
}

/** Returns the rows that were just added to a list. */
export function useAddedRows(list: AddedList | undefined): ReadonlySet<RowKey> {
  const current = markedRows.use();
  return list !== undefined && current?.list === list ? current.rows : NO_ROWS;
}

interface AddedRecord {
  list: AddedList;
  row: RowKey;
  /** The record's name, because the list's filter can hide the row. */
  words: string;
  /** Opens the record in spite of the list's filter. */
  to: string;
  search: Record<string, unknown>;
}

/** Returns the message of every form that added a record: its name, a link, and a mark on its row. */
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
