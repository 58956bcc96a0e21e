import { useBlocker } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/call/api.ts';
import { itemsIn } from '../../../lib/focus.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import type { CellEdit, EditStore } from './cell-edit.ts';
import { EditorField } from './data-table-editor-field.tsx';
import styles from './data-table-edit.module.css';
import { ConflictNotice } from '../../conflict/conflict-notice.tsx';
import { useConflict } from '../../conflict/use-conflict.ts';
import { Floating } from '../../floating.tsx';
import { useBackCloses } from '../../overlay/back-closes.ts';

interface EditorProps {
  row: unknown;
  name: string;
  edit: CellEdit<unknown>;
  store: EditStore;
  place: RefObject<HTMLElement | null>;
}

/** The next focus: the row, the next or previous cell, or the user's own target. */
type Then = 'row' | 'next' | 'former' | 'stay';

/** The editor of the active cell. Text that cannot be saved stays here with the reason until the user decides. */
export default function Editor({ row, name, edit, store, place }: EditorProps) {
  const { t } = useTranslation(['table', 'errors', 'record']);
  const [text, setText] = useState(() => edit.read(row));
  const [reason, setReason] = useState(() => edit.reason?.get() ?? '');
  const [trouble, setTrouble] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [question, setQuestion] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  /** The focus leaves the field before the field is removed. That blur must not save again. */
  const left = useRef(false);
  /** Whether the last sent text was saved, when known. */
  const saved = useRef<Promise<boolean>>(Promise.resolve(true));
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wanted = useRef<Element | null>(null);
  const under = edit.kind === 'notes' || edit.kind === 'day';

  // The row at the start of editing, so that changes by others are kept apart.
  const { base, contested, found } = useConflict<unknown, { value: string }>({
    record: row,
    valuesOf: (of) => ({ value: edit.read(of) }),
    mine: () => ({ value: edit.kept?.(text) ?? text }),
    put: ({ value = '' }) => setText(value),
    send: (over, { value }) => send(over, value, 'row', false),
  });

  const leave = (then: Then) => {
    // The answer can arrive after the editor was closed, when another cell is open.
    if (left.current) return;
    left.current = true;
    const cells = itemsIn(place.current?.closest('[data-cells]'), 'edit');
    const at = cells.findIndex((cell) => cell === place.current);
    const next = wanted.current ?? (then === 'next' ? cells[at + 1] : then === 'former' ? cells[at - 1] : undefined);
    const home = place.current?.closest<HTMLElement>('[data-row]');
    store.close();
    if (next) store.open(next);
    else if (then !== 'stay') home?.focus();
  };

  const trySend = async (from: unknown, value: string, then: Then, again = true): Promise<boolean> => {
    busy.current = true;
    setSending(true);
    setTrouble(null);
    try {
      await edit.send(from, value, reason.trim(), question !== null);
      edit.reason?.set(reason.trim());
      leave(then);
      return true;
    } catch (error) {
      const stale = error instanceof ApiError && error.problem.code === 'stale';
      const current = stale ? edit.current(error.problem.current) : null;
      busy.current = false;
      setSending(false);
      // Another field of the row changed, which is not a conflict.
      if (current && again && edit.read(current) === edit.read(base)) {
        return trySend(current, value, then, false);
      }
      wanted.current = null;
      const asked = edit.askBack?.(error) ?? null;
      if (current) found(current);
      else if (asked !== null) setQuestion(asked);
      else setTrouble(wordsOf(error));
      return false;
    }
  };
  const send = (...what: Parameters<typeof trySend>) => {
    saved.current = trySend(...what);
  };
  const wordsOf = (error: unknown): string => {
    const code = error instanceof ApiError ? error.problem.errors?.[0]?.code : undefined;
    return code ? t(`errors:field.${code}`, { defaultValue: messageOf(error, t) }) : messageOf(error, t);
  };
  const commit = (then: Then, typed = text) => {
    if (busy.current || left.current) return;
    const value = edit.kept?.(typed) ?? typed;
    if (value === edit.read(base)) {
      leave(then);
      return;
    }
    const wrong = edit.check?.(value, row) ?? null;
    const unsaid = edit.reason !== undefined && reason.trim() === '';
    if (wrong !== null || unsaid) {
      wanted.current = null;
      if (wrong === null) setAsking(true);
      else setTrouble(wrong);
      return;
    }
    const asked = edit.ask?.(row, value) ?? null;
    if (asked !== null && asked !== question) {
      wanted.current = null;
      setQuestion(asked);
    } else if (edit.read(row) === edit.read(base)) send(row, value, then);
    // A refresh brought another user's value of this field.
    else found(row);
  };

  const isChanged = () => (edit.kept?.(text) ?? text) !== edit.read(base);
  /** An open question is answered in place, not by leaving. */
  const isAsked = contested.conflict !== null || asking || question !== null;
  // Back acts like a press elsewhere, and the page stays. Other navigation waits until the text is saved, and is cancelled if it cannot be.
  useBackCloses(() => {
    setAsking(false);
    setQuestion(null);
    if (!isAsked) commit('row');
  }, contested.conflict === null);
  const ways = useRef(0);
  useBlocker({
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ action, current, next }) => {
      const way = ++ways.current;
      if (action === 'BACK' || current.pathname === next.pathname) return false;
      if (!busy.current) return isChanged();
      // If the user presses another link before that, only the last one counts.
      return !(await saved.current) || way !== ways.current;
    },
  });

  useEffect(() => {
    store.guard((cell) => {
      wanted.current = cell;
      if (!isAsked) commit('stay');
    });
    return () => store.guard(null);
  });
  useEffect(() => {
    field.current?.focus();
    if (field.current && 'select' in field.current) field.current.select();
  }, []);
  useEffect(() => {
    if (asking) reasonField.current?.focus();
  }, [asking]);
  useEffect(() => {
    if (trouble !== null || question !== null) field.current?.focus();
  }, [trouble, question]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave('row');
    else if (contested.conflict !== null) return;
    else if (event.key === 'Enter' && !(edit.kind === 'notes' && event.shiftKey)) commit('row');
    else if (event.key === 'Tab' && !(asking && event.target === field.current))
      commit(event.shiftKey ? 'former' : 'next');
    else return;
    event.preventDefault();
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    // The focus moved to another window or to this editor's own panel.
    if (document.activeElement === event.target || (to && (panel.current?.contains(to) || place.current?.contains(to))))
      return;
    if (!isAsked && trouble === null) commit('stay');
  };

  const input = (
    <EditorField
      ref={field}
      edit={edit}
      label={t('edit.label', { field: edit.field, name })}
      text={text}
      wrong={trouble !== null}
      sending={sending}
      onText={(next) => {
        setText(next);
        setTrouble(null);
        setQuestion(null);
      }}
      onPick={(picked) => {
        setText(picked);
        commit('row', picked);
      }}
    />
  );
  const words = ({ value }: { value: string }) => (edit.words ?? String)(value) || '–';
  const panelNeeded = under || contested.conflict !== null || trouble !== null || asking || question !== null;
  return (
    <span onKeyDown={onKeyDown} onBlur={onBlur} onClick={(event) => event.stopPropagation()}>
      {!under && input}
      {panelNeeded && place.current && (
        <Floating
          anchor={place.current}
          label={t('edit.label', { field: edit.field, name })}
          keepFocus={contested.conflict === null}
          onClose={() => !isAsked && commit('stay')}
        >
          <div ref={panel} className={styles.panel} onKeyDown={onKeyDown}>
            {under && contested.conflict === null && (
              <>
                {input}
                <span className={styles.keys}>{t(edit.kind === 'notes' ? 'edit.notesKeys' : 'edit.keys')}</span>
              </>
            )}
            {trouble !== null && (
              <p role="alert" className={styles.wrong}>
                {trouble}
              </p>
            )}
            {question !== null && contested.conflict === null && (
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
            {asking && contested.conflict === null && edit.reason && (
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
            {contested.conflict && (
              <ConflictNotice
                presses={1}
                title={t('record:title')}
                versions={[
                  { name: edit.field, theirs: words(contested.conflict.theirs), mine: words(contested.conflict.mine) },
                ]}
                theirs={{
                  words: t('record:takeTheirs'),
                  go: () => {
                    contested.takeTheirs();
                    leave('row');
                  },
                }}
                mine={{ words: t('record:reapply'), go: contested.reapply, busy: sending }}
              />
            )}
          </div>
        </Floating>
      )}
    </span>
  );
}
