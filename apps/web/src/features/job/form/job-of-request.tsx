import { requestEndpoints } from '@darkroom/contract/request';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useCustomers } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { JobAddForm, type JobAddFormProps } from './job-add-form.tsx';

type JobOfRequestProps = Pick<JobAddFormProps, 'onClose' | 'onDone'> & { request_id: number };

/** The form of a new job, begun with what a customer's request says; the request names the job once it is there. */
export function JobOfRequest({ request_id, onClose, onDone }: JobOfRequestProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const customers = useCustomers();
  const { data, isError } = useQuery(query(requestEndpoints.list, { id: request_id, page_size: 1 }));
  const link = useApiMutation(requestEndpoints.linkJob, {
    invalidates: ['request'],
    onError: (error) => {
      toast.error(`${t('ofRequest.notNamed', { id: request_id })} ${messageOf(error, t)}`);
      return true;
    },
  });
  const request = data?.results[0];
  const gone = isError || (data !== undefined && !request);
  const tell = useEffectEvent(() => {
    toast.info(t('ofRequest.gone'));
    onClose();
  });
  useEffect(() => {
    if (gone) tell();
  }, [gone]);
  // A form begins once: with the customers, one of whom it is for.
  const own = [...customers.cus2ById.values()].filter(({ cus_id1 }) => cus_id1 === request?.cus_id1);
  if (!request || customers.cus2ById.size === 0) return null;
  const { id, version, subject, job_name, shared_link, description } = request;
  return (
    <JobAddForm
      onClose={onClose}
      onDone={onDone}
      begin={{
        customer2_id: own.length === 1 ? own[0]!.id : null,
        job_name: job_name || subject,
        job_link: shared_link ?? '',
        job_notes: description,
      }}
      asker={{
        words: t('ofRequest.words', { id, subject, customer: customers.cus1ById.get(request.cus_id1)?.name ?? '' }),
        onMade: (job_id) => link.mutate({ id, version, job_id }),
      }}
    />
  );
}
