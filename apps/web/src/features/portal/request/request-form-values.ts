import type { RequestType } from '@darkroom/domain/request/status';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useSession } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { PortalJob } from '../job/portal-job.tsx';
import { useCatalogue, usePortalCustomers } from '../portal-lookups.ts';

/** Subject of a request: anything, a job that is wrong or ordered again, or the customer's details. */
export type RequestSubject =
  | { kind: 'new' }
  | { kind: 'wrong' | 'again'; job: PortalJob }
  | { kind: 'change'; cus_id1: number; name: string; facts: string };

export interface RequestFormValues {
  type: RequestType;
  subject: string;
  full_name: string;
  cus_id1?: number | undefined;
  job_name?: string | undefined;
  job_detail_ids?: number[] | undefined;
  service_type_id?: number | undefined;
  shared_link?: string | undefined;
  image_link?: string | undefined;
  description: string;
}

export function draftKeyOf(about: RequestSubject): string {
  switch (about.kind) {
    case 'new':
      return 'new';
    case 'change':
      return `change.${about.cus_id1}`;
    case 'wrong':
    case 'again':
      return `${about.kind}.${about.job.job_id}`;
    default: {
      const never: never = about;
      return never;
    }
  }
}

const MAX_SUBJECT_LENGTH = 100;

/**
 * Returns the initial values of the form. A reorder copies the job as text without its files, and a change of details copies the details.
 */
export function useInitialValues(about: RequestSubject): RequestFormValues {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  const { category, serviceTypes, serviceTypeOf } = useCatalogue();
  const { customers1, customers2 } = usePortalCustomers();
  const session = useSession();
  const job = 'job' in about ? about.job : undefined;
  const owner = customers2.find(({ id }) => id === job?.customer2_id)?.cus_id1;
  const first = job?.job_details[0];
  const ordered = first && serviceTypeOf(first.service_cat2_id);
  const blank = {
    full_name: session?.user.full_name ?? '',
    cus_id1: owner ?? (customers1.length === 1 ? customers1[0]?.id : undefined),
    job_name: '',
    job_detail_ids: [],
    service_type_id: ordered ?? (serviceTypes.length === 1 ? serviceTypes[0]?.id : undefined),
    shared_link: '',
    image_link: '',
    description: '',
  };
  const formatSubject = (kind: 'wrong' | 'again' | 'change', name: string) =>
    t(`ask.${kind}.subject`, { name }).slice(0, MAX_SUBJECT_LENGTH);
  switch (about.kind) {
    case 'new':
      return { ...blank, type: 'ADDITIONAL_REQUESTS', subject: '' };
    case 'wrong':
      return { ...blank, type: 'FAULTS', subject: formatSubject('wrong', about.job.job_name) };
    case 'again': {
      const lines = about.job.job_details.map(
        ({ quantity, service_cat2_id }) => `- ${number(quantity)} × ${category(service_cat2_id)}`,
      );
      return {
        ...blank,
        type: 'ADDITIONAL_REQUESTS',
        subject: formatSubject('again', about.job.job_name),
        description: [t('ask.again.begin', { name: about.job.job_name, no: about.job.prod_id }), ...lines].join('\n'),
      };
    }
    case 'change':
      return {
        ...blank,
        type: 'CHANGE_REQUESTS',
        subject: formatSubject('change', about.name),
        cus_id1: about.cus_id1,
        description: `${t('ask.change.begin')}\n${about.facts}`,
      };
    default: {
      const never: never = about;
      return never;
    }
  }
}

/** Creates the input of the endpoint. Empty fields are left out. */
export function toRequestInput(about: RequestSubject, { job_detail_ids = [], ...values }: RequestFormValues) {
  const { type, subject, full_name, description, service_type_id } = values;
  const change = about.kind === 'change' ? { cus_id1: about.cus_id1, job_name: subject } : {};
  const filledFields = Object.fromEntries(
    (['job_name', 'shared_link', 'image_link'] as const).flatMap((field) => {
      const text = values[field]?.trim();
      return text ? [[field, text]] : [];
    }),
  );
  const job = 'job' in about ? { job_id: about.job.job_id } : {};
  return {
    type,
    subject,
    full_name,
    description,
    ...filledFields,
    ...job,
    ...(job_detail_ids.length > 0 ? { job_detail_ids } : {}),
    // The form requires it.
    service_type_id: service_type_id!,
    ...(values.cus_id1 === undefined ? {} : { cus_id1: values.cus_id1 }),
    ...change,
  };
}
