import { requestEndpoints } from '@darkroom/contract/request';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query, useApiMutation } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useCustomers } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { JobAddForm, type JobAddFormProps } from './job-add-form.tsx';

type JobOfRequestProps = Pick<JobAddFormProps, 'onClose' | 'onDone'> & { request_id: number };

/**
 * The form of a new job, begun with what a customer's request says; the request names the job once it is there. If somebody else had it
 * name another meanwhile, that is said, and theirs stays.
 */
export function JobOfRequest({ request_id, onClose, onDone }: JobOfRequestProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const customers = useCustomers();
  const { data, isError } = useQuery(query(requestEndpoints.list, { id: request_id, page_size: 1 }));
  const [begunWith, setBegunWith] = useState<number | null>();
  const notNamed = (id: number) => t('ofRequest.notNamed', { id });
  const link = useApiMutation(requestEndpoints.linkJob, {
    invalidates: ['request'],
    onError: (error) => {
      toast.error(`${notNamed(request_id)} ${messageOf(error, t)}`);
      return true;
    },
  });
  const request = data?.results[0];
  if (request && begunWith === undefined) setBegunWith(request.job_id);
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
  const { id, version, subject, job_name, shared_link, description, job_id, prod_id } = request;
  const replaced = begunWith !== undefined && job_id !== begunWith;
  const customer = customers.cus1ById.get(request.cus_id1)?.name ?? '';
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
        words: t(prod_id ? 'ofRequest.wordsInstead' : 'ofRequest.words', { id, subject, customer, job: prod_id }),
        trouble: replaced ? t(prod_id ? 'ofRequest.another' : 'ofRequest.none', { id, job: prod_id }) : null,
        cus_id1: request.cus_id1,
        onMade: (made) => (replaced ? toast.error(notNamed(id)) : link.mutate({ id, version, job_id: made })),
      }}
    />
  );
}
