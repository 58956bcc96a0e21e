import type { Advice } from '@darkroom/contract/task/advice';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints } from '@darkroom/contract/task/task';
import { useState, type DragEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { findItems } from '../../lib/focus.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useDurationFormat } from '../../lib/i18n/use-duration-format.ts';
import { AdviceReasons } from './advice-reasons.tsx';
import styles from './assign.module.css';
import { draggedTasks, isTaskDrag } from './task-drag.ts';

/** An editor who can be assigned work, with their open work. */
export type EditorLoad = OutputOf<typeof taskEndpoints.load>['results'][number];

interface EditorRowProps {
  id: string;
  editor: EditorLoad;
  /** The advice for this editor, when tasks are selected. */
  advice: Advice | undefined;
  cat2: number | null;
  /** True for the first editor of the advice. */
  isFirst: boolean;
  /** True for the editor that Enter in the search selects. */
  isHighlighted: boolean;
  /** Reason against assigning the tasks to this editor. */
  reason: string | null;
  disabled: boolean;
  /** Share of the longest load shown, 0 to 1. */
  share: number;
  onPress: () => void;
  onDrop: ((task_ids: number[], editor: number) => void) | undefined;
  onEscape: () => void;
}

/** An editor with their open work. A press or a drop assigns the tasks. */
export function EditorRow(props: EditorRowProps) {
  const { id, editor, advice, cat2, isFirst, isHighlighted, reason, disabled, share, onPress, onDrop, onEscape } =
    props;
  const { t } = useTranslation('task');
  const { name, fullName } = useUsers();
  const { number, day } = useFormat();
  const { since: formatSpan } = useDurationFormat();
  const [isDropTarget, setIsDropTarget] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDropTarget(false);
    const task_ids = draggedTasks(event);
    if (task_ids.length > 0) onDrop?.(task_ids, editor.user_id);
  };
  return (
    <button
      type="button"
      id={id}
      data-editor
      data-highlighted={isDropTarget || isHighlighted}
      className={styles.editor}
      // `disabled` would remove the keyboard focus from this row.
      aria-disabled={disabled}
      title={fullName(editor.user_id)}
      onClick={onPress}
      onKeyDown={(event) => {
        const rows = findItems(event.currentTarget.closest('ul'), 'editor');
        const index = rows.indexOf(event.currentTarget);
        if (event.key === 'ArrowDown' || event.key === 'j') rows[index + 1]?.focus();
        else if (event.key === 'ArrowUp' || event.key === 'k') rows[index - 1]?.focus();
        else if (event.key === 'Escape') onEscape();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onDragOver={(event) => {
        if (!onDrop || !isTaskDrag(event)) return;
        event.preventDefault();
        setIsDropTarget(true);
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={drop}
    >
      <span className={styles.editorName}>
        <b>{name(editor.user_id)}</b>
        <span className="muted ellipsis">{fullName(editor.user_id)}</span>
        {isFirst && <span className={styles.suggestedBadge}>{t('advice.first')}</span>}
      </span>
      <span className="muted">{editor.workstreams.join(' · ')}</span>
      {reason && <span className="full-row ink-danger text-12">{reason}</span>}
      {editor.off_from && (
        <span className="full-row muted text-12">{t('assign.offFrom', { day: day(editor.off_from) })}</span>
      )}
      {advice && <AdviceReasons advice={advice} cat2={cat2} />}
      <span className={styles.editorLoad}>
        {t('assign.open', { count: editor.open_tasks, n: number(editor.open_tasks) })} ·{' '}
        {formatSpan(editor.minutes * 60_000)}
        <i className={styles.loadBar} aria-hidden="true">
          <i style={{ width: `${Math.round(share * 100)}%` }} />
        </i>
      </span>
    </button>
  );
}
