import { useBlocker } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { findItems } from '../../../lib/focus.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import type { TableCellEdit, EditStore } from './cell-edit.ts';
import { EditorField } from './data-table-editor-field.tsx';
import styles from './data-table-edit.module.css';
import { ConflictNotice } from '../../conflict/conflict-notice.tsx';
import { useConflict } from '../../conflict/use-conflict.ts';
import { Floating } from '../../floating.tsx';
import { useBackCloses } from '../../overlay/back-closes.ts';

interface EditorProps {
  row: unknown;
  name: string;
  edit: TableCellEdit<unknown>;
  store: EditStore;
  position: RefObject<HTMLElement | null>;
}

/** The next focus: the row, the next or previous cell, or the user's own target. */
type NextFocus = 'row' | 'next' | 'former' | 'stay';

/** The editor of the active cell. Text that cannot be saved stays here with the reason until the user decides. */
export default function Editor({ row, name, edit, store, position }: EditorProps) {
  const { t } = useTranslation(['table', 'errors', 'record']);
  const [text, setText] = useState(() => edit.read(row));
  const [reason, setReason] = useState(() => edit.reason?.get() ?? '');
  const [errorText, setErrorText] = useState<string | null>(null);
  const [asksReason, setAsksReason] = useState(false);
  const [question, setQuestion] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  /** The focus leaves the field before the field is removed. That blur must not save again. */
  const hasLeft = useRef(false);
  /** Resolves to true if the last sent text was saved. */
  const saved = useRef<Promise<boolean>>(Promise.resolve(true));
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const nextCell = useRef<Element | null>(null);
  const opensBelow = edit.kind === 'notes' || edit.kind === 'day';

  // The row at the start of editing, so that changes by others are distinguished.
  const { base, conflictState, receiveNewer } = useConflict<unknown, { value: string }>({
    record: row,
    valuesOf: (of) => ({ value: edit.read(of) }),
    typedValues: () => ({ value: edit.normalize?.(text) ?? text }),
    setValues: ({ value = '' }) => setText(value),
    send: (over, { value }) => send(over, value, 'row', false),
  });

  const leave = (nextFocus: NextFocus) => {
    // The response can arrive after the editor was closed, when another cell is open.
    if (hasLeft.current) return;
    hasLeft.current = true;
    const cells = findItems(position.current?.closest('[data-cells]'), 'edit');
    const at = cells.findIndex((cell) => cell === position.current);
    const next =
      nextCell.current ?? (nextFocus === 'next' ? cells[at + 1] : nextFocus === 'former' ? cells[at - 1] : undefined);
    const tableRow = position.current?.closest<HTMLElement>('[data-row]');
    store.close();
    if (next) store.open(next);
    else if (nextFocus !== 'stay') tableRow?.focus();
  };

  const trySend = async (from: unknown, value: string, nextFocus: NextFocus, canRetry = true): Promise<boolean> => {
    busy.current = true;
    setSending(true);
    setErrorText(null);
    try {
      await edit.send(from, value, reason.trim(), question !== null);
      edit.reason?.set(reason.trim());
      leave(nextFocus);
      return true;
    } catch (error) {
      const stale = error instanceof ApiError && error.problem.code === 'stale';
      const current = stale ? edit.current(error.problem.current) : null;
      busy.current = false;
      setSending(false);
      // Another field of the row changed, which is not a conflict.
      if (current && canRetry && edit.read(current) === edit.read(base)) {
        return trySend(current, value, nextFocus, false);
      }
      nextCell.current = null;
      const confirmation = edit.askAfterError?.(error) ?? null;
      if (current) receiveNewer(current);
      else if (confirmation !== null) setQuestion(confirmation);
      else setErrorText(getErrorText(error));
      return false;
    }
  };
  const send = (...args: Parameters<typeof trySend>) => {
    saved.current = trySend(...args);
  };
  const getErrorText = (error: unknown): string => {
    const code = error instanceof ApiError ? error.problem.errors?.[0]?.code : undefined;
    return code ? t(`errors:field.${code}`, { defaultValue: getErrorMessage(error, t) }) : getErrorMessage(error, t);
  };
  const commit = (nextFocus: NextFocus, typed = text) => {
    if (busy.current || hasLeft.current) return;
    const value = edit.normalize?.(typed) ?? typed;
    if (value === edit.read(base)) {
      leave(nextFocus);
      return;
    }
    const inputError = edit.check?.(value, row) ?? null;
    const isReasonMissing = edit.reason !== undefined && reason.trim() === '';
    if (inputError !== null || isReasonMissing) {
      nextCell.current = null;
      if (inputError === null) setAsksReason(true);
      else setErrorText(inputError);
      return;
    }
    const confirmation = edit.ask?.(row, value) ?? null;
    if (confirmation !== null && confirmation !== question) {
      nextCell.current = null;
      setQuestion(confirmation);
    } else if (edit.read(row) === edit.read(base)) send(row, value, nextFocus);
    // A refresh brought another user's value of this field.
    else receiveNewer(row);
  };

  const isChanged = () => (edit.normalize?.(text) ?? text) !== edit.read(base);
  /** The user must answer an open question in the cell. Leaving the cell does not close it. */
  const isAsked = conflictState.conflict !== null || asksReason || question !== null;
  // Back acts like a press elsewhere, and the page stays. Other navigation waits until the text is saved, and is cancelled if it cannot be.
  useBackCloses(() => {
    setAsksReason(false);
    setQuestion(null);
    if (!isAsked) commit('row');
  }, conflictState.conflict === null);
  const navigationCount = useRef(0);
  useBlocker({
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ action, current, next }) => {
      const navigation = ++navigationCount.current;
      if (action === 'BACK' || current.pathname === next.pathname) return false;
      if (!busy.current) return isChanged();
      // If the user presses another link before the save is complete, only the last link counts.
      return !(await saved.current) || navigation !== navigationCount.current;
    },
  });

  useEffect(() => {
    store.guard((cell) => {
      nextCell.current = cell;
      if (!isAsked) commit('stay');
    });
    return () => store.guard(null);
  });
  useEffect(() => {
    field.current?.focus();
    if (field.current && 'select' in field.current) field.current.select();
  }, []);
  useEffect(() => {
    if (asksReason) reasonField.current?.focus();
  }, [asksReason]);
  useEffect(() => {
    if (errorText !== null || question !== null) field.current?.focus();
  }, [errorText, question]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave('row');
    else if (conflictState.conflict !== null) return;
    else if (event.key === 'Enter' && !(edit.kind === 'notes' && event.shiftKey)) commit('row');
    else if (event.key === 'Tab' && !(asksReason && event.target === field.current))
      commit(event.shiftKey ? 'former' : 'next');
    else return;
    event.preventDefault();
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    // The focus moved to another window or to this editor's own panel.
    if (
      document.activeElement === event.target ||
      (to && (panel.current?.contains(to) || position.current?.contains(to)))
    )
      return;
    if (!isAsked && errorText === null) commit('stay');
  };

  const input = (
    <EditorField
      ref={field}
      edit={edit}
      label={t('edit.label', { field: edit.field, name })}
      text={text}
      isInvalid={errorText !== null}
      sending={sending}
      onText={(next) => {
        setText(next);
        setErrorText(null);
        setQuestion(null);
      }}
      onPick={(picked) => {
        setText(picked);
        commit('row', picked);
      }}
    />
  );
  const words = ({ value }: { value: string }) => (edit.words ?? String)(value) || '–';
  const needsPanel =
    opensBelow || conflictState.conflict !== null || errorText !== null || asksReason || question !== null;
  return (
    <span onKeyDown={onKeyDown} onBlur={onBlur} onClick={(event) => event.stopPropagation()}>
      {!opensBelow && input}
      {needsPanel && position.current && (
        <Floating
          anchor={position.current}
          label={t('edit.label', { field: edit.field, name })}
          keepFocus={conflictState.conflict === null}
          onClose={() => !isAsked && commit('stay')}
        >
          <div ref={panel} className={styles.panel} onKeyDown={onKeyDown}>
            {opensBelow && conflictState.conflict === null && (
              <>
                {input}
                <span className={styles.keys}>{t(edit.kind === 'notes' ? 'edit.notesKeys' : 'edit.keys')}</span>
              </>
            )}
            {errorText !== null && (
              <p role="alert" className={styles.error}>
                {errorText}
              </p>
            )}
            {question !== null && conflictState.conflict === null && (
              <>
                <p role="alert">{question}</p>
                <div className="wrap">
                  <Button size="small" onClick={() => leave('row')}>
                    {t('edit.leave')}
                  </Button>
                  <Button size="small" type="primary" loading={sending} onClick={() => commit('row')}>
                    {t('edit.save')}
                  </Button>
                </div>
              </>
            )}
            {asksReason && conflictState.conflict === null && edit.reason && (
              <label className={styles.label}>
                <span>{edit.reason.label}</span>
                <input
                  ref={reasonField}
                  className={styles.input}
                  value={reason}
                  maxLength={2000}
                  onChange={(event) => setReason(event.target.value)}
                />
              </label>
            )}
            {conflictState.conflict && (
              <ConflictNotice
                saveAttempts={1}
                title={t('record:title')}
                versions={[
                  {
                    name: edit.field,
                    theirs: words(conflictState.conflict.theirs),
                    mine: words(conflictState.conflict.mine),
                  },
                ]}
                theirs={{
                  words: t('record:takeTheirs'),
                  go: () => {
                    conflictState.takeTheirs();
                    leave('row');
                  },
                }}
                mine={{ words: t('record:reapply'), go: conflictState.reapply, busy: sending }}
              />
            )}
          </div>
        </Floating>
      )}
    </span>
  );
}
