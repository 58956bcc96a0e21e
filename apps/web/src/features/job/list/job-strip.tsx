import type { JobDetail } from '@darkroom/contract/job/job';
import { useMemo } from 'react';
import { useCategories } from '../../../lib/session/lookups.ts';
import { ContactStrip } from '../../../entities/job/contact-strip.tsx';
import type { JobSearch } from './job-search.ts';

export type StripTaskFilter = Pick<
  JobSearch,
  'task_status' | 'service_type_id' | 'service_cat1_id' | 'service_cat2_id'
>;
type StripDetail = Pick<JobDetail, 'sub_prod_id' | 'service_cat1_id' | 'service_cat2_id' | 'tasks'>;

/** Returns the task filters of the list. The object stays the same until a filter changes, so that opening a row draws no strip again. */
export function useTaskFilter(search: StripTaskFilter): StripTaskFilter {
  const { task_status, service_type_id, service_cat1_id, service_cat2_id } = search;
  const key = JSON.stringify({ task_status, service_type_id, service_cat1_id, service_cat2_id });
  return useMemo(() => JSON.parse(key) as StripTaskFilter, [key]);
}

const matchesFilter = <V,>(allowedValues: readonly V[] | undefined, value: V | undefined): boolean =>
  !allowedValues?.length || (value !== undefined && allowedValues.includes(value));

/** Contact strip of a job or a detail. Tasks that do not match the filter are faint. */
export function JobStrip({ details, filter }: { details: readonly StripDetail[]; filter: StripTaskFilter }) {
  const { cat1ById } = useCategories();
  const { task_status, service_type_id, service_cat1_id, service_cat2_id } = filter;
  const cells = useMemo(
    () =>
      details.flatMap((detail) => {
        const isListed =
          matchesFilter(service_type_id, cat1ById.get(detail.service_cat1_id)?.service_type_id) &&
          matchesFilter(service_cat1_id, detail.service_cat1_id) &&
          matchesFilter(service_cat2_id, detail.service_cat2_id);
        return detail.tasks.map(({ task_id, status }) => ({
          key: task_id,
          status,
          label: `${detail.sub_prod_id} #${task_id}`,
          isFaint: !isListed || !matchesFilter(task_status, status),
        }));
      }),
    [details, cat1ById, task_status, service_type_id, service_cat1_id, service_cat2_id],
  );
  return <ContactStrip cells={cells} />;
}
