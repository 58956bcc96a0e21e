import { complaintEndpoints, type ComplaintTask } from '@darkroom/contract/complaint';
import type { RequestRow } from '@darkroom/contract/request';
import { refusesRework } from '@darkroom/domain/request/complaint';
import { requestOffers } from '@darkroom/domain/request/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useActor, useMay } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { CouldNotLoad, Lines } from '../../../ui/data-table/data-table-states.tsx';
import { JobPicker } from '../job-picker.tsx';
import { ReworkState } from '../request-parts.tsx';
import { useRequestMoves } from '../use-request-moves.tsx';
import { CauseOfTask } from './cause-of-task.tsx';
import styles from './complaint.module.css';

const ReworkForm = lazy(() => import('./rework-form.tsx').then((part) => ({ default: part.ReworkForm })));

/** What a complaint is about (decision 106): the tasks of its job, who made and passed them, what is redone and what that costs. */
export default function ComplaintSection({ request }: { request: RequestRow }) {
  const { t } = useTranslation(['request', 'errors']);
  const { number } = useFormat();
  const may = useMay();
  const [sending, setSending] = useState(false);
  const { data, error, refetch } = useQuery(query(complaintEndpoints.complaint, { id: request.id }));
  const refusal = refusesRework(request);
  const sendable = data?.tasks.filter(({ task, status }) => task !== null && status === TaskStatus.COMPLETED) ?? [];
  const why = refusal !== null ? t(`errors:${refusal}`) : sendable.length === 0 ? t('complaint.noneCompleted') : null;
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
      {request.job_id === null && <NameJob request={request} />}
      {data ? (
        <ul className={styles.tasks} aria-label={t('complaint.tasks')}>
          {sentFirst(data.tasks).map((task) => (
            <CauseOfTask key={task.task_id} of={task} />
          ))}
        </ul>
      ) : error ? (
        <CouldNotLoad error={error} onRetry={() => void refetch()} />
      ) : (
        <Lines count={3} />
      )}
      {may(complaintEndpoints.rework.access) && data && request.job_id !== null && (
        <div className={styles.send}>
          <CallButton call={complaintEndpoints.rework} disabled={why !== null} onClick={() => setSending(true)}>
            {t('complaint.send')}
          </CallButton>
          {why !== null && <span className="quiet">{why}</span>}
        </div>
      )}
      <Suspense fallback={null}>
        {sending && <ReworkForm request={request} tasks={sendable} onClose={() => setSending(false)} />}
      </Suspense>
    </section>
  );
}

/** What came back stands before what did not. */
const sentFirst = (tasks: readonly ComplaintTask[]) =>
  tasks.toSorted((one, other) => Number(one.sent_at === null) - Number(other.sent_at === null));

/** A complaint that names no job has no tasks yet: whoever may say which it is says it here. */
function NameJob({ request }: { request: RequestRow }) {
  const { t } = useTranslation('request');
  const { linkJob } = useRequestMoves();
  const may = requestOffers(request, useActor()).some(
    ({ action, refusal }) => action === 'link_job' && refusal === null,
  );
  return (
    <>
      <p className="quiet">{t('complaint.nameJob')}</p>
      {may && (
        <JobPicker
          row={request}
          value={null}
          onChange={(job_id, prod_id) => {
            if (job_id !== null) linkJob(request, { job_id, prod_id: prod_id ?? `#${job_id}` });
          }}
        />
      )}
    </>
  );
}
