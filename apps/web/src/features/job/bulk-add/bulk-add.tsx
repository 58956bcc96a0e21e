import { jobImportEndpoints } from '@darkroom/contract/job/many';
import type { DayQuestion } from '@darkroom/domain/order-sheet/dates';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { withDaysSwapped } from '@darkroom/domain/order-sheet/sheet';
import { Alert, Button, Popconfirm, Spin, Steps } from 'antd';
import { useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { LeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { useImportUndo } from '../imports/use-import-undo.ts';
import { Repeats, SameJobs, SameRowsNotice } from './ask-dialogs.tsx';
import styles from './bulk-add.module.css';
import { ChooseStep } from './sheet/choose-step.tsx';
import { DoneStep } from './done-step.tsx';
import { useOrderDraft, type Draft, type DraftAction, type LeftOut } from './draft.ts';
import { FixStep } from './fix-step.tsx';
import type { OpenedSheet } from './sheet/read-orders.ts';
import type { DraftValidation, ListSources } from './validation/validation.ts';
import { useValidation, useOrderLists } from './validation/use-validation.ts';
import { useRepeats } from './validation/use-repeats.ts';
import { useSameJobs, type SameRows } from './validation/use-same-jobs.ts';
import { useSubmission, type Added, type Answer } from './use-submission.ts';
import { AskDayOrder } from '../../../ui/overlay/ask-day-order.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';

export interface BulkAddProps {
  onClose: () => void;
  /** Called when the user asks to see the added jobs. */
  onDone: (import_id: string) => void;
}

/** Bulk add: the user corrects a sheet of orders row by row, then adds its jobs in one call. */
export default function BulkAdd({ onClose, onDone }: BulkAddProps) {
  const { t } = useTranslation('bulk');
  const { user_id } = useActor();
  const [state, dispatch] = useOrderDraft(user_id);
  const [continued, setContinued] = useState(state.now !== null);
  const [added, setAdded] = useState<Added | null>(null);
  const undo = useImportUndo((import_id) =>
    setAdded((now) => (now?.outcome.import_id === import_id ? { ...now, undone: true } : now)),
  );
  const draft = state.now;

  const [asked, setAsked] = useState<{ question: DayQuestion; load: (isSwapped: boolean) => void } | null>(null);

  const onSheet = (name: string, { name: sheetName, reading, notes }: OpenedSheet) => {
    if (!reading.ok) return;
    const { heading_row, fields, ignored, unread, rows, days } = reading;
    const title = sheetName === '' ? name : `${name}, ${sheetName}`;
    const source = { name: title, heading_row, fields, ignored, unread, notes };
    const load = (isSwapped: boolean) => {
      setContinued(false);
      dispatch({ type: 'load', source, rows: isSwapped && days ? withDaysSwapped(rows, days) : rows });
    };
    if (days) setAsked({ question: days, load });
    else load(false);
  };
  const onAdded = (result: Added) => {
    setAdded(result);
    dispatch({ type: 'clear' });
  };

  return (
    <Drawer
      open
      placement="bottom"
      width="page"
      // The drawer covers the whole page, so it needs no mask. With a grid inside, Esc belongs to the cells.
      mask={false}
      focusable={{ trap: true }}
      keyboard={draft === null}
      title={t('title')}
      closable={{ placement: 'end', 'aria-label': t('close') }}
      onClose={onClose}
      classNames={{ body: styles.screen }}
      extra={
        <Steps
          className={styles.steps}
          size="small"
          current={added ? 2 : draft ? 1 : 0}
          items={[{ title: t('step.choose') }, { title: t('step.mend') }, { title: t('step.done') }]}
        />
      }
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
      {added ? (
        <DoneStep added={added} undo={undo} onShow={onDone} onMore={() => setAdded(null)} />
      ) : draft ? (
        <Checking
          draft={draft}
          canUndo={state.past.length > 0}
          continued={continued}
          dispatch={dispatch}
          onAdded={onAdded}
        />
      ) : (
        <ChooseStep onSheet={onSheet} />
      )}
      {asked && (
        <AskDayOrder
          question={asked.question}
          onAnswer={(order) => {
            setAsked(null);
            if (order !== null) asked.load(order === 'swapped');
          }}
        />
      )}
    </Drawer>
  );
}

interface CheckingProps {
  draft: Draft;
  canUndo: boolean;
  continued: boolean;
  dispatch: Dispatch<DraftAction>;
  onAdded: (added: Added) => void;
}

/** Loads the lists in which names are resolved. The rows are kept even if loading fails. */
function Checking(props: CheckingProps) {
  const { t } = useTranslation(['bulk', 'common']);
  const { sources, lists, failed, retry } = useOrderLists();
  if (sources && lists) return <ValidationState {...props} sources={sources} lists={lists} />;
  if (!failed) return <Spin className={styles.busy} />;
  const again = <Button onClick={retry}>{t('common:retry')}</Button>;
  return <Alert type="error" showIcon title={t('trouble.lists')} action={again} />;
}

/** Shows a message while the rows are validated, because thousands of rows take a moment. */
function ValidationState(props: CheckingProps & { sources: ListSources; lists: OrderLists }) {
  const { t } = useTranslation('bulk');
  const { judgement, settled } = useValidation(props.draft, props.lists);
  if (judgement) return <Mending {...props} judgement={judgement} settled={settled} />;
  return (
    <div className={styles.busy} role="status">
      <p>{t('reading.judge')}</p>
    </div>
  );
}

interface MendingProps extends CheckingProps {
  sources: ListSources;
  lists: OrderLists;
  judgement: DraftValidation;
  settled: boolean;
}

function Mending({ draft, dispatch, lists, judgement, settled, onAdded, ...rest }: MendingProps) {
  const { t } = useTranslation('bulk');
  const may = useCan();
  const submission = useSubmission(dispatch, onAdded);
  const mayAdd = may(jobImportEndpoints.importCommit.access);
  const same = useSameJobs(judgement, settled && mayAdd);
  /** Production IDs of existing jobs that the user adds again. */
  const [addedAgain, setAddedAgain] = useState<ReadonlySet<string>>(new Set());
  const unanswered = same.filter(({ prod_id }) => !addedAgain.has(prod_id));
  const answer: Answer =
    same.length > 0 && unanswered.length === 0 ? { same_jobs: 'add', told: same.length } : { same_jobs: 'ask' };
  const { sending, failure } = submission;
  const unsure = failure?.unsure ?? false;
  const locked = sending.step !== 'idle' || unsure;
  const repeats = useRepeats(judgement, dispatch, settled, () => submission.send(judgement, answer));
  const startOver = (
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
        judgement={judgement}
        lists={lists}
        dispatch={dispatch}
        failure={
          <>
            <SameRowsNotice
              same={unanswered}
              jobs={judgement.totals.jobs}
              locked={locked}
              onSkip={() => dispatch({ type: 'leave_out', rows: rowsThatExist(unanswered) })}
              onAdd={() => setAddedAgain(new Set(same.map(({ prod_id }) => prod_id)))}
            />
            <Failure failure={failure} marked={draft.refused.size} />
          </>
        }
        startOver={startOver}
        locked={locked}
        settled={settled}
        sending={sending}
        unsure={unsure}
        mayAdd={mayAdd}
        onSend={() => (unsure ? submission.send(judgement, answer) : repeats.ask())}
        onCancel={submission.cancel}
      />
      {repeats.asked && (
        <Repeats rows={repeats.asked} onSkip={repeats.skip} onAdd={repeats.add} onBack={repeats.back} />
      )}
      {sending.step === 'asking' && (
        <SameJobs
          same={sending.same}
          jobs={sending.jobs}
          onSkip={() => submission.answer({ same_jobs: 'skip' })}
          onAdd={() => submission.answer({ same_jobs: 'add', told: sending.same.length })}
          onBack={() => submission.cancel(1)}
        />
      )}
    </>
  );
}

/** Rows of existing jobs, with the reason for leaving them out. */
const rowsThatExist = (same: readonly SameRows[]): ReadonlyMap<number, LeftOut> =>
  new Map(
    same.flatMap(({ prod_id, rows }) =>
      rows.map(({ sheet }) => [sheet.row, [{ field: 'row' as const, code: 'here_already', other: prod_id }]]),
    ),
  );

interface FailureProps extends Pick<ReturnType<typeof useSubmission>, 'failure'> {
  /** Number of rows that the server refused and the user has not corrected. */
  marked: number;
}

/** Reason for the failed submission, or a message that its result is unknown. Hidden after every refused row is corrected. */
export function Failure({ failure, marked }: FailureProps) {
  const { t } = useTranslation(['bulk', 'errors']);
  if (!failure || failure.error.status === 401) return null;
  if (failure.unsure)
    return <Alert type="warning" showIcon title={`${t('failed.unsureTitle')} ${t('failed.unsure')}`} />;
  if (failure.refused > 0 && marked === 0) return null;
  const after = failure.refused > 0 ? t('failed.rows', { count: failure.refused }) : t('failed.kept');
  return <Alert type="error" showIcon title={`${t('failed.title')} ${messageOf(failure.error, t)} ${after}`} />;
}
