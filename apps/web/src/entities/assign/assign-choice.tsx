import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { canTakeOver } from '@darkroom/domain/task/roles';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, type InputRef } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { hasKeyboard, useShortcuts } from '../../lib/keyboard.ts';
import { formatKey } from '../../lib/keys.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { toSubject, useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { LoadErrorMessage } from '../../ui/data-table/data-table-states.tsx';
import parts from '../task/history/task-parts.module.css';
import { useListNavigation } from '../../ui/input/use-list-navigation.ts';
import { AdviceExplanation } from './advice-reasons.tsx';
import styles from './assign.module.css';
import { findReassigned, createAssignBatches, isStarted, hasEditor, type Batch } from './batches.ts';
import { Reassignment } from './reassignment.tsx';
import { EditorRow, type EditorLoad } from './editor-row.tsx';
import { SpreadPlan } from './spread-plan.tsx';
import { useAdvice } from './use-advice.ts';

interface AssignChoiceProps {
  /** The search field. Elements outside the component can also move the focus to it. */
  searchRef?: RefObject<InputRef | null>;
  assignableTasks: readonly TaskSummary[];
  excludedCount: number;
  pending: boolean;
  /** Assigns the batches. Resolves to true when all of them are assigned. */
  onAssign: (batches: readonly Batch[]) => Promise<boolean>;
  /** Moves to the next step: at once for a single editor, after success for a plan, which can be tried again. */
  onContinue?: () => void;
  /** Called when the user drops tasks on an editor. */
  onDrop?: (task_ids: number[], editor: number) => void;
  onEscape: () => void;
}

/** Choice of the editor: a single editor from the list with open work, or a plan by load. */
export function AssignChoice(props: AssignChoiceProps) {
  const { t } = useTranslation(['task', 'table']);
  const { number } = useFormat();
  const [isSpreading, setIsSpreading] = useState(false);
  // Tasks of the plan at its start. Without them, tasks that are assigned already would look like another editor's.
  const [sentTasks, setSentTasks] = useState<readonly TaskSummary[] | null>(null);
  const load = useQuery(query(taskEndpoints.load, {}));
  const { assignableTasks } = props;
  const advice = useAdvice(assignableTasks);
  const editorOrder = useEditorOrder(load.data?.results ?? []);
  const getRank = (editor: EditorLoad) => {
    const index = advice.order.indexOf(editor.user_id);
    return index === -1 ? advice.order.length : index;
  };
  const editors = editorOrder.toSorted((a, b) => getRank(a) - getRank(b));
  const taskWorkstreams = new Set<string>(assignableTasks.map((task) => task.workstream));
  const { byId } = useUsers();
  const canTake = ({ user_id }: EditorLoad, task: TaskSummary) => {
    const user = byId.get(user_id);
    return user === undefined || canTakeOver(task, toSubject(user));
  };
  const canContinue = (editor: EditorLoad) => assignableTasks.every((task) => canTake(editor, task));
  const findObstacle = (editor: EditorLoad): Obstacle | null => {
    const coveredStreams = [...taskWorkstreams].filter((stream) => (editor.workstreams as string[]).includes(stream));
    if (coveredStreams.length < taskWorkstreams.size) return coveredStreams.length > 0 ? 'otherStreams' : 'otherStream';
    if (
      assignableTasks.length > 0 &&
      findReassigned(assignableTasks, editor.user_id).length === 0 &&
      assignableTasks.every(hasEditor)
    )
      return 'hasAllTasks';
    if (byId.get(editor.user_id)?.is_away) return 'isAway';
    // A task that no one has started can wait for a permission. A started task would be stuck again.
    return assignableTasks.some(isStarted) && !canContinue(editor) ? 'lacksPermissions' : null;
  };
  const renderLoadState = () => {
    if (load.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    if (!load.data) return <LoadErrorMessage error={load.error} onRetry={() => void load.refetch()} />;
    return null;
  };
  const tasksToSpread = sentTasks ?? assignableTasks;
  const runPlan = async (batches: readonly Batch[]) => {
    setSentTasks(assignableTasks);
    let isDone = false;
    try {
      isDone = await props.onAssign(batches.map((batch) => ({ ...batch, spread: true })));
    } finally {
      // The search must be focused again before the next step moves the focus.
      flushSync(() => {
        setSentTasks(null);
        setIsSpreading(!isDone);
      });
    }
    if (isDone) props.onContinue?.();
  };
  if (isSpreading && tasksToSpread.length > 0)
    return (
      <SpreadPlan
        tasks={tasksToSpread}
        editors={editors.filter((editor) => tasksToSpread.some((task) => canTake(editor, task)))}
        excludedCount={props.excludedCount}
        pending={props.pending}
        onAssign={(batches) => void runPlan(batches)}
        onBack={() => setIsSpreading(false)}
      />
    );
  return (
    <div className={styles.choice}>
      <EditorChoice
        {...props}
        editors={editors}
        advice={advice}
        findObstacle={findObstacle}
        canContinue={canContinue}
        loading={!load.data}
      />
      {renderLoadState()}
      {assignableTasks.length > 1 && load.data && (
        <div className={styles.foot}>
          <Button block disabled={props.pending} onClick={() => setIsSpreading(true)}>
            {t('assign.spread', { count: assignableTasks.length, n: number(assignableTasks.length) })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Sorts editors by load once, when they load. A row that moves under the pointer would give the work to the wrong person. */
function useEditorOrder(editors: readonly EditorLoad[]): EditorLoad[] {
  const { byId } = useUsers();
  const [editorOrder, setEditorOrder] = useState<readonly number[]>([]);
  const newEditors = editors.filter((editor) => !editorOrder.includes(editor.user_id));
  if (newEditors.length > 0) {
    // Superusers count as editors because they can do everything. They are last because they rarely edit.
    const superuserRank = (editor: EditorLoad) => Number(byId.get(editor.user_id)?.is_superuser ?? false);
    newEditors.sort(
      (a, b) => superuserRank(a) - superuserRank(b) || a.minutes - b.minutes || a.open_tasks - b.open_tasks,
    );
    setEditorOrder([...editorOrder, ...newEditors.map((editor) => editor.user_id)]);
  }
  return editors.toSorted((a, b) => editorOrder.indexOf(a.user_id) - editorOrder.indexOf(b.user_id));
}

/** Reason why an editor cannot be assigned the tasks. */
type Obstacle = 'otherStream' | 'otherStreams' | 'lacksPermissions' | 'hasAllTasks' | 'isAway';

interface EditorChoiceProps extends AssignChoiceProps {
  editors: readonly EditorLoad[];
  advice: ReturnType<typeof useAdvice>;
  findObstacle: (editor: EditorLoad) => Obstacle | null;
  /** True if the editor can continue the tasks. Also true for an unknown editor. */
  canContinue: (editor: EditorLoad) => boolean;
  loading: boolean;
}

/**
 * Editors with their open work: those of the tasks' workstream first, then the least loaded. A press, Enter in the search or a drop
 * assigns the tasks.
 */
function EditorChoice(props: EditorChoiceProps) {
  const {
    assignableTasks,
    excludedCount,
    pending,
    editors: allEditors,
    advice,
    findObstacle,
    canContinue,
    loading,
    onAssign,
    onContinue,
    onDrop,
    onEscape,
  } = props;
  const { t } = useTranslation('task');
  const { name, fullName } = useUsers();
  const isSuitable = (editor: EditorLoad) => findObstacle(editor) === null;
  const [searchText, setSearchText] = useState('');
  const ownSearchRef = useRef<InputRef>(null);
  const searchField = props.searchRef ?? ownSearchRef;
  const id = useId();

  const editors = allEditors
    .filter((editor) =>
      foldedMatch(`${name(editor.user_id)} ${fullName(editor.user_id)} ${editor.workstreams.join(' ')}`, searchText),
    )
    .toSorted((a, b) => Number(isSuitable(b)) - Number(isSuitable(a)));
  const maxMinutes = Math.max(1, ...editors.map((editor) => editor.minutes));

  const assign = (editor: EditorLoad) => {
    if (pending || assignableTasks.length === 0 || !isSuitable(editor)) return;
    setSearchText('');
    highlight(null);
    void onAssign(createAssignBatches(assignableTasks, editor.user_id));
    onContinue?.();
  };
  const {
    activeItem: highlighted,
    onKeyDown,
    setActiveIndex: highlight,
  } = useListNavigation({
    items: editors,
    ready: () => !loading && !pending,
    startsAtFirst: searchText.trim() !== '',
    onSelect: assign,
  });
  const [advisedId] = advice.order;
  const advisedEditor = allEditors.find(
    (editor) => editor.user_id === advisedId && isSuitable(editor) && canContinue(editor),
  );
  // Editor in the hint: the highlighted editor during a search or after an arrow key, otherwise the first advised editor.
  const hintedEditor = searchText.trim() === '' && !highlighted ? advisedEditor : highlighted;
  // No editor receives the tasks until a suitable one is highlighted.
  const recipient = highlighted && isSuitable(highlighted) ? highlighted : undefined;
  useShortcuts({ assignFirst: hintedEditor && !pending ? () => assign(hintedEditor) : undefined });
  const formatObstacle = (obstacle: Obstacle, { workstreams }: EditorLoad) =>
    t(`assign.${obstacle}`, { streams: workstreams.join(', ') });
  const findReason = (editor: EditorLoad) => {
    const obstacle = findObstacle(editor) ?? (canContinue(editor) ? null : 'lacksPermissions');
    return assignableTasks.length > 0 && obstacle ? formatObstacle(obstacle, editor) : null;
  };
  const idOf = (editor: EditorLoad) => `${id}-${editor.user_id}`;
  const highlightedId = highlighted && idOf(highlighted);
  useLayoutEffect(() => searchField.current?.focus({ cursor: 'end', preventScroll: true }), [searchField]);
  useEffect(() => {
    if (highlightedId) document.getElementById(highlightedId)?.scrollIntoView({ block: 'nearest' });
  }, [highlightedId]);

  const getHint = () => {
    // During the request, tasks that are assigned already would look like another editor's work.
    if (pending) return t('assign.busy');
    if (assignableTasks.length === 0) return t('assign.chooseFirst');
    if (!loading && !allEditors.some(isSuitable)) {
      const streams = [...new Set(assignableTasks.map(({ workstream }) => workstream))];
      const uncoveredStreams = streams.filter(
        (stream) => !allEditors.some(({ workstreams }) => workstreams.includes(stream)),
      );
      if (uncoveredStreams.length > 0) return t('assign.noEditor', { streams: uncoveredStreams.join(', ') });
      // Each workstream has its editors, and none of them edits all.
      const editsAll = (editor: EditorLoad) => streams.every((stream) => editor.workstreams.includes(stream));
      if (!allEditors.some(editsAll)) return t('assign.twoStreams', { streams: streams.join(', ') });
      return t('assign.noEditor', { streams: streams.join(', ') });
    }
    if (!highlighted && advisedEditor && hasKeyboard())
      return t('assign.firstKey', { key: formatKey('assignFirst'), name: name(advisedEditor.user_id) });
    if (!highlighted) return t('assign.pressOne');
    const obstacle = findObstacle(highlighted);
    return obstacle ? formatObstacle(obstacle, highlighted) : t('assign.enter', { name: name(highlighted.user_id) });
  };

  return (
    <>
      <Input
        ref={searchField}
        type="search"
        allowClear
        value={searchText}
        maxLength={100}
        aria-label={t('assign.search')}
        aria-controls={`${id}-list`}
        aria-activedescendant={highlightedId}
        aria-describedby={`${id}-hint`}
        placeholder={t('assign.search')}
        onChange={(event) => {
          setSearchText(event.target.value);
          highlight(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEscape();
          // With Ctrl or ⌘ it is a shortcut of the page.
          else if (!event.ctrlKey && !event.metaKey) onKeyDown(event);
        }}
      />
      <p id={`${id}-hint`} className={parts.muted} role="status">
        {getHint()}
        {!pending && excludedCount > 0 && <> {t('assign.leftOut', { count: excludedCount })}</>}
        {!pending && (
          <Reassignment
            reassignedTasks={findReassigned(assignableTasks, recipient?.user_id)}
            isEditorKnown={recipient !== undefined}
          />
        )}
      </p>
      {advisedEditor && <AdviceExplanation />}
      <ul id={`${id}-list`} className="items gap-2">
        {editors.map((editor) => (
          <li key={editor.user_id}>
            <EditorRow
              id={idOf(editor)}
              editor={editor}
              advice={advice.byEditor.get(editor.user_id)}
              cat2={advice.service_cat2_id}
              isFirst={editor === advisedEditor}
              isHighlighted={editor === highlighted}
              reason={findReason(editor)}
              disabled={pending || assignableTasks.length === 0 || !isSuitable(editor)}
              share={editor.minutes / maxMinutes}
              onPress={() => assign(editor)}
              onDrop={onDrop}
              onEscape={onEscape}
            />
          </li>
        ))}
      </ul>
      {!loading && editors.length === 0 && <p className={parts.muted}>{t('assign.nobody')}</p>}
    </>
  );
}
