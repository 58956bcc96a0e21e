import { useRef, type Ref } from 'react';
import type { TableCellEdit } from './cell-edit.ts';
import styles from './data-table-edit.module.css';

interface FieldProps {
  ref: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>;
  edit: TableCellEdit<unknown>;
  label: string;
  text: string;
  isInvalid: boolean;
  sending: boolean;
  onText: (text: string) => void;
  /** Called with a choice by pointer, which completes the edit. */
  onPick: (text: string) => void;
}

/** A native field, because it must be in any cell immediately. */
export function EditorField({ ref, edit, label, text, isInvalid, sending, onText, onPick }: FieldProps) {
  const byKeys = useRef(false);
  const shared = { ref, 'aria-label': label, 'aria-invalid': isInvalid, 'aria-busy': sending, value: text } as const;
  switch (edit.kind) {
    case 'notes':
      return (
        <textarea
          {...shared}
          className={`${styles.input} ${styles.area}`}
          readOnly={sending}
          onChange={(event) => onText(event.target.value)}
        />
      );
    case 'choice':
      return (
        <select
          {...shared}
          className={styles.input}
          onKeyDown={() => {
            byKeys.current = true;
          }}
          onPointerDown={() => {
            byKeys.current = false;
          }}
          onChange={({ target }) => (byKeys.current ? onText : onPick)(target.value)}
        >
          {edit.options?.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      );
    default:
      return (
        <input
          {...shared}
          className={edit.kind === 'number' ? `${styles.input} text-end tabular` : styles.input}
          // Not the browser's date field, which uses the browser's language (decision 077).
          type="text"
          inputMode={edit.kind === 'number' ? 'numeric' : undefined}
          autoComplete="off"
          readOnly={sending}
          onChange={(event) => onText(event.target.value)}
        />
      );
  }
}
