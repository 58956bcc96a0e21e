import { jobEndpoints } from '@darkroom/contract/job/job';
import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { requestJobEndpoints } from '@darkroom/contract/request/job';
import { VIEWS_REQUESTS } from '@darkroom/domain/request/access';
import { refusesNewJob, type NewJobRefusal } from '@darkroom/domain/request/new-job';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { invalidateTopics, query } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useCategories, useCustomers } from '../../../lib/session/lookups.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { NewJobForm } from './job-add-form.tsx';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';

interface JobOfRequestProps {
  request_id: number;
  /** Closes the form if no request can be opened. */
  onClose: () => void;
}

/**
 * Form of a new job with initial values from a customer's request. The same call links the request to the job, and closing the form
 * returns to the request.
 */
export function JobOfRequest({ request_id, onClose }: JobOfRequestProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const canView = useCan()(VIEWS_REQUESTS);
  const customers = useCustomers();
  const back = useBackToRequest(request_id);
  const why = useWhyNot(request_id);
  const asked = query(requestEndpoints.list, { id: request_id, page_size: 1 });
  const { data, error, isFetching } = useQuery({ ...asked, enabled: canView });
  /** The request when the form opened. Later changes of the request do not change typed text. */
  const [begun, setBegun] = useState<RequestRow>();
  const [refused, setRefused] = useState(false);
  const [made, setMade] = useState(false);
  const found = data?.results[0];
  const refusal = found ? refusesNewJob(found, actor) : null;
  if (found && !refusal && !begun) setBegun(found);

  const never = begun ? null : !canView ? t('ofRequest.notYours') : error ? messageOf(error, t) : null;
  // A cached request can be old, so the message waits for the read.
  const gone = !begun && data !== undefined && !isFetching && (!found || refusal !== null);
  const tell = useEffectEvent(() => {
    toast.info(never ?? why(found, refusal));
    if (found) back();
    else onClose();
  });
  useEffect(() => {
    if (never !== null || gone) tell();
  }, [never, gone]);

  const show = (row: RequestRow) =>
    client.setQueryData(asked.queryKey, (list) => (list ? { ...list, results: [row] } : list));
  const onRefused = (problem: ApiError['problem']) => {
    const { data: current } = requestRow.safeParse(problem.current);
    if (!current) {
      void invalidateTopics(client, ['request']);
      return false;
    }
    show(current);
    setRefused(true);
    toast.error(`${t('ofRequest.notMade')} ${errorOf(current) ?? t('ofRequest.changed', { id: request_id })}`);
    return true;
  };
  const errorOf = (now: RequestRow | undefined): string | null => {
    const cannot = now && refusesNewJob(now, actor);
    if (!now || cannot) return why(now, cannot ?? null);
    if (now.job_id !== begun?.job_id)
      return t(now.prod_id ? 'ofRequest.another' : 'ofRequest.none', { id: request_id, job: now.prod_id });
    return refused ? t('ofRequest.changed', { id: request_id }) : null;
  };

  const before = useOrderedBefore(begun);
  // A form takes its initial values once, so it waits for the customers.
  const own = [...customers.cus2ById.values()].filter(({ cus_id1 }) => cus_id1 === begun?.cus_id1);
  if (!begun || customers.cus2ById.size === 0 || before === 'loading') return null;
  const { subject, job_name, shared_link, description, cus_id1 } = begun;
  const { id, version, prod_id } = found ?? begun;
  const customer = customers.cus1ById.get(cus_id1)?.name ?? '';
  return (
    <NewJobForm
      onClose={back}
      onDone={back}
      begin={{
        customer2_id: own.length === 1 ? own[0]!.id : (before?.customer2_id ?? null),
        ...(before && before.job_details.length > 0 ? { job_details: before.job_details } : {}),
        job_name: job_name || subject,
        job_link: shared_link ?? '',
        job_notes: description,
      }}
      asker={{
        words: [
          t(prod_id ? 'ofRequest.wordsInstead' : 'ofRequest.words', { id, subject, customer, job: prod_id }),
          ...(before && before.job_details.length > 0 ? [t('ofRequest.lines', { job: begun.prod_id })] : []),
        ].join(' '),
        trouble: made ? null : errorOf(found),
        names: found?.job_id != null && found.job_id !== begun.job_id ? found.job_id : null,
        cus_id1,
      }}
      by={{
        endpoint: requestJobEndpoints.newJob,
        invalidates: ['job', 'task', 'request'],
        inputOf: (job) => ({ id, version, job }),
        jobOf: ({ request, job }) => {
          setMade(true);
          show(request);
          return job;
        },
        onRefused: ({ problem }) => onRefused(problem),
      }}
    />
  );
}

/** Earlier order that a request repeats, with the services that are still offered. Null if there is none or the user cannot view it. */
function useOrderedBefore(request: RequestRow | undefined) {
  const { cat2ById } = useCategories();
  const job_id = request?.job_id ?? null;
  const may = useCan()(jobEndpoints.list.access);
  const asks = job_id !== null && may;
  const { data, isPending } = useQuery({
    ...query(jobEndpoints.list, { job_id: job_id ?? 0, page_size: 1 }),
    enabled: asks,
  });
  if (asks && (isPending || cat2ById.size === 0)) return 'loading';
  const job = asks ? data?.results[0] : undefined;
  if (!job) return null;
  const offered = job.job_details.filter(({ service_cat2_id }) => cat2ById.get(service_cat2_id)?.enabled);
  return {
    customer2_id: job.customer2_id,
    job_details: offered.map(({ service_cat2_id, quantity }) => ({ service_cat2_id, quantity, note: '' })),
  };
}

/** Reason why a request cannot become a job. */
function useWhyNot(id: number): (request: RequestRow | undefined, refusal: NewJobRefusal | null) => string {
  const { t } = useTranslation(['job', 'errors']);
  return (request, refusal) => {
    if (!request || refusal === null) return t('ofRequest.gone', { id });
    if (refusal === 'request_has_job') return t('ofRequest.hasJob', { id, job: request.prod_id });
    return t('ofRequest.cannot', { id, why: t(`errors:${refusal === 'not_allowed' ? 'forbidden' : refusal}`) });
  };
}

/** Returns to the request: back in the history if the user came from there, else to its URL in place of the form. */
function useBackToRequest(request_id: number): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const came = useRouterState({ select: ({ location }) => location.state.from_request === request_id });
  // The form has already asked about unsaved changes.
  return () =>
    came
      ? router.history.back({ ignoreBlocker: true })
      : void navigate({
          to: '/customer/requests',
          search: { request: request_id },
          replace: true,
          ignoreBlocker: true,
        });
}
