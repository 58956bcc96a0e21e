import { complaintEndpoints, type ComplaintTask } from '@darkroom/contract/request/complaint';
import type { RequestRow } from '@darkroom/contract/request/request';
import { findReworkRefusal } from '@darkroom/domain/request/complaint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { LoadErrorMessage, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { JobPicker } from '../job-picker.tsx';
import { ReworkState } from '../request-parts.tsx';
import { ComplaintTaskItem } from './complaint-task-item.tsx';
import styles from './complaint.module.css';
import { canBeSelected } from './complaint-task-state.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ReworkForm = lazyOverlay(() => import('./rework-form.tsx').then((part) => ({ default: part.ReworkForm })));

/** Tasks of a complaint's job (decision 106): editors, QCs, reworks and their cost. */
export default function ComplaintSection({ request }: { request: RequestRow }) {
  const { t } = useTranslation(['request', 'errors']);
  const { number } = useFormat();
  const can = useCan();
  const [isSending, setIsSending] = useState(false);
  const [selectedJobId, setSelectedJobId] = useState<number | null>(null);
  // The request's own job has priority over an earlier selection.
  const job_id = request.job_id ?? selectedJobId;
  const queryInput = {
    id: request.id,
    ...(request.job_id === null && selectedJobId !== null ? { job_id: selectedJobId } : {}),
  };
  const { data, error, refetch } = useQuery(query(complaintEndpoints.complaint, queryInput));
  const namedParts = new Set<string | undefined>(request.job_details.map(({ sub_prod_id }) => sub_prod_id));
  const refusal = findReworkRefusal(request);
  const hasNoSelectableTask = !data?.tasks.some(canBeSelected);
  const disabledReason =
    refusal !== null ? t(`errors:${refusal}`) : hasNoSelectableTask ? t('complaint.noneCompleted') : null;
  return (
    <section className={styles.section} aria-label={t('complaint.title')}>
      <h3>{t('complaint.title')}</h3>
      <ReworkState row={request} />
      {data && data.pieces > 0 && (
        <dl className={styles.cost}>
          <div>
            <dt>{t('complaint.pieces')}</dt>
            <dd>{number(data.pieces)}</dd>
          </div>
          <div>
            <dt>{t('complaint.minutes')}</dt>
            <dd>{number(data.minutes)}</dd>
          </div>
        </dl>
      )}
      {request.job_id === null && (
        <ComplaintJobField request={request} value={selectedJobId} onChange={setSelectedJobId} />
      )}
      {data ? (
        <ul className={styles.tasks} aria-label={t('complaint.tasks')}>
          {sortSentFirst(data.tasks).map((task) => (
            <ComplaintTaskItem
              key={task.task_id}
              complaintTask={task}
              isNamedByCustomer={namedParts.has(task.task?.sub_prod_id)}
            />
          ))}
        </ul>
      ) : error ? (
        <LoadErrorMessage error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
      {can(complaintEndpoints.rework.access) && data && job_id !== null && (
        <div className="cluster">
          <CallButton
            call={complaintEndpoints.rework}
            disabled={disabledReason !== null}
            onClick={() => setIsSending(true)}
          >
            {t('complaint.send')}
          </CallButton>
          {disabledReason !== null && <span className="muted">{disabledReason}</span>}
        </div>
      )}
      {isSending && job_id !== null && (
        <ReworkForm request={request} job_id={job_id} tasks={data?.tasks} onClose={() => setIsSending(false)} />
      )}
    </section>
  );
}

/** Sorts tasks. Those that were sent to rework are first. */
const sortSentFirst = (tasks: readonly ComplaintTask[]) =>
  tasks.toSorted((a, b) => Number(a.sent_at === null) - Number(b.sent_at === null));

interface ComplaintJobFieldProps {
  request: RequestRow;
  value: number | null;
  onChange: (job_id: number | null) => void;
}

/** Selects the job of a complaint that has none yet. Sending its tasks to rework links the job. */
function ComplaintJobField({ request, value, onChange }: ComplaintJobFieldProps) {
  const { t } = useTranslation('request');
  const canSelectJob = useCan()(complaintEndpoints.rework.access) && findReworkRefusal(request) === null;
  return (
    <>
      <p className="muted">{t(canSelectJob ? 'complaint.whichJob' : 'complaint.nameJob')}</p>
      {canSelectJob && <JobPicker row={request} value={value} onChange={onChange} />}
    </>
  );
}
