import { jobEndpoints } from '@darkroom/contract';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { Alert, Button, Drawer, Popconfirm, Spin, Steps } from 'antd';
import { useEffect, useReducer, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../lib/error-message.ts';
import { useActor, useMay } from '../../../lib/session.ts';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import styles from './bulk-add.module.css';
import { ChooseStep } from './choose-step.tsx';
import { DoneStep, type DayRange } from './done-step.tsx';
import { draftReducer, keepDraft, keptDraft, type Draft, type DraftAction } from './draft.ts';
import { MendStep } from './mend-step.tsx';
import type { OpenedSheet } from './read-orders.ts';
import { useJudgement, useOrderLists } from './use-judgement.ts';
import { useSubmission, type Added } from './use-submission.ts';

export interface BulkAddProps {
  onClose: () => void;
  /** Called when the person wants to see what was added. */
  onDone: (range: DayRange) => void;
}

/** Bulk add: a sheet of orders goes in, is checked and mended row by row, and becomes jobs in one call. */
export default function BulkAdd({ onClose, onDone }: BulkAddProps) {
  const { t } = useTranslation('bulk');
  const { user_id } = useActor();
  const [state, dispatch] = useReducer(draftReducer, user_id, keptDraft);
  const [continued, setContinued] = useState(state.now !== null);
  const [added, setAdded] = useState<Added | null>(null);
  const draft = state.now;
  useEffect(() => keepDraft(user_id, state), [user_id, state]);

  const onSheet = (name: string, { name: sheetName, reading, formulas }: OpenedSheet) => {
    if (!reading.ok) return;
    const { heading_row, fields, ignored, rows } = reading;
    const title = sheetName === '' ? name : `${name}, ${sheetName}`;
    setContinued(false);
    dispatch({ type: 'load', source: { name: title, heading_row, fields, ignored, formulas }, rows });
  };
  const onAdded = (result: Added) => {
    setAdded(result);
    dispatch({ type: 'clear' });
  };

  return (
    <Drawer
      open
      placement="bottom"
      size="100%"
      // It covers the whole page: nothing is left to mask, and Esc belongs to the cells.
      mask={false}
      focusable={{ trap: true }}
      keyboard={false}
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
        <DoneStep added={added} onShow={onDone} onMore={() => setAdded(null)} />
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

/** Waits for the lists that names are resolved in; the rows are kept whatever happens. */
function Checking(props: CheckingProps) {
  const { t } = useTranslation('bulk');
  const { lists, failed, retry } = useOrderLists();
  if (lists) return <Mending {...props} lists={lists} />;
  if (!failed) return <Spin className={styles.busy} />;
  const again = <Button onClick={retry}>{t('common:retry')}</Button>;
  return <Alert type="error" showIcon title={t('trouble.lists')} action={again} />;
}

function Mending({ draft, dispatch, lists, onAdded, ...rest }: CheckingProps & { lists: OrderLists }) {
  const { t } = useTranslation('bulk');
  const may = useMay();
  const judgement = useJudgement(draft, lists);
  const submission = useSubmission(dispatch, onAdded);
  const locked = submission.sending || submission.unsure;
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
    <MendStep
      {...rest}
      draft={draft}
      judgement={judgement}
      lists={lists}
      dispatch={dispatch}
      failure={<Failure {...submission} marked={draft.refused.size} />}
      startOver={startOver}
      locked={locked}
      sending={submission.sending}
      unsure={submission.unsure}
      mayAdd={may(jobEndpoints.bulkAdd.access)}
      onSend={() => submission.send(judgement)}
    />
  );
}

interface FailureProps extends Pick<ReturnType<typeof useSubmission>, 'failure' | 'unsure'> {
  /** Rows that are still marked as refused. */
  marked: number;
}

/** Why the last attempt to send did not add anything, or that nobody knows. Gone when every refused row was seen to. */
function Failure({ failure, unsure, marked }: FailureProps) {
  const { t } = useTranslation('bulk');
  if (!failure || failure.error.status === 401) return null;
  if (unsure) return <Alert type="warning" showIcon title={`${t('failed.unsureTitle')} ${t('failed.unsure')}`} />;
  if (failure.refused > 0 && marked === 0) return null;
  const after = failure.refused > 0 ? t('failed.rows', { count: failure.refused }) : t('failed.kept');
  return <Alert type="error" showIcon title={`${t('failed.title')} ${messageOf(failure.error, t)} ${after}`} />;
}
