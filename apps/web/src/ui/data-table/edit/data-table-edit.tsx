import { createContext, Suspense, use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowKey } from '../data-table-row.tsx';
import { lateOverlay } from '../../late/late-part.tsx';
import styles from './data-table-edit.module.css';

const Editor = lateOverlay(
  () => import('./data-table-editor.tsx'),
  ({ store }) => store.close(),
);

/** How one field of a row is edited where it stands. Values are text while they are edited, as they are typed. */
export interface CellEdit<R> {
  /** The field in words: "Job name". */
  field: string;
  kind: 'text' | 'number' | 'notes' | 'choice' | 'day';
  options?: readonly { value: string; label: string }[];
  read: (row: R) => string;
  /** A value as people read it, where it is not the text itself. */
  words?: (text: string) => string;
  /** What is wrong with it, in words; null when nothing is. */
  check?: (text: string) => string | null;
  /** What is asked once before it is sent: a change that is easily made by mistake, with what would follow. */
  ask?: (row: R, text: string) => string | null;
  /** A refusal that only asks, in words: saved once more, `send` is told that it is meant. */
  askBack?: (error: unknown) => string | null;
  /** Sends it with the version of this row; `reason` is '' where none is asked for. */
  send: (row: R, text: string, reason: string, meant: boolean) => Promise<unknown>;
  /** The row that a refusal as stale brought along. */
  current: (problem: unknown) => R | null;
  /** A change that must say why: asked for once, kept for the next. */
  reason?: { label: string; get: () => string; set: (reason: string) => void } | undefined;
}

export interface EditStore {
  subscribe: (listener: () => void) => () => void;
  /** The one cell that is being edited. */
  cell: () => string | null;
  /** The row of the table it belongs to. */
  group: () => string | null;
  open: (place: Element) => void;
  close: () => void;
  /** The open editor is asked before another cell opens: what is typed there goes first. */
  guard: (ask: ((wanted: Element) => void) | null) => void;
}

/** Which cell is being edited; outside React, so that opening one draws that one cell and nothing else. */
export function editStore(): EditStore {
  const listeners = new Set<() => void>();
  let at: { cell: string; group: string | null } | null = null;
  let ask: ((wanted: Element) => void) | null = null;
  const set = (next: typeof at) => {
    at = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cell: () => at?.cell ?? null,
    group: () => at?.group ?? null,
    open(place) {
      const { edit: cell } = (place as HTMLElement).dataset;
      if (cell === undefined || cell === at?.cell) return;
      if (ask) ask(place);
      else set({ cell, group: place.closest<HTMLElement>('[data-group]')?.dataset.group ?? null });
    },
    close: () => {
      ask = null;
      set(null);
    },
    guard: (next) => {
      ask = next;
    },
  };
}

export const EditContext = createContext<EditStore | null>(null);

interface EditCellProps<R> {
  /** Like no other in the table: `j12.job_name`. */
  id: string;
  row: R;
  /** The row's own name, for the button: "Edit job name of 261118-004". */
  name: string;
  /** undefined: this person may not edit it. */
  edit: CellEdit<R> | undefined;
  children: ReactNode;
}

/**
 * A value that can be edited where it stands: by the pencil that shows on hover, a double click, or E on its row. The editor
 * exists in the active cell alone. Enter saves, Escape leaves, Tab saves and goes on to the next such cell.
 */
export function EditCell<R>({ id, row, name, edit, children }: EditCellProps<R>) {
  const store = use(EditContext);
  if (!edit || !store) return children;
  return (
    <Editable id={id} row={row} name={name} edit={edit} store={store}>
      {children}
    </Editable>
  );
}

function Editable<R>(props: EditCellProps<R> & { edit: CellEdit<R>; store: EditStore }) {
  const { id, row, name, edit, store, children } = props;
  const { t } = useTranslation('table');
  const place = useRef<HTMLSpanElement>(null);
  const active = useSyncExternalStore(store.subscribe, () => store.cell() === id);
  return (
    <span
      ref={place}
      className={styles.cell}
      data-edit={id}
      data-active={active}
      onDoubleClick={(event) => store.open(event.currentTarget)}
    >
      {active ? (
        <Suspense fallback={children}>
          {(edit.kind === 'notes' || edit.kind === 'day') && children}
          <Editor row={row} name={name} edit={edit as CellEdit<unknown>} store={store} place={place} />
        </Suspense>
      ) : (
        <>
          {children}
          <button
            type="button"
            tabIndex={-1}
            className={styles.pencil}
            aria-label={t('edit.name', { field: edit.field, name })}
            title={t('edit.name', { field: edit.field, name })}
            onPointerEnter={() => void Editor.preload()}
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

/** Fetches the editor once the list has had its turn, so that the first cell opens as fast as the second. */
export function useEditorSoon(): void {
  useEffect(() => {
    const timer = setTimeout(() => void Editor.preload(), 2000);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * The rows while one of them is edited: their newest values, but none comes, goes or moves, so that nothing is taken from
 * under what is being typed.
 */
export function useHeldRows<R>(
  rows: readonly R[] | undefined,
  rowKey: (row: R) => RowKey,
  editing: boolean,
): readonly R[] | undefined {
  const [held, setHeld] = useState<readonly R[] | null>(null);
  if (editing && !held && rows) setHeld(rows);
  if (!editing && held) setHeld(null);
  if (!editing || !held) return rows;
  const newest = new Map(rows?.map((row) => [rowKey(row), row]));
  return held.map((row) => newest.get(rowKey(row)) ?? row);
}
