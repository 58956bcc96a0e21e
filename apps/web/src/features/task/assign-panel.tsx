import { taskEndpoints, type OutputOf } from '@darkroom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, type InputRef } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useUsers } from '../../lib/lookups.ts';
import { query } from '../../lib/query.ts';
import { foldedMatch } from '../../ui/filter-bar-fold.ts';
import { FromHeld, type Begun, type Held } from '../../ui/held-input.tsx';
import { useAim } from '../../ui/use-aim.ts';
import { draggedTasks, isTaskDrag } from './task-drag.ts';
import { useSpan } from '../../ui/task/task-brief.tsx';
import parts from '../../ui/task/task-parts.module.css';
import floorCss from './floor.module.css';

type Load = OutputOf<typeof taskEndpoints.load>['results'][number];

interface AssignPanelProps {
  /** How many chosen tasks can be handed out, and how many of the chosen cannot. */
  ready: number;
  leftOut: number;
  workstreams: ReadonlySet<string>;
  pending: boolean;
  /** What was typed before the panel was there. */
  held: Held;
  onAssign: (editor: number) => void;
  onDrop: (task_ids: number[], editor: number) => void;
  onClose: () => void;
}

/**
 * Editors with what they have in hand, least loaded first: a press, Enter in the search or a drop hands the chosen tasks
 * over. The search says whom Enter takes.
 */
export function AssignPanel(props: AssignPanelProps) {
  return <FromHeld held={props.held}>{(begun) => <Panel {...props} begun={begun} />}</FromHeld>;
}

function Panel(props: AssignPanelProps & { begun: Begun }) {
  const { ready, leftOut, workstreams, pending, begun, onAssign, onClose } = props;
  const { t } = useTranslation(['task', 'table']);
  const { byId, name, fullName } = useUsers();
  const load = useQuery(query(taskEndpoints.load, {}));
  const [typed, setTyped] = useState(begun.text);
  const panel = useRef<HTMLElement>(null);
  const field = useRef<InputRef>(null);
  const id = useId();

  // Least loaded first as of the opening: a row that moves under the pointer gets the wrong person the work.
  const [places, setPlaces] = useState<readonly number[]>([]);
  const newcomers = (load.data?.results ?? []).filter((editor) => !places.includes(editor.user_id));
  if (newcomers.length > 0) {
    // Superusers may do everything, so they count as editors too; nobody means them first.
    const last = (editor: Load) => Number(byId.get(editor.user_id)?.is_superuser ?? false);
    newcomers.sort((a, b) => last(a) - last(b) || a.minutes - b.minutes || a.open_tasks - b.open_tasks);
    setPlaces([...places, ...newcomers.map((editor) => editor.user_id)]);
  }

  const suits = (editor: Load) => [...workstreams].every((stream) => (editor.workstreams as string[]).includes(stream));
  const editors = (load.data?.results ?? [])
    .filter((editor) =>
      foldedMatch(`${name(editor.user_id)} ${fullName(editor.user_id)} ${editor.workstreams.join(' ')}`, typed),
    )
    .sort((a, b) => Number(suits(b)) - Number(suits(a)) || places.indexOf(a.user_id) - places.indexOf(b.user_id));
  const most = Math.max(1, ...editors.map((editor) => editor.minutes));

  const assign = (editor: Load) => {
    if (pending || ready === 0 || !suits(editor)) return;
    setTyped('');
    aimAt(null);
    panel.current?.scrollTo({ top: 0 });
    onAssign(editor.user_id);
  };
  const { aimed, onKeyDown, aimAt } = useAim({
    items: editors,
    ready: () => !load.isPending && !pending,
    aimsFirst: typed.trim() !== '',
    begun,
    onTake: assign,
  });
  const idOf = (editor: Load) => `${id}-${editor.user_id}`;
  const aimedId = aimed && idOf(aimed);
  // In the same moment in which what held the place goes: not one key falls between the two.
  useLayoutEffect(() => field.current?.focus({ cursor: 'end', preventScroll: true }), []);
  useEffect(() => {
    if (aimedId) document.getElementById(aimedId)?.scrollIntoView({ block: 'nearest' });
  }, [aimedId]);

  const hint = () => {
    if (ready === 0) return t('assign.chooseFirst');
    if (!aimed) return t('assign.pressOne');
    return suits(aimed) ? t('assign.enter', { name: name(aimed.user_id) }) : t('assign.otherStream');
  };

  return (
    <aside ref={panel} className={floorCss.assign} aria-label={t('assign.title')}>
      <header className={floorCss.assignHead}>
        <h2>{ready > 0 ? t('assign.chosen', { count: ready }) : t('assign.title')}</h2>
        <Button type="text" size="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <Input
        ref={field}
        type="search"
        allowClear
        value={typed}
        maxLength={100}
        aria-label={t('assign.search')}
        aria-controls={`${id}-list`}
        aria-activedescendant={aimedId}
        aria-describedby={`${id}-hint`}
        placeholder={t('assign.search')}
        onChange={(event) => {
          setTyped(event.target.value);
          aimAt(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          else onKeyDown(event);
        }}
      />
      <p id={`${id}-hint`} className={parts.quiet} role="status">
        {hint()}
        {leftOut > 0 && <> {t('assign.leftOut', { count: leftOut })}</>}
      </p>
      {load.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {load.isError && !load.data && (
        <Button onClick={() => void load.refetch()}>
          {t('table:error.title')} · {t('table:error.retry')}
        </Button>
      )}
      <ul id={`${id}-list`} className={floorCss.editors}>
        {editors.map((editor) => (
          <li key={editor.user_id}>
            <EditorRow
              {...props}
              id={idOf(editor)}
              editor={editor}
              aimed={editor === aimed}
              suits={suits(editor)}
              share={editor.minutes / most}
              onPress={() => assign(editor)}
            />
          </li>
        ))}
      </ul>
      {load.data && editors.length === 0 && <p className={parts.quiet}>{t('assign.nobody')}</p>}
    </aside>
  );
}

interface EditorRowProps extends AssignPanelProps {
  id: string;
  editor: Load;
  /** Enter in the search takes this one. */
  aimed: boolean;
  suits: boolean;
  share: number;
  onPress: () => void;
}

function EditorRow(props: EditorRowProps) {
  const { id, editor, aimed, suits, share, ready, pending, onPress, onDrop, onClose } = props;
  const { t } = useTranslation('task');
  const { name, fullName } = useUsers();
  const { number } = useFormat();
  const span = useSpan();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const task_ids = draggedTasks(event);
    if (task_ids.length > 0) onDrop(task_ids, editor.user_id);
  };
  return (
    <button
      type="button"
      id={id}
      data-editor
      data-over={over || aimed}
      className={floorCss.editor}
      // Not `disabled`, which would take the focus away from whoever stands on it.
      aria-disabled={pending || ready === 0 || !suits}
      title={suits ? fullName(editor.user_id) : t('assign.otherStream')}
      onClick={onPress}
      onKeyDown={(event) => {
        const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-editor]') ?? [])];
        const at = rows.indexOf(event.currentTarget);
        if (event.key === 'ArrowDown' || event.key === 'j') rows[at + 1]?.focus();
        else if (event.key === 'ArrowUp' || event.key === 'k') rows[at - 1]?.focus();
        else if (event.key === 'Escape') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onDragOver={(event) => {
        if (!isTaskDrag(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className={floorCss.editorName}>
        <b>{name(editor.user_id)}</b>
        <span className={parts.quiet}>{fullName(editor.user_id)}</span>
      </span>
      <span className={floorCss.stream}>{editor.workstreams.join(' · ')}</span>
      <span className={floorCss.editorLoad}>
        {t('assign.open', { count: editor.open_tasks, n: number(editor.open_tasks) })} · {span(editor.minutes * 60_000)}
        <i className={floorCss.loadBar} aria-hidden="true">
          <i style={{ width: `${Math.round(share * 100)}%` }} />
        </i>
      </span>
    </button>
  );
}
