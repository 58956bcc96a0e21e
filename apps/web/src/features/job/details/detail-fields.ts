import { jobEndpoints } from '@darkroom/contract/job/job';
import { JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { useCategories } from '../../../lib/session/lookups.ts';
import { toFormValues } from '../../../ui/record-form/form-values.ts';

/** Returns the initial form values of a detail. Category 1 is the parent of category 2. */
export function getDetailValues(detail?: object) {
  const { service_cat1_id: _category1, ...values } = toFormValues(
    JOB_DETAIL,
    jobEndpoints.updateDetail.input.shape,
    detail,
  );
  return values;
}
export type JobDetailValues = ReturnType<typeof getDetailValues>;

export const createDetailValues = (): JobDetailValues => ({ ...getDetailValues(), quantity: 1 });

/** Returns a function that finds the category 1 of a selected category 2, because the endpoint requires both. */
export function useCat1Lookup(): (cat2Id: number | null | undefined) => number {
  const { cat2ById } = useCategories();
  return (cat2Id) => cat2ById.get(cat2Id ?? 0)?.cat1.id ?? 0;
}
