import { jobEndpoints } from '@darkroom/contract/job/job';
import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { requestJobEndpoints } from '@darkroom/contract/request/job';
import { CAN_VIEW_REQUESTS } from '@darkroom/domain/request/access';
import { findNewJobRefusal, type NewJobRefusal } from '@darkroom/domain/request/new-job';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { invalidateTopics, query } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useCategories, useCustomers } from '../../../lib/session/lookups.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { NewJobForm } from './job-add-form.tsx';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';

interface JobFromRequestProps {
  request_id: number;
  /** Closes the form if no request can be opened. */
  onClose: () => void;
}

/**
 * Form of a new job with initial values from a customer's request. The same endpoint links the request to the job. Closing the form returns
 * to the request.
 */
export function JobFromRequest({ request_id, onClose }: JobFromRequestProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const canView = useCan()(CAN_VIEW_REQUESTS);
  const customers = useCustomers();
  const returnToRequest = useReturnToRequest(request_id);
  const formatRefusal = useRefusalText(request_id);
  const requestQuery = query(requestEndpoints.list, { id: request_id, page_size: 1 });
  const { data, error, isFetching } = useQuery({ ...requestQuery, enabled: canView });
  /** The request when the form opened. Later changes of the request do not change typed text. */
  const [initialRequest, setInitialRequest] = useState<RequestRow>();
  const [wasRefused, setWasRefused] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const currentRequest = data?.results[0];
  const refusal = currentRequest ? findNewJobRefusal(currentRequest, actor) : null;
  if (currentRequest && !refusal && !initialRequest) setInitialRequest(currentRequest);

  const openError = initialRequest
    ? null
    : !canView
      ? t('ofRequest.forbidden')
      : error
        ? getErrorMessage(error, t)
        : null;
  // A cached request can be old, so the message waits for the read.
  const isUnavailable = !initialRequest && data !== undefined && !isFetching && (!currentRequest || refusal !== null);
  const closeWithMessage = useEffectEvent(() => {
    toast.info(openError ?? formatRefusal(currentRequest, refusal));
    if (currentRequest) returnToRequest();
    else onClose();
  });
  useEffect(() => {
    if (openError !== null || isUnavailable) closeWithMessage();
  }, [openError, isUnavailable]);

  const showRequest = (row: RequestRow) =>
    client.setQueryData(requestQuery.queryKey, (list) => (list ? { ...list, results: [row] } : list));
  const onRefused = (problem: ApiError['problem']) => {
    const { data: current } = requestRow.safeParse(problem.current);
    if (!current) {
      void invalidateTopics(client, ['request']);
      return false;
    }
    showRequest(current);
    setWasRefused(true);
    toast.error(
      `${t('ofRequest.noJobAdded')} ${getChangeNotice(current) ?? t('ofRequest.changed', { id: request_id })}`,
    );
    return true;
  };
  const getChangeNotice = (now: RequestRow | undefined): string | null => {
    const newRefusal = now && findNewJobRefusal(now, actor);
    if (!now || newRefusal) return formatRefusal(now, newRefusal ?? null);
    if (now.job_id !== initialRequest?.job_id)
      return t(now.prod_id ? 'ofRequest.another' : 'ofRequest.none', { id: request_id, job: now.prod_id });
    return wasRefused ? t('ofRequest.changed', { id: request_id }) : null;
  };

  const earlierOrder = useEarlierOrder(initialRequest);
  // A form takes its initial values once, so it waits for the customers.
  const customers2 = [...customers.cus2ById.values()].filter(({ cus_id1 }) => cus_id1 === initialRequest?.cus_id1);
  if (!initialRequest || customers.cus2ById.size === 0 || earlierOrder === 'loading') return null;
  const { subject, job_name, shared_link, description, cus_id1 } = initialRequest;
  const { id, version, prod_id } = currentRequest ?? initialRequest;
  const customer = customers.cus1ById.get(cus_id1)?.name ?? '';
  return (
    <NewJobForm
      onClose={returnToRequest}
      onDone={returnToRequest}
      initialValues={{
        customer2_id: customers2.length === 1 ? customers2[0]!.id : (earlierOrder?.customer2_id ?? null),
        ...(earlierOrder && earlierOrder.job_details.length > 0 ? { job_details: earlierOrder.job_details } : {}),
        job_name: job_name || subject,
        job_link: shared_link ?? '',
        job_notes: description,
      }}
      askingRequest={{
        requestText: [
          t(prod_id ? 'ofRequest.wordsInstead' : 'ofRequest.words', { id, subject, customer, job: prod_id }),
          ...(earlierOrder && earlierOrder.job_details.length > 0
            ? [t('ofRequest.lines', { job: initialRequest.prod_id })]
            : []),
        ].join(' '),
        changeNotice: isAdded ? null : getChangeNotice(currentRequest),
        otherJobId:
          currentRequest?.job_id != null && currentRequest.job_id !== initialRequest.job_id
            ? currentRequest.job_id
            : null,
        cus_id1,
      }}
      by={{
        endpoint: requestJobEndpoints.newJob,
        invalidates: ['job', 'task', 'request'],
        inputOf: (job) => ({ id, version, job }),
        getJob: ({ request, job }) => {
          setIsAdded(true);
          showRequest(request);
          return job;
        },
        onRefused: ({ problem }) => onRefused(problem),
      }}
    />
  );
}

/**
 * Finds the earlier order that a request repeats, with the services that are still offered. Null if there is none or the user cannot view
 * it.
 */
function useEarlierOrder(request: RequestRow | undefined) {
  const { cat2ById } = useCategories();
  const job_id = request?.job_id ?? null;
  const canViewJobs = useCan()(jobEndpoints.list.access);
  const shouldLoad = job_id !== null && canViewJobs;
  const { data, isPending } = useQuery({
    ...query(jobEndpoints.list, { job_id: job_id ?? 0, page_size: 1 }),
    enabled: shouldLoad,
  });
  if (shouldLoad && (isPending || cat2ById.size === 0)) return 'loading';
  const job = shouldLoad ? data?.results[0] : undefined;
  if (!job) return null;
  const availableDetails = job.job_details.filter(({ service_cat2_id }) => cat2ById.get(service_cat2_id)?.enabled);
  return {
    customer2_id: job.customer2_id,
    job_details: availableDetails.map(({ service_cat2_id, quantity }) => ({ service_cat2_id, quantity, note: '' })),
  };
}

/** Returns the reason why a request cannot become a job. */
function useRefusalText(id: number): (request: RequestRow | undefined, refusal: NewJobRefusal | null) => string {
  const { t } = useTranslation(['job', 'errors']);
  return (request, refusal) => {
    if (!request || refusal === null) return t('ofRequest.gone', { id });
    if (refusal === 'request_has_job') return t('ofRequest.hasJob', { id, job: request.prod_id });
    return t('ofRequest.cannot', { id, why: t(`errors:${refusal === 'not_allowed' ? 'forbidden' : refusal}`) });
  };
}

/** Returns a function that opens the request: back in the history if the user came from there, else its URL instead of the form. */
function useReturnToRequest(request_id: number): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const cameFromRequest = useRouterState({ select: ({ location }) => location.state.from_request === request_id });
  // The form has already asked the user about unsaved changes.
  return () =>
    cameFromRequest
      ? router.history.back({ ignoreBlocker: true })
      : void navigate({
          to: '/customer/requests',
          search: { request: request_id },
          replace: true,
          ignoreBlocker: true,
        });
}
