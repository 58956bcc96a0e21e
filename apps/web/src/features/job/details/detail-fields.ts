import { jobEndpoints } from '@darkroom/contract/job/job';
import { JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { useCategories } from '../../../lib/session/lookups.ts';
import { heldOf } from '../../../ui/record-form/held.ts';

/** A detail as its form begins with it. Its category 1 follows from its category 2. */
export function detailValues(detail?: object) {
  const { service_cat1_id: _above, ...values } = heldOf(JOB_DETAIL, jobEndpoints.updateDetail.input.shape, detail);
  return values;
}
export type DetailValues = ReturnType<typeof detailValues>;

export const newDetail = (): DetailValues => ({ ...detailValues(), quantity: 1 });

/** The category 1 that a chosen category 2 belongs to: the wire asks for both. */
export function useCat1Of(): (cat2Id: number | null | undefined) => number {
  const { cat2ById } = useCategories();
  return (cat2Id) => cat2ById.get(cat2Id ?? 0)?.cat1.id ?? 0;
}
