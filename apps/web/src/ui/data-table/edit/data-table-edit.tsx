import { createContext, use, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { RowKey } from '../data-table-row.tsx';
import type { TableCellEdit, EditStore } from './cell-edit.ts';
import styles from './data-table-edit.module.css';
import Editor from './data-table-editor.tsx';

export const EditContext = createContext<EditStore | null>(null);

interface EditCellProps<R> {
  /** Unique in the table: `j12.job_name`. */
  id: string;
  row: R;
  /** The row's name for the button: "Edit job name of 261118-004". */
  name: string;
  /** Undefined if the user cannot edit the cell. */
  edit: TableCellEdit<R> | undefined;
  children: ReactNode;
}

/**
 * A value that the user can edit in place: with the pencil on hover, a double click, or E on its row. Enter saves, Escape cancels, Tab
 * saves and moves to the next editable cell.
 */
export function EditCell<R>({ id, row, name, edit, children }: EditCellProps<R>) {
  const store = use(EditContext);
  // If the permission is removed while the user types, the text stays in the editor, and saving shows the reason.
  if (!store || (!edit && store.cell() !== id)) return children;
  return (
    <Editable id={id} row={row} name={name} edit={edit} store={store}>
      {children}
    </Editable>
  );
}

function Editable<R>(props: EditCellProps<R> & { store: EditStore }) {
  const { id, row, name, edit, store, children } = props;
  const { t } = useTranslation('table');
  const position = useRef<HTMLSpanElement>(null);
  const active = useSyncExternalStore(store.subscribe, () => store.cell() === id);
  const [lastEdit, setLastEdit] = useState(edit);
  if (edit && edit !== lastEdit) setLastEdit(edit);
  const currentEdit = edit ?? lastEdit;
  if (!currentEdit || (!edit && !active)) return children;
  const label = t('edit.name', { field: currentEdit.field, name });
  return (
    <span
      ref={position}
      className={styles.cell}
      data-edit={id}
      data-active={active}
      onDoubleClick={(event) => store.open(event.currentTarget)}
    >
      {active ? (
        <>
          {(currentEdit.kind === 'notes' || currentEdit.kind === 'day') && children}
          <Editor
            row={row}
            name={name}
            edit={currentEdit as TableCellEdit<unknown>}
            store={store}
            position={position}
          />
        </>
      ) : (
        <>
          {children}
          <button
            type="button"
            tabIndex={-1}
            className={styles.pencil}
            aria-label={label}
            title={label}
            onClick={(event) => store.open(event.currentTarget.closest('[data-edit]')!)}
          >
            <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
              <path d="M2.5 13.5l.7-3 7.6-7.6 2.3 2.3-7.6 7.6z" fill="none" stroke="currentColor" strokeWidth="1.3" />
            </svg>
          </button>
        </>
      )}
    </span>
  );
}

/** Returns the rows during editing: current values, but no row appears, leaves or moves, so that the editor does not move. */
export function useFrozenRows<R>(
  rows: readonly R[] | undefined,
  rowKey: (row: R) => RowKey,
  editing: boolean,
): readonly R[] | undefined {
  const [frozen, setFrozen] = useState<readonly R[] | null>(null);
  if (editing && !frozen && rows) setFrozen(rows);
  if (!editing && frozen) setFrozen(null);
  if (!editing || !frozen) return rows;
  const newest = new Map(rows?.map((row) => [rowKey(row), row]));
  return frozen.map((row) => newest.get(rowKey(row)) ?? row);
}
