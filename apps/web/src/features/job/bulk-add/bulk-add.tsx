import { jobImportEndpoints } from '@darkroom/contract/job/bulk';
import type { DayQuestion } from '@darkroom/domain/order-sheet/dates';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { swapDays } from '@darkroom/domain/order-sheet/sheet';
import { Alert, Button, Popconfirm, Spin } from 'antd';
import { useState, type Dispatch } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { SheetImportDrawer } from '../../../ui/sheet-import/sheet-import-drawer.tsx';
import { useImportUndo } from '../imports/use-import-undo.ts';
import { RepeatedRowsDialog, ExistingJobsDialog, ExistingJobsNotice } from './duplicates-dialogs.tsx';
import styles from './bulk-add.module.css';
import { ChooseStep } from './sheet/choose-step.tsx';
import { DoneStep } from './done-step.tsx';
import { useOrderDraft, type OrderDraft, type DraftAction, type LeaveOutReasons } from './draft.ts';
import { FixStep } from './fix-step.tsx';
import type { OpenedSheet } from './sheet/read-orders.ts';
import type { DraftValidation, ListSources } from './validation/validation.ts';
import { useValidation, useOrderLists } from './validation/use-validation.ts';
import { useRepeatedRows } from './validation/use-repeated-rows.ts';
import { useExistingJobs, type ExistingJobRows } from './validation/use-existing-jobs.ts';
import { useSubmission, type ImportResult, type ExistingJobsAnswer } from './use-submission.ts';
import { AskDayOrder } from '../../../ui/overlay/day-order-dialog.tsx';

export interface BulkAddProps {
  onClose: () => void;
  /** Called when the user wants to see the added jobs. */
  onDone: (import_id: string) => void;
}

/** Bulk add: the user corrects a sheet of orders row by row, then adds its jobs in one request. */
export default function BulkAdd({ onClose, onDone }: BulkAddProps) {
  const { t } = useTranslation('bulk');
  const { user_id } = useActor();
  const [state, dispatch] = useOrderDraft(user_id);
  const [isContinued, setIsContinued] = useState(state.current !== null);
  const [importResult, setImportResult] = useState<ImportResult | null>(null);
  const undo = useImportUndo((import_id) =>
    setImportResult((now) => (now?.outcome.import_id === import_id ? { ...now, undone: true } : now)),
  );
  const draft = state.current;

  const [dayQuestion, setDayQuestion] = useState<{ question: DayQuestion; load: (isSwapped: boolean) => void } | null>(
    null,
  );

  const onSheet = (name: string, { name: sheetName, reading, notes }: OpenedSheet) => {
    if (!reading.ok) return;
    const { heading_row, fields, ignored, unread, rows, days } = reading;
    const title = sheetName === '' ? name : `${name}, ${sheetName}`;
    const source = { name: title, heading_row, fields, ignored, unread, notes };
    const load = (isSwapped: boolean) => {
      setIsContinued(false);
      dispatch({ type: 'load', source, rows: isSwapped && days ? swapDays(rows, days) : rows });
    };
    if (days) setDayQuestion({ question: days, load });
    else load(false);
  };
  const onAdded = (result: ImportResult) => {
    setImportResult(result);
    dispatch({ type: 'clear' });
  };

  return (
    <SheetImportDrawer
      title={t('title')}
      steps={[t('step.choose'), t('step.fix'), t('step.done')]}
      current={importResult ? 2 : draft ? 1 : 0}
      onClose={onClose}
    >
      <LeaveGuard
        active={(draft?.rows.length ?? 0) > 0}
        loses={(_current, next) => !('bulk' in next.search)}
        words={{
          title: t('leave.title', { count: draft?.rows.length ?? 0 }),
          text: t('leave.text'),
          ok: t('leave.ok'),
          cancel: t('leave.cancel'),
        }}
      />
      {importResult ? (
        <DoneStep
          importResult={importResult}
          undo={undo}
          onShowJobs={onDone}
          onStartAnother={() => setImportResult(null)}
        />
      ) : draft ? (
        <OrderListsLoader
          draft={draft}
          canUndo={state.past.length > 0}
          isContinued={isContinued}
          dispatch={dispatch}
          onAdded={onAdded}
        />
      ) : (
        <ChooseStep onSheet={onSheet} />
      )}
      {dayQuestion && (
        <AskDayOrder
          question={dayQuestion.question}
          onAnswer={(order) => {
            setDayQuestion(null);
            if (order !== null) dayQuestion.load(order === 'swapped');
          }}
        />
      )}
    </SheetImportDrawer>
  );
}

interface DraftStepProps {
  draft: OrderDraft;
  canUndo: boolean;
  isContinued: boolean;
  dispatch: Dispatch<DraftAction>;
  onAdded: (added: ImportResult) => void;
}

/** Loads the lists in which names are resolved. The rows stay even if loading fails. */
function OrderListsLoader(props: DraftStepProps) {
  const { t } = useTranslation(['bulk', 'common']);
  const { sources, lists, failed, retry } = useOrderLists();
  if (sources && lists) return <DraftValidator {...props} sources={sources} lists={lists} />;
  if (!failed) return <Spin className={styles.loading} />;
  const retryButton = <Button onClick={retry}>{t('common:retry')}</Button>;
  return <Alert type="error" showIcon title={t('error.lists')} action={retryButton} />;
}

/** Shows a message while the rows are validated, because thousands of rows take a moment. */
function DraftValidator(props: DraftStepProps & { sources: ListSources; lists: OrderLists }) {
  const { t } = useTranslation('bulk');
  const { validation, isUpToDate } = useValidation(props.draft, props.lists);
  if (validation) return <FixAndSendStep {...props} validation={validation} isUpToDate={isUpToDate} />;
  return (
    <div className={styles.loading} role="status">
      <p>{t('reading.validate')}</p>
    </div>
  );
}

interface FixAndSendStepProps extends DraftStepProps {
  sources: ListSources;
  lists: OrderLists;
  validation: DraftValidation;
  isUpToDate: boolean;
}

function FixAndSendStep({ draft, dispatch, lists, validation, isUpToDate, onAdded, ...rest }: FixAndSendStepProps) {
  const { t } = useTranslation('bulk');
  const can = useCan();
  const submission = useSubmission(dispatch, onAdded);
  const canAdd = can(jobImportEndpoints.importCommit.access);
  const existing = useExistingJobs(validation, isUpToDate && canAdd);
  /** Production IDs of existing jobs that the user adds again. */
  const [prodIdsToAddAgain, setProdIdsToAddAgain] = useState<ReadonlySet<string>>(new Set());
  const undecided = existing.filter(({ prod_id }) => !prodIdsToAddAgain.has(prod_id));
  const answer: ExistingJobsAnswer =
    existing.length > 0 && undecided.length === 0
      ? { same_jobs: 'add', confirmed_existing_jobs: existing.length }
      : { same_jobs: 'ask' };
  const { progress, failure } = submission;
  const isResultUnknown = failure?.isResultUnknown ?? false;
  const locked = progress.step !== 'idle' || isResultUnknown;
  const repeatedRows = useRepeatedRows(validation, dispatch, isUpToDate, () => submission.send(validation, answer));
  const startOverButton = (
    <Popconfirm
      title={t('startOverAsk.title', { count: draft.rows.length })}
      description={t('startOverAsk.text')}
      okText={t('startOverAsk.ok')}
      cancelText={t('startOverAsk.cancel')}
      onConfirm={() => dispatch({ type: 'clear' })}
    >
      <Button type="text" disabled={locked}>
        {t('startOver')}
      </Button>
    </Popconfirm>
  );
  return (
    <>
      <FixStep
        {...rest}
        draft={draft}
        validation={validation}
        lists={lists}
        dispatch={dispatch}
        failureNotice={
          <>
            <ExistingJobsNotice
              existing={undecided}
              jobs={validation.totals.jobs}
              locked={locked}
              onSkip={() => dispatch({ type: 'leave_out', rows: toLeftOutRows(undecided) })}
              onAdd={() => setProdIdsToAddAgain(new Set(existing.map(({ prod_id }) => prod_id)))}
            />
            <SubmissionFailure failure={failure} refusedCount={draft.refused.size} />
          </>
        }
        startOverButton={startOverButton}
        locked={locked}
        isUpToDate={isUpToDate}
        progress={progress}
        isResultUnknown={isResultUnknown}
        canAdd={canAdd}
        onSend={() => (isResultUnknown ? submission.send(validation, answer) : repeatedRows.ask())}
        onCancel={submission.cancel}
      />
      {repeatedRows.rowsInQuestion && (
        <RepeatedRowsDialog
          rows={repeatedRows.rowsInQuestion}
          onSkip={repeatedRows.skip}
          onAdd={repeatedRows.add}
          onBack={repeatedRows.back}
        />
      )}
      {progress.step === 'asking' && (
        <ExistingJobsDialog
          existing={progress.existing}
          jobs={progress.jobs}
          onSkip={() => submission.answer({ same_jobs: 'skip' })}
          onAdd={() => submission.answer({ same_jobs: 'add', confirmed_existing_jobs: progress.existing.length })}
          onBack={() => submission.cancel(1)}
        />
      )}
    </>
  );
}

/** Returns the rows of existing jobs, with the reason for leaving them out. */
const toLeftOutRows = (existing: readonly ExistingJobRows[]): ReadonlyMap<number, LeaveOutReasons> =>
  new Map(
    existing.flatMap(({ prod_id, rows }) =>
      rows.map(({ sheet }) => [sheet.row, [{ field: 'row' as const, code: 'alreadyExists', other: prod_id }]]),
    ),
  );

interface SubmissionFailureProps extends Pick<ReturnType<typeof useSubmission>, 'failure'> {
  /** Number of rows that the server refused and the user has not corrected. */
  refusedCount: number;
}

/** Reason for the failed submission, or a message that its result is unknown. Hidden after every refused row is corrected. */
export function SubmissionFailure({ failure, refusedCount }: SubmissionFailureProps) {
  const { t } = useTranslation(['bulk', 'errors']);
  if (!failure || failure.error.status === 401) return null;
  if (failure.isResultUnknown)
    return <Alert type="warning" showIcon title={`${t('failed.unsureTitle')} ${t('failed.unsure')}`} />;
  if (failure.refused > 0 && refusedCount === 0) return null;
  const advice = failure.refused > 0 ? t('failed.rows', { count: failure.refused }) : t('failed.kept');
  return <Alert type="error" showIcon title={`${t('failed.title')} ${getErrorMessage(failure.error, t)} ${advice}`} />;
}
