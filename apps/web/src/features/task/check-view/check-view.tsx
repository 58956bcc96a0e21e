import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { hasKeyboard, useShortcuts } from '../../../lib/keyboard.ts';
import { formatKey } from '../../../lib/keys.ts';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { KeyHelp } from '../../../ui/keys/key-help.tsx';
import { useFullscreen } from '../../../ui/page/fullscreen.ts';
import { TaskDueDate } from '../../../entities/due-date/task-due-date.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { EarlierFaults } from '../../../entities/task/history/earlier-faults.tsx';
import { Instructions, TaskHeading, Priority, RunningTime } from '../../../entities/task/history/task-instructions.tsx';
import type { StepInput } from '../../../entities/task/steps/task-steps.ts';
import type { StepResult } from '../../../entities/task/calls/use-task-calls.ts';
import { useOpenJobLink } from '../../../entities/task/history/use-open-job-link.ts';
import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import {
  findCheckSteps,
  NO_CHECK_STEPS,
  findReleaser,
  useHasCheckInProgress,
  useWaitingCheckCount,
  useStartNextCheck,
} from './checks.ts';
import { CheckedQuantities } from './checked-quantities.tsx';
import css from './check-view.module.css';
import { EditorFaults } from './editor-faults.tsx';
import { usePressGuard, type PressGuard } from '../use-press-guard.ts';
import type { SetTaskSearch } from '../list/task-search.ts';
import { CheckResultPanel } from './check-result-panel.tsx';

export interface UndoneResult {
  task_id: number;
  input: StepInput;
}

interface CheckViewProps {
  /** The task to check, or `next` when there is none. */
  checkId: number | 'next';
  setSearch: SetTaskSearch;
  /** An undone check result with its text. The page stores it, because the user can leave this view. */
  undoneResult: UndoneResult | null;
  setUndoneResult: (undoneResult: UndoneResult | null) => void;
}

/**
 * Check view: one task after another (look, "QC cockpit"). The order is on the left, the check on the right. After a result, the next
 * check starts automatically.
 */
export function CheckView({ checkId, setSearch, undoneResult, setUndoneResult }: CheckViewProps) {
  const { t } = useTranslation(['task', 'status', 'table', 'errors']);
  const { number } = useFormat();
  const counts = useQuery(query(taskEndpoints.counts, {}));
  const waiting = useWaitingCheckCount();
  const startNext = useStartNextCheck();
  const { takeStep, undo } = useTaskSteps();
  const [stopAfter, setStopAfter] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  /** Reason why no check could start, although some can be waiting. */
  const [startFailure, setStartFailure] = useState<string | null>(null);
  const pressGuard = usePressGuard();
  useActivityRefresh(['task', 'job']);
  usePageTitle(t('checkView.title'));

  const show = (next: number | 'next' | undefined) => setSearch({ check: next }, { replace: true });
  const leave = () => setSearch({ check: undefined });

  const startNextCheck = async (exceptTaskId: number | null, isFollowUp: boolean) => {
    setIsStarting(true);
    setStartFailure(null);
    try {
      const { task_id, refusalReason } = await startNext(exceptTaskId, isFollowUp);
      show(task_id ?? 'next');
      setStartFailure(refusalReason);
    } catch (error) {
      show('next');
      setStartFailure(getErrorMessage(error, t));
    } finally {
      setIsStarting(false);
    }
  };

  const submitResult = async (row: TaskRow, action: TaskAction, input: StepInput): Promise<StepResult> => {
    const onUndone = () => {
      setUndoneResult({ task_id: row.task_id, input });
      show(row.task_id);
    };
    const result = await takeStep(row, action, input, { onUndone, shownFields: Object.keys(input) });
    if (result.kind !== 'done') return result;
    setUndoneResult(null);
    if (stopAfter) leave();
    else await startNextCheck(row.task_id, true);
    return result;
  };
  const release = async (row: TaskRow) => {
    const result = await takeStep(row, 'release_qc', {}, { onUndone: () => show(row.task_id) });
    if (result.kind === 'done') show('next');
  };

  useFullscreen();
  useShortcuts({ undo });

  return (
    <div className={css.checkView}>
      <header className={css.head}>
        <Button onClick={leave}>{t('checkView.back')}</Button>
        <h1>{t('checkView.title')}</h1>
        <p className="m-0 ink-muted tabular" aria-live="polite">
          {waiting !== undefined &&
            counts.data &&
            t('checkView.counts', { waiting: number(waiting), done: number(counts.data.done_today) })}
        </p>
        <span className={css.headActions}>
          <Checkbox checked={stopAfter} onChange={(event) => setStopAfter(event.target.checked)}>
            {t('checkView.stopAfter')}
          </Checkbox>
          <KeyHelp className={css.keysButton} />
        </span>
      </header>
      {isStarting ? (
        <Skeleton active className={css.loading} paragraph={{ rows: 8 }} />
      ) : checkId === 'next' ? (
        <NoCheck waiting={waiting} startFailure={startFailure} onStart={() => void startNextCheck(null, false)} />
      ) : (
        <TaskCheck
          key={checkId}
          task_id={checkId}
          pressGuard={pressGuard}
          submitResult={submitResult}
          onRelease={release}
          onStart={(row, action) => void takeStep(row, action, {})}
          onNext={() => void startNextCheck(checkId, false)}
          restoredInput={undoneResult?.task_id === checkId ? undoneResult.input : undefined}
        />
      )}
    </div>
  );
}

interface NoCheckProps {
  waiting: number | undefined;
  startFailure: string | null;
  onStart: () => void;
}

/** View between two checks: a check in progress or the number of waiting checks, and a button to start. */
function NoCheck({ waiting, startFailure, onStart }: NoCheckProps) {
  const { t } = useTranslation(['task', 'errors']);
  const { number } = useFormat();
  const isCheckInProgress = useHasCheckInProgress();
  const hasWaiting = waiting !== undefined && waiting > 0;
  const canStart = isCheckInProgress || hasWaiting || startFailure !== null;
  useShortcuts({ nextCheck: onStart }, { enabled: canStart });
  return (
    <section className={css.startPanel} aria-label={t('checkView.title')}>
      {startFailure !== null && (
        <Alert type="error" role="alert" title={t('checkView.startFailed')} description={startFailure} />
      )}
      <h2>
        {isCheckInProgress
          ? t('checkView.running')
          : hasWaiting
            ? t('checkView.some', { count: waiting, n: number(waiting) })
            : startFailure === null && t('checkView.none')}
      </h2>
      <p>{canStart ? t('checkView.someHint') : t('checkView.noneHint')}</p>
      {canStart && (
        <Button type="primary" size="large" title="S" autoFocus={hasKeyboard()} onClick={onStart}>
          {t(
            startFailure !== null
              ? 'errors:page.try_again'
              : isCheckInProgress
                ? 'checkView.continue'
                : 'checkView.start',
          )}
        </Button>
      )}
    </section>
  );
}

interface TaskCheckProps {
  task_id: number;
  pressGuard: PressGuard;
  submitResult: (row: TaskRow, action: TaskAction, input: StepInput) => Promise<StepResult>;
  onRelease: (row: TaskRow) => Promise<void>;
  onStart: (row: TaskRow, action: TaskAction) => void;
  onNext: () => void;
  /** Text of a fault whose report was undone. */
  restoredInput: StepInput | undefined;
}

function TaskCheck({ task_id, pressGuard, submitResult, onRelease, onStart, onNext, restoredInput }: TaskCheckProps) {
  const { t } = useTranslation(['task', 'table', 'errors']);
  const actor = useActor();
  const { pending } = useStepsState();
  const history = useQuery(query(taskEndpoints.history, { task_id }));
  const row = history.data?.task;
  const openLink = useOpenJobLink();
  const [showsEditorFaults, setShowsEditorFaults] = useState(false);
  useShortcuts({
    link: () => openLink(row ?? null),
    earlier: row?.editor ? () => setShowsEditorFaults((shown) => !shown) : undefined,
  });
  // If the task is deleted, the typed text stays on the screen.
  const isNotFound = history.error?.status === 404;
  if (!row) {
    if (!history.isError) return <Skeleton active className={css.loading} paragraph={{ rows: 8 }} />;
    return isNotFound ? (
      <Empty
        title={t('errors:field.task_not_found')}
        hint={t('notFoundHint')}
        action={<Button onClick={onNext}>{t('checkView.next')}</Button>}
      />
    ) : (
      <LoadErrorMessage error={history.error} onRetry={() => void history.refetch()} />
    );
  }
  return (
    <div className={css.columns}>
      <section className={css.instructions} aria-label={t('checkView.instructions')}>
        <div className={css.statusLine}>
          <StatusDot status={row.status} />
          <Priority priority={row.job_priority} />
          <RunningTime since={row.status_since} />
          <TaskDueDate row={row} isFull />
        </div>
        <TaskHeading row={row} />
        <Instructions row={row} />
        <CheckedQuantities row={row} />
        <EarlierFaults row={row} />
        {row.editor !== null && (
          <>
            <Button
              className={css.editorFaultsButton}
              size="small"
              aria-expanded={showsEditorFaults}
              title={formatKey('earlier')}
              onClick={() => setShowsEditorFaults(!showsEditorFaults)}
            >
              {t('editorFaults.show')}
            </Button>
            {showsEditorFaults && <EditorFaults task_id={row.task_id} editor={row.editor} />}
          </>
        )}
      </section>
      <CheckResultPanel
        row={row}
        check={isNotFound ? NO_CHECK_STEPS : findCheckSteps(row, actor)}
        isNotFound={isNotFound}
        releasedBy={findReleaser(history.data?.events ?? [])}
        busy={pending}
        pressGuard={pressGuard}
        submitResult={(action, input) => submitResult(row, action, input)}
        onRelease={() => void onRelease(row)}
        onStart={(action) => onStart(row, action)}
        onNext={onNext}
        restoredInput={restoredInput}
      />
    </div>
  );
}
