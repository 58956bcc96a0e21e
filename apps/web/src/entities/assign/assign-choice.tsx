import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskInShort } from '@darkroom/contract/task/many';
import { couldTakeOver } from '@darkroom/domain/task/places';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, type InputRef } from 'antd';
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { hasKeyboard, useShortcuts } from '../../lib/keyboard.ts';
import { printed } from '../../lib/keys.ts';
import { useFormat } from '../../lib/words/format.ts';
import { asSubject, useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/call/query.ts';
import { CouldNotLoad } from '../../ui/data-table/data-table-states.tsx';
import parts from '../task/story/task-parts.module.css';
import { useAim } from '../../ui/input/use-aim.ts';
import { AdviceHow } from './advice-words.tsx';
import styles from './assign.module.css';
import { changingHands, handOver, isBegun, isSomebodys, type Batch } from './batches.ts';
import { Reassignment } from './changing-hands.tsx';
import { EditorRow, type Load } from './editor-row.tsx';
import { SpreadPlan } from './spread-plan.tsx';
import { useAdvice } from './use-advice.ts';

interface AssignChoiceProps {
  /** The search field, which can also get the focus from outside. */
  search?: RefObject<InputRef | null>;
  ready: readonly TaskInShort[];
  leftOut: number;
  pending: boolean;
  /** Assigns the batches. Resolves to true when all of them are assigned. */
  onAssign: (batches: readonly Batch[]) => Promise<boolean>;
  /** Moves to the next step: at once for a single editor, after success for a plan, which can be tried again. */
  onward?: () => void;
  /** Called when tasks are dropped on an editor. */
  onDrop?: (task_ids: number[], editor: number) => void;
  onEscape: () => void;
}

/** Choice of the editor: a single editor from the list with open work, or a plan by load. */
export function AssignChoice(props: AssignChoiceProps) {
  const { t } = useTranslation(['task', 'table']);
  const { number } = useFormat();
  const [spreading, setSpreading] = useState(false);
  // Tasks of the plan at its start. Without them, tasks that are assigned already would look like another editor's.
  const [sent, setSent] = useState<readonly TaskInShort[] | null>(null);
  const load = useQuery(query(taskEndpoints.load, {}));
  const { ready } = props;
  const advice = useAdvice(ready);
  const places = usePlaces(load.data?.results ?? []);
  const placeOf = (editor: Load) => {
    const at = advice.order.indexOf(editor.user_id);
    return at === -1 ? advice.order.length : at;
  };
  const editors = places.toSorted((a, b) => placeOf(a) - placeOf(b));
  const streams = new Set<string>(ready.map((task) => task.workstream));
  const { byId } = useUsers();
  const couldTake = ({ user_id }: Load, task: TaskInShort) => {
    const user = byId.get(user_id);
    return user === undefined || couldTakeOver(task, asSubject(user));
  };
  const canContinue = (editor: Load) => ready.every((task) => couldTake(editor, task));
  const barTo = (editor: Load): Bar | null => {
    const edited = [...streams].filter((stream) => (editor.workstreams as string[]).includes(stream));
    if (edited.length < streams.size) return edited.length > 0 ? 'otherStreams' : 'otherStream';
    if (ready.length > 0 && changingHands(ready, editor.user_id).length === 0 && ready.every(isSomebodys))
      return 'hasThem';
    if (byId.get(editor.user_id)?.is_away) return 'isAway';
    // A task that nobody has started can wait for a permission. A started one would be stuck again.
    return ready.some(isBegun) && !canContinue(editor) ? 'lacksPermissions' : null;
  };
  const body = () => {
    if (load.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    if (!load.data) return <CouldNotLoad error={load.error} onRetry={() => void load.refetch()} />;
    return null;
  };
  const spread = sent ?? ready;
  const carryOut = async (batches: readonly Batch[]) => {
    setSent(ready);
    let isDone = false;
    try {
      isDone = await props.onAssign(batches.map((batch) => ({ ...batch, spread: true })));
    } finally {
      // The search must be focused again before the next step moves the focus.
      flushSync(() => {
        setSent(null);
        setSpreading(!isDone);
      });
    }
    if (isDone) props.onward?.();
  };
  if (spreading && spread.length > 0)
    return (
      <SpreadPlan
        tasks={spread}
        editors={editors.filter((editor) => spread.some((task) => couldTake(editor, task)))}
        leftOut={props.leftOut}
        pending={props.pending}
        onAssign={(batches) => void carryOut(batches)}
        onBack={() => setSpreading(false)}
      />
    );
  return (
    <div className={styles.choice}>
      <OneEditor
        {...props}
        editors={editors}
        advice={advice}
        barTo={barTo}
        canContinue={canContinue}
        loading={!load.data}
      />
      {body()}
      {ready.length > 1 && load.data && (
        <div className={styles.foot}>
          <Button block disabled={props.pending} onClick={() => setSpreading(true)}>
            {t('assign.spread', { count: ready.length, n: number(ready.length) })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Sorts editors by load once, when they load. A row that moves under the pointer would give the work to the wrong person. */
function usePlaces(editors: readonly Load[]): Load[] {
  const { byId } = useUsers();
  const [places, setPlaces] = useState<readonly number[]>([]);
  const newcomers = editors.filter((editor) => !places.includes(editor.user_id));
  if (newcomers.length > 0) {
    // Superusers count as editors because they can do everything. They are last because they rarely edit.
    const last = (editor: Load) => Number(byId.get(editor.user_id)?.is_superuser ?? false);
    newcomers.sort((a, b) => last(a) - last(b) || a.minutes - b.minutes || a.open_tasks - b.open_tasks);
    setPlaces([...places, ...newcomers.map((editor) => editor.user_id)]);
  }
  return editors.toSorted((a, b) => places.indexOf(a.user_id) - places.indexOf(b.user_id));
}

/** Reason why an editor cannot be assigned the tasks. */
type Bar = 'otherStream' | 'otherStreams' | 'lacksPermissions' | 'hasThem' | 'isAway';

interface OneEditorProps extends AssignChoiceProps {
  editors: readonly Load[];
  advice: ReturnType<typeof useAdvice>;
  barTo: (editor: Load) => Bar | null;
  /** True if the editor can continue the tasks. An unknown editor counts as able. */
  canContinue: (editor: Load) => boolean;
  loading: boolean;
}

/**
 * Editors with their open work: those of the tasks' workstream first, then the least loaded. A press, Enter in the search or a drop
 * assigns the tasks.
 */
function OneEditor(props: OneEditorProps) {
  const {
    ready,
    leftOut,
    pending,
    editors: all,
    advice,
    barTo,
    canContinue,
    loading,
    onAssign,
    onward,
    onDrop,
    onEscape,
  } = props;
  const { t } = useTranslation('task');
  const { name, fullName } = useUsers();
  const suits = (editor: Load) => barTo(editor) === null;
  const [typed, setTyped] = useState('');
  const own = useRef<InputRef>(null);
  const field = props.search ?? own;
  const id = useId();

  const editors = all
    .filter((editor) =>
      foldedMatch(`${name(editor.user_id)} ${fullName(editor.user_id)} ${editor.workstreams.join(' ')}`, typed),
    )
    .toSorted((a, b) => Number(suits(b)) - Number(suits(a)));
  const most = Math.max(1, ...editors.map((editor) => editor.minutes));

  const assign = (editor: Load) => {
    if (pending || ready.length === 0 || !suits(editor)) return;
    setTyped('');
    aimAt(null);
    void onAssign(handOver(ready, editor.user_id));
    onward?.();
  };
  const { aimed, onKeyDown, aimAt } = useAim({
    items: editors,
    ready: () => !loading && !pending,
    aimsFirst: typed.trim() !== '',
    onTake: assign,
  });
  const [firstId] = advice.order;
  const first = all.find((editor) => editor.user_id === firstId && suits(editor) && canContinue(editor));
  // Editor in the hint: the highlighted one during a search or after an arrow key, otherwise the first of the advice.
  const named = typed.trim() === '' && !aimed ? first : aimed;
  // No editor receives the tasks until a suitable one is highlighted.
  const getter = aimed && suits(aimed) ? aimed : undefined;
  useShortcuts({ assign_first: named && !pending ? () => assign(named) : undefined });
  const barWords = (bar: Bar, { workstreams }: Load) => t(`assign.${bar}`, { streams: workstreams.join(', ') });
  const whyNot = (editor: Load) => {
    const bar = barTo(editor) ?? (canContinue(editor) ? null : 'lacksPermissions');
    return ready.length > 0 && bar ? barWords(bar, editor) : null;
  };
  const idOf = (editor: Load) => `${id}-${editor.user_id}`;
  const aimedId = aimed && idOf(aimed);
  useLayoutEffect(() => field.current?.focus({ cursor: 'end', preventScroll: true }), [field]);
  useEffect(() => {
    if (aimedId) document.getElementById(aimedId)?.scrollIntoView({ block: 'nearest' });
  }, [aimedId]);

  const hint = () => {
    // During the call, tasks that are assigned already would look like another editor's work.
    if (pending) return t('assign.busy');
    if (ready.length === 0) return t('assign.chooseFirst');
    if (!loading && !all.some(suits)) {
      const streams = [...new Set(ready.map(({ workstream }) => workstream))];
      const nobodys = streams.filter((stream) => !all.some(({ workstreams }) => workstreams.includes(stream)));
      if (nobodys.length > 0) return t('assign.noEditor', { streams: nobodys.join(', ') });
      // Each workstream has its editors, and none of them edits all.
      const editsAll = (editor: Load) => streams.every((stream) => editor.workstreams.includes(stream));
      if (!all.some(editsAll)) return t('assign.twoStreams', { streams: streams.join(', ') });
      return t('assign.noEditor', { streams: streams.join(', ') });
    }
    if (!aimed && first && hasKeyboard())
      return t('assign.firstKey', { key: printed('assign_first'), name: name(first.user_id) });
    if (!aimed) return t('assign.pressOne');
    const bar = barTo(aimed);
    return bar ? barWords(bar, aimed) : t('assign.enter', { name: name(aimed.user_id) });
  };

  return (
    <>
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
          if (event.key === 'Escape') onEscape();
          // With Ctrl or ⌘ it is a shortcut of the page.
          else if (!event.ctrlKey && !event.metaKey) onKeyDown(event);
        }}
      />
      <p id={`${id}-hint`} className={parts.muted} role="status">
        {hint()}
        {!pending && leftOut > 0 && <> {t('assign.leftOut', { count: leftOut })}</>}
        {!pending && <Reassignment taken={changingHands(ready, getter?.user_id)} settled={getter !== undefined} />}
      </p>
      {first && <AdviceHow />}
      <ul id={`${id}-list`} className="items gap-2">
        {editors.map((editor) => (
          <li key={editor.user_id}>
            <EditorRow
              id={idOf(editor)}
              editor={editor}
              advice={advice.of.get(editor.user_id)}
              cat2={advice.service_cat2_id}
              isFirst={editor === first}
              aimed={editor === aimed}
              why={whyNot(editor)}
              disabled={pending || ready.length === 0 || !suits(editor)}
              share={editor.minutes / most}
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
