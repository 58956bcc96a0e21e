import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { hasKeyboard, useShortcuts } from '../../../lib/keyboard.ts';
import { printed } from '../../../lib/keys.ts';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { CouldNotLoad, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { useFullscreen } from '../../../ui/page/fullscreen.ts';
import { TaskDue } from '../../../entities/due-date/task-due.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { EarlierFaults } from '../../../entities/task/story/earlier-faults.tsx';
import { Brief, BriefHead, Priority, Running } from '../../../entities/task/story/task-brief.tsx';
import type { StepInput } from '../../../entities/task/steps/task-steps.ts';
import type { StepResult } from '../../../entities/task/calls/use-task-calls.ts';
import { useOpenJobLink } from '../../../entities/task/story/use-open-job-link.ts';
import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { checkOf, NOTHING_TO_CHECK, releaserOf, useCheckRunning, useChecksWaiting, useNextCheck } from './checks.ts';
import { CheckedCounts } from './checked-counts.tsx';
import css from './cockpit.module.css';
import { EditorFaults } from './editor-faults.tsx';
import { useSeen, type Seen } from '../use-seen.ts';
import type { SetTaskSearch } from '../list/task-search.ts';
import { Verdict } from './verdict.tsx';

export interface TakenBack {
  task_id: number;
  input: StepInput;
}

interface CockpitProps {
  /** The task to check, or `next` when there is none. */
  check: number | 'next';
  setSearch: SetTaskSearch;
  /** An undone check result with its text. The page keeps it, because the user can leave this view. */
  taken: TakenBack | null;
  setTaken: (taken: TakenBack | null) => void;
}

/**
 * Check view: one task after another (look, "QC cockpit"). The order is on the left, the check on the right. After a result, the next
 * check starts automatically.
 */
export function Cockpit({ check, setSearch, taken, setTaken }: CockpitProps) {
  const { t } = useTranslation(['task', 'status', 'table', 'errors']);
  const { number } = useFormat();
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const waiting = useChecksWaiting();
  const startNext = useNextCheck();
  const { take, undo } = useTaskSteps();
  const [stopAfter, setStopAfter] = useState(false);
  const [moving, setMoving] = useState(false);
  /** Reason why no check could start, although some can be waiting. */
  const [stuck, setStuck] = useState<string | null>(null);
  const seen = useSeen();
  useActivityRefresh(['task', 'job']);
  usePageTitle(t('cockpit.title'));

  const show = (next: number | 'next' | undefined) => setSearch({ check: next }, { replace: true });
  const leave = () => setSearch({ check: undefined });

  const goOn = async (without: number | null, joins: boolean) => {
    setMoving(true);
    setStuck(null);
    try {
      const { task_id, refused } = await startNext(without, joins);
      show(task_id ?? 'next');
      setStuck(refused);
    } catch (error) {
      show('next');
      setStuck(messageOf(error, t));
    } finally {
      setMoving(false);
    }
  };

  const judge = async (row: TaskRow, action: TaskAction, input: StepInput): Promise<StepResult> => {
    const onUndone = () => {
      setTaken({ task_id: row.task_id, input });
      show(row.task_id);
    };
    const result = await take(row, action, input, { onUndone, shows: Object.keys(input) });
    if (result.kind !== 'done') return result;
    setTaken(null);
    if (stopAfter) leave();
    else await goOn(row.task_id, true);
    return result;
  };
  const release = async (row: TaskRow) => {
    const result = await take(row, 'release_qc', {}, { onUndone: () => show(row.task_id) });
    if (result.kind === 'done') show('next');
  };

  useFullscreen();
  useShortcuts({ undo });

  return (
    <div className={css.cockpit}>
      <header className={css.head}>
        <Button onClick={leave}>{t('cockpit.back')}</Button>
        <h1>{t('cockpit.title')}</h1>
        <p className="m-0 ink-muted tabular" aria-live="polite">
          {waiting !== undefined &&
            counts.data &&
            t('cockpit.counts', { waiting: number(waiting), done: number(counts.data.done_today) })}
        </p>
        <span className={css.headEnd}>
          <Checkbox checked={stopAfter} onChange={(event) => setStopAfter(event.target.checked)}>
            {t('cockpit.stopAfter')}
          </Checkbox>
          <KeyHelp className={css.keysButton} />
        </span>
      </header>
      {moving ? (
        <Skeleton active className={css.waiting} paragraph={{ rows: 8 }} />
      ) : check === 'next' ? (
        <NothingInHand waiting={waiting} stuck={stuck} onStart={() => void goOn(null, false)} />
      ) : (
        <Checked
          key={check}
          task_id={check}
          seen={seen}
          judge={judge}
          onRelease={release}
          onStart={(row, action) => void take(row, action, {})}
          onNext={() => void goOn(check, false)}
          written={taken?.task_id === check ? taken.input : undefined}
        />
      )}
    </div>
  );
}

interface NothingInHandProps {
  waiting: number | undefined;
  stuck: string | null;
  onStart: () => void;
}

/** View between two checks: a check in progress or the number of waiting ones, and a button to start. */
function NothingInHand({ waiting, stuck, onStart }: NothingInHandProps) {
  const { t } = useTranslation(['task', 'errors']);
  const { number } = useFormat();
  const running = useCheckRunning();
  const some = waiting !== undefined && waiting > 0;
  const any = running || some || stuck !== null;
  useShortcuts({ next_check: onStart }, { enabled: any });
  return (
    <section className={css.between} aria-label={t('cockpit.title')}>
      {stuck !== null && <Alert type="error" role="alert" title={t('cockpit.notBegun')} description={stuck} />}
      <h2>
        {running
          ? t('cockpit.running')
          : some
            ? t('cockpit.some', { count: waiting, n: number(waiting) })
            : stuck === null && t('cockpit.none')}
      </h2>
      <p>{any ? t('cockpit.someHint') : t('cockpit.noneHint')}</p>
      {any && (
        <Button type="primary" size="large" title="S" autoFocus={hasKeyboard()} onClick={onStart}>
          {t(stuck !== null ? 'errors:page.try_again' : running ? 'cockpit.goOn' : 'cockpit.start')}
        </Button>
      )}
    </section>
  );
}

interface CheckedProps {
  task_id: number;
  seen: Seen;
  judge: (row: TaskRow, action: TaskAction, input: StepInput) => Promise<StepResult>;
  onRelease: (row: TaskRow) => Promise<void>;
  onStart: (row: TaskRow, action: TaskAction) => void;
  onNext: () => void;
  /** Text of a fault whose report was undone. */
  written: StepInput | undefined;
}

function Checked({ task_id, seen, judge, onRelease, onStart, onNext, written }: CheckedProps) {
  const { t } = useTranslation(['task', 'table', 'errors']);
  const actor = useActor();
  const { pending } = useStepsState();
  const history = useQuery(query(taskEndpoints.history, { task_id }));
  const row = history.data?.task;
  const openLink = useOpenJobLink();
  const [earlier, setEarlier] = useState(false);
  useShortcuts({
    link: () => openLink(row ?? null),
    earlier: row?.editor ? () => setEarlier((shown) => !shown) : undefined,
  });
  // If the task is deleted, the typed text is kept.
  const gone = history.error?.status === 404;
  if (!row) {
    if (!history.isError) return <Skeleton active className={css.waiting} paragraph={{ rows: 8 }} />;
    return gone ? (
      <Empty
        title={t('errors:field.task_not_found')}
        hint={t('notFoundHint')}
        action={<Button onClick={onNext}>{t('cockpit.next')}</Button>}
      />
    ) : (
      <CouldNotLoad error={history.error} onRetry={() => void history.refetch()} />
    );
  }
  return (
    <div className={css.sides}>
      <section className={css.asked} aria-label={t('cockpit.asked')}>
        <div className={css.statusLine}>
          <StatusDot status={row.status} />
          <Priority of={row.job_priority} />
          <Running since={row.status_since} />
          <TaskDue row={row} whole />
        </div>
        <BriefHead row={row} />
        <Brief row={row} />
        <CheckedCounts row={row} />
        <EarlierFaults row={row} />
        {row.editor !== null && (
          <>
            <Button
              className={css.earlier}
              size="small"
              aria-expanded={earlier}
              title={printed('earlier')}
              onClick={() => setEarlier(!earlier)}
            >
              {t('editorFaults.show')}
            </Button>
            {earlier && <EditorFaults task_id={row.task_id} editor={row.editor} />}
          </>
        )}
      </section>
      <Verdict
        row={row}
        check={gone ? NOTHING_TO_CHECK : checkOf(row, actor)}
        gone={gone}
        releasedBy={releaserOf(history.data?.events ?? [])}
        busy={pending}
        seen={seen}
        judge={(action, input) => judge(row, action, input)}
        onRelease={() => void onRelease(row)}
        onStart={(action) => onStart(row, action)}
        onNext={onNext}
        written={written}
      />
    </div>
  );
}
